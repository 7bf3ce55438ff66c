import type { Cx } from '../../../platform/cx'
import { ImapFailure, withMailbox } from '../../../platform/imap'
import { SECOND } from '../../../platform/time'
import type { ChangeMailbox, MailboxTest } from './contract'
import { findMailbox, imapOf, type MailboxDeps, sealPassword } from './mailbox'

const TIMEOUT_MS = 30 * SECOND

/** Connects, signs in and opens the folder, with what is typed and not stored yet. */
export async function testMailbox(
  cx: Cx,
  deps: MailboxDeps,
  typed: ChangeMailbox,
  left: AbortSignal,
): Promise<MailboxTest> {
  const before = findMailbox(cx.db)
  const host = typed.host.toLowerCase()
  const kept = before?.host === host && before.port === typed.port ? before.password : ''
  const password = typed.password === undefined ? kept : sealPassword(cx, deps, typed.password)
  const settings = imapOf(cx, deps, { ...typed, host, ownLogin: Number(typed.ownLogin), password })
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  if (typeof settings === 'string') return { ok: false, ms: 0, failure: settings, answer: null }
  try {
    await withMailbox(settings, async () => undefined, AbortSignal.any([left, AbortSignal.timeout(TIMEOUT_MS)]))
    return { ok: true, ms: ms(), failure: null, answer: null }
  } catch (error) {
    if (!(error instanceof ImapFailure)) throw error
    return { ok: false, ms: ms(), failure: error.code, answer: error.answer }
  }
}
