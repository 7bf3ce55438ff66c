import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { namingText } from './refusalText'

/** A toast with the reason, which may be a colleague. */
export function showRefusal(failure: unknown): void {
  const named = namingText(text(), failure)
  if (named === null) toast.failure(failure)
  else toast.error(named)
}
