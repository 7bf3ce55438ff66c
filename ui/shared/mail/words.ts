import * as v from 'valibot'
import type { EmailFailure } from '../../../src/features/email/contract'
import { type RefusedLogin, refusedLoginOf } from '../../../src/platform/refused-login'
import { signInFaults } from '../../../src/settings/mail-sign-in/contract'
import type { Text } from '../i18n/translate'
import { ApiError } from '../session/failure'

/** The reason in words; the server's own answer stands beside it. */
export const failureWords = (t: Text, failure: EmailFailure): string => t(`mail.failure.${failure}`)

/** What to do about a refused login; undefined for another failure, or if the server's answer does not say. */
export function loginAdvice(t: Text, failure: string | null, answer: string | null): string | undefined {
  const refused = answer === null ? undefined : refusedLoginOf(answer)
  if (failure === 'account' && refused && !withoutPassword.has(refused)) return undefined
  return (failure === 'login' || failure === 'account') && refused ? t(`mail.refusedLogin.${refused}`) : undefined
}

/** Advice that also holds for an account that is signed in without a password. */
const withoutPassword: ReadonlySet<RefusedLogin> = new Set(['smtpOff', 'policy', 'tooMany'])

const FaultDetails = v.object({ fault: v.picklist(signInFaults), answer: v.string() })

/** Why signing in to an account failed, and the provider's own words; undefined for another error. */
export function signInFaultWords(t: Text, error: unknown): { words: string; answer: string } | undefined {
  const read = v.safeParse(FaultDetails, error instanceof ApiError ? error.details : undefined)
  return read.success ? { words: t(`mail.account.fault.${read.output.fault}`), answer: read.output.answer } : undefined
}
