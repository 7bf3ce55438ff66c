import type { UserOption } from '../../../src/users/contract'
import { useText } from '../../shared/i18n/useText'

const looks = { available: 'state state-ok', busy: 'state state-warn', away: 'state state-away' } as const

/** A user's presence when online. */
export function Presence({ status }: Pick<UserOption, 'status'>) {
  const t = useText()
  return <span className={looks[status]}>{t(`directory.status.${status}`)}</span>
}
