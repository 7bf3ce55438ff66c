/** The company's account at Google or Microsoft: signing in and out, and credentials of the company's mailbox. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import type { Cx } from '../../platform/cx'
import { MailFailure } from '../../platform/mail'
import type { Services } from '../../platform/module'
import { execute, getColumn } from '../../platform/sql'
import { actOf } from '../../settings/mail-sign-in/accounts'
import type { FinishMailSignIn, MailAccount, MailProvider } from '../../settings/mail-sign-in/contract'
import type { MailServerAt } from '../../settings/mail-sign-in/providers'
import { settle } from './actions'
import { type EmailServer, emailServerChanged } from './contract'
import { type ServerDeps, showServer, storedLogin } from './server'

type Deps = ServerDeps & Pick<Services, 'auth'>

export const startSignIn = (
  cx: Cx,
  actor: Actor,
  { mailSignIn }: ServerDeps,
  provider: MailProvider,
  redirectUri: string,
): { url: string } => ({ url: mailSignIn.start(cx, actor, provider, redirectUri) })

/** Stores the account, and sends what has waited for it. */
export async function finishSignIn(
  cx: Cx,
  actor: Actor,
  deps: Deps,
  input: FinishMailSignIn,
  left: AbortSignal,
): Promise<EmailServer> {
  const signedIn = await deps.mailSignIn.finish(cx, actor, input, left)
  const present = deps.auth.stillHere(actor, 'settings-page:change')
  return cx.transaction((cx) => {
    const before = deps.mailSignIn.find(cx)
    deps.mailSignIn.keep(cx, signedIn)
    recordChange(cx, present, before, deps.mailSignIn.find(cx))
    sendWaiting(cx)
    return showServer(cx, deps, true)
  })
}

export async function signOut(cx: Cx, actor: Actor, deps: ServerDeps): Promise<EmailServer> {
  const [shown, withdraw] = cx.transaction((cx) => {
    const before = deps.mailSignIn.find(cx)
    const withdraw = deps.mailSignIn.signOut(cx)
    recordChange(cx, actor, before, null)
    return [showServer(cx, deps, true), withdraw]
  })
  await withdraw()
  return shown
}

function recordChange(cx: Cx, doer: Actor, before: MailAccount | null, after: MailAccount | null) {
  const act = actOf(before, after)
  if (!act) return
  recordAct(cx, doer, act)
  cx.emit(emailServerChanged({}), () => true)
}

/** Copies that waited for the account are due at once. */
function sendWaiting(cx: Cx) {
  const waiting = getColumn<number>(
    cx.db,
    `SELECT DISTINCT e.id FROM emails e JOIN email_recipients r ON r.email_id = e.id
     WHERE e.next_at IS NOT NULL AND e.state = 'sending' AND r.state = 'queued' AND r.failure IN ('signedOut', 'signIn')`,
  )
  for (const id of waiting) {
    execute(
      cx.db,
      "UPDATE email_recipients SET next_at = ? WHERE email_id = ? AND state = 'queued' AND failure IN ('signedOut', 'signIn')",
      [cx.now(), id],
    )
    settle(cx, id)
  }
}

export type MailboxCredentials =
  | { readonly user: string; readonly pass: string }
  | { readonly user: string; readonly accessToken: string }

/**
 * What signs in to the company's mailbox, for other protocols than SMTP: a fresh access token of its account, else the user
 * and the stored password. Undefined if there is neither. `isRefused`: the server refused the token that this gave before.
 * Throws `MailFailure`: `signedOut` until an admin signs in again, `signIn` if the provider gives no token now.
 */
export async function credentials(
  cx: Cx,
  deps: ServerDeps,
  isRefused = false,
): Promise<MailboxCredentials | undefined> {
  const login = deps.mailSignIn.login(deps.cxOf(cx.tenant.uuid))
  if (!login) return storedLogin(cx, deps)
  if (login === 'signedOut') throw new MailFailure('signedOut')
  return { user: login.address, accessToken: await login.accessToken(isRefused) }
}

/** The IMAP server of the company's account; undefined if no account is signed in. */
export function imapOfAccount(cx: Cx, { mailSignIn }: ServerDeps): MailServerAt | undefined {
  const login = mailSignIn.login(cx)
  if (login === undefined || login === 'signedOut') return undefined
  return login.imap
}
