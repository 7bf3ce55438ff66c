import type { EmailFailure } from '../../../src/features/email/contract'
import { refusedLoginOf } from '../../../src/platform/refused-login'
import type { Text } from '../i18n/translate'

/** The reason in words; the server's own answer stands beside it. */
export const failureWords = (t: Text, failure: EmailFailure): string => t(`mail.failure.${failure}`)

/** What to do about a refused login; undefined for another failure, or if the server's answer does not say. */
export function loginAdvice(t: Text, failure: string | null, answer: string | null): string | undefined {
  const refused = failure === 'login' && answer !== null ? refusedLoginOf(answer) : undefined
  return refused && t(`mail.refusedLogin.${refused}`)
}
