/** The server's word for why a session is over, as sign-in tells it. */
import type { ApiError } from './failure'
import type { Goodbye } from './session'

export function goodbyeOf({ code }: Pick<ApiError, 'code'>): Goodbye {
  if (code === 'ERR_SESSION_ELSEWHERE') return { isDisconnect: true }
  if (code === 'ERR_COMPANY_BLOCKED') return { ended: 'suspended' }
  if (code === 'ERR_INVALID_ACTIVE') return { ended: 'blocked' }
  return { ended: 'over' }
}
