/** The account of the installation's own mail. Signing in and out stand in the operator's audit log. */

import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { operatorsOnly } from '../../platform/events'
import type { Services } from '../../platform/module'
import { actOf } from '../../settings/mail-sign-in/accounts'
import type { FinishMailSignIn, MailAccount } from '../../settings/mail-sign-in/contract'
import { operatorSettingsUpdated } from '../../settings/operator/contract'

type Deps = Pick<Services, 'auth' | 'hub' | 'mailSignIn'>

export async function finishSignIn(cx: Cx, actor: Actor, deps: Deps, input: FinishMailSignIn, left: AbortSignal) {
  const signedIn = await deps.mailSignIn.finish(null, actor, input, left)
  if (!deps.auth.stillHere(actor).super) fail('ERR_NO_PERMISSION')
  const before = deps.mailSignIn.find(null)
  deps.mailSignIn.keep(null, signedIn)
  announce(cx, actor, deps, before)
}

export async function signOut(cx: Cx, actor: Actor, deps: Deps) {
  const before = deps.mailSignIn.find(null)
  const withdraw = deps.mailSignIn.signOut(null)
  announce(cx, actor, deps, before)
  await withdraw()
}

function announce(cx: Cx, actor: Actor, { hub, mailSignIn }: Deps, before: MailAccount | null) {
  const act = actOf(before, mailSignIn.find(null))
  if (!act) return
  cx.transaction((cx) => recordAct(cx, actor, act))
  hub.emitByOperator(operatorSettingsUpdated({ records: [] }), operatorsOnly)
}
