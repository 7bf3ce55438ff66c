/** Notifies the admins by e-mail that a webhook was turned off. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Services } from '../../platform/module'
import { type Language, languageOf } from '../../texts/languages'
import { mailAdmins } from '../../users/admins'
import type { DisabledReason } from './contract'
import { updateState } from './health'
import { mailTexts } from './mail-texts'
import { findWebhook } from './queries'
import { webhookStates } from './tables'

export const MAIL_DUE = 'SELECT 0 FROM webhook_states WHERE mail_due LIMIT 1'

/** Marked before sending: one mail lost is better than one every five minutes. A temporary failure is retried. */
export async function mailDisabled(cx: Cx, deps: Pick<Services, 'mailer' | 'log'>): Promise<void> {
  const due = cx.transaction((cx) => {
    const states = cx.db.select().from(webhookStates).where(eq(webhookStates.mailDue, true)).all()
    for (const { webhookId } of states) updateState(cx, webhookId, { mailDue: false })
    return states
  })
  for (const { webhookId, disabledWhy } of due) {
    const hook = findWebhook(cx.db, webhookId)
    if (!hook || disabledWhy === null) continue
    const words = disabledMail(languageOf(cx.tenant.language), new URL(hook.url).host, disabledWhy)
    if (!(await mailAdmins(cx, deps, words))) return updateState(cx, webhookId, { mailDue: true })
  }
}

export function disabledMail(language: Language, host: string, reason: DisabledReason) {
  const { subject, why, what, remedy } = mailTexts[language]
  const lines = [why[reason], what, remedy].map((line) => line.replaceAll('{host}', host))
  const html = lines.map((line) => `<p>${Bun.escapeHTML(line)}</p>`).join('\n')
  return { subject: subject.replace('{host}', host), text: lines.join('\n\n'), html: `<!doctype html>\n${html}` }
}
