/** Notifies the admins, once, that the company's mail account has to be signed in again. */
import type { Cx } from '../../platform/cx'
import type { Services } from '../../platform/module'
import { execute, getRow } from '../../platform/sql'
import { type Language, languageOf } from '../../texts/languages'
import { mailAdmins } from '../../users/admins'
import { mailTexts } from './signed-out-texts'

export const NOTICE_DUE = 'SELECT 0 FROM mail_accounts WHERE notice_due = 1'

type Due = { readonly id: number; readonly address: string; readonly refusal: string | null }

/** Marked before sending: one mail lost is better than one every five minutes. */
export async function notifyOfSignOut(cx: Cx, deps: Pick<Services, 'mailer' | 'log' | 'publicUrl'>): Promise<void> {
  const due = cx.transaction((cx) => {
    const found = getRow<Due>(cx.db, 'SELECT id, address, refusal FROM mail_accounts WHERE notice_due = 1')
    if (found) mark(cx, found.id, 0)
    return found
  })
  if (due && !(await mailAdmins(cx, deps, signedOutMail(languageOf(cx.tenant.language), due, deps.publicUrl()))))
    mark(cx, due.id, 1)
}

const mark = ({ db }: Cx, id: number, isDue: 0 | 1) =>
  execute(db, 'UPDATE mail_accounts SET notice_due = ? WHERE id = ?', [isDue, id])

function signedOutMail(language: Language, { address, refusal }: Due, publicUrl: string | null) {
  const { subject, why, what, answer } = mailTexts[language]
  const lines = [
    why,
    what,
    ...(publicUrl ? [`${publicUrl}/settings?tab=integrations`] : []),
    ...(refusal ? [answer] : []),
  ]
  const filled = (line: string) => line.replaceAll('{address}', address).replaceAll('{answer}', refusal ?? '')
  return { subject: filled(subject), text: lines.map(filled).join('\n\n') }
}
