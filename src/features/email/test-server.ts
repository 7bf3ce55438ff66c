import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { MailFailure, trySmtp } from '../../platform/mail'
import type { EmailTest } from './contract'
import { emailErrors } from './errors'
import { type ServerDeps, smtpOf } from './server'

/** Connects and signs in, without sending anything. */
export async function testServer(
  cx: Cx,
  deps: ServerDeps,
  typed: string | null,
  left: AbortSignal,
): Promise<EmailTest> {
  const settings = smtpOf(cx, deps, typed)
  if (settings === 'notConfigured') return fail(emailErrors.ERR_EMAIL_NOT_CONFIGURED)
  if (settings === 'noPassword') return fail(emailErrors.ERR_EMAIL_PASSWORD)
  if (settings === 'signedOut') return fail(emailErrors.ERR_EMAIL_SIGNED_OUT)
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  try {
    await trySmtp(settings, left)
    return { ok: true, ms: ms(), failure: null, answer: null }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return { ok: false, ms: ms(), failure: error.code, answer: error.answer }
  }
}
