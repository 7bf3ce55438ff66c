/** Why something was refused; if a colleague has the ticket, it names them. */
import { errorText } from '../../shared/errorText'
import { text } from '../../shared/i18n/language'
import type { Text } from '../../shared/i18n/translate'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'

export const refusalText = (t: Text, failure: unknown): string => namingText(t, failure) ?? errorText(t, failure)

/** Null if the refusal names nobody. */
export function namingText(t: Text, failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return null
  const { code, details } = failure
  if (code === 'ERR_OTHER_OPEN_TICKET') return heldText(t, details)
  const { user: name } = holderOf(details)
  return code === 'ERR_NO_PERMISSION' && name ? t('messages.off.colleague', { name }) : null
}

/** Who has the contact's open ticket; null if unnamed. */
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

/** A toast with the reason, naming the colleague if there is one. */
export function showRefusal(failure: unknown): void {
  const named = namingText(text(), failure)
  if (named === null) toast.failure(failure)
  else toast.error(named)
}
