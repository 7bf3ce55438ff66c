/** Why a move was refused; if somebody else was quicker, it says who. */
import { ApiError } from '../../shared/client'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'

export function refusalText(t: Text, failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.code !== 'ERR_OTHER_OPEN_TICKET') return errorText(t, failure)
  return heldText(t, failure.details) ?? errorText(t, failure)
}

/** Who has the contact's open ticket; null where nobody is named. */
export function heldText(t: Text, holder: unknown): string | null {
  const { user, queue } = holderOf(holder)
  if (user && queue) return t('tickets.heldByIn', { user, queue })
  return user ? t('tickets.heldBy', { user }) : null
}

/** `user` and `queue` in the details are either strings or objects with a name. */
function holderOf(details: unknown): { user?: string | undefined; queue?: string | undefined } {
  if (typeof details !== 'object' || details === null) return {}
  const name = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
      ? value.name
      : undefined
  }
  return {
    user: name(Reflect.get(details, 'user')) ?? name(Reflect.get(details, 'userName')),
    queue: name(Reflect.get(details, 'queue')) ?? name(Reflect.get(details, 'queueName')),
  }
}
