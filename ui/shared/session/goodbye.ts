/** Maps the server's reason for an ended session to the notice on the sign-in page. */
import type { ApiError } from './failure'
import type { Goodbye } from './session'

export function goodbyeOf({ code }: Pick<ApiError, 'code'>): Goodbye {
  if (code === 'ERR_SESSION_ELSEWHERE') return { isDisconnect: true }
  if (code === 'ERR_OUT_OF_HOURS') return { outExpedient: true }
  if (code === 'ERR_COMPANY_BLOCKED') return { ended: 'suspended' }
  if (code === 'ERR_INVALID_ACTIVE') return { ended: 'blocked' }
  return { ended: 'over' }
}
