import type { EmailFailure } from '../../../src/features/email/contract'
import type { Text } from '../i18n/translate'

/** The reason in words; the server's own answer stands beside it. */
export const failureWords = (t: Text, failure: EmailFailure): string => t(`mail.failure.${failure}`)
