/** Mail to the operator's people, from the installation itself. */
import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Services } from '../platform/module'
import { findCompanyOrFail } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { defineCompanyQuestion } from '../tenancy/elsewhere'
import { type Language, languageOf } from '../texts/languages'
import { users } from './tables'

type MailText = { readonly subject: string; readonly text: string }

/** Where their company is. */
export const operatorsEmails = defineCompanyQuestion({
  name: 'operators.emails',
  question: v.object({ uuid: v.string() }),
  changesNothing: true,
  answer: ({ cxOf }, { uuid }) =>
    cxOf(uuid)
      .db.select({ email: users.email })
      .from(users)
      .where(and(eq(users.super, true), eq(users.active, true), isNull(users.deletedAt)))
      .all(),
})

/** Nothing happens without a mail server; what the operator must know is on a screen or in the log too. */
export async function mailOperators(services: Services, write: (language: Language) => MailText): Promise<void> {
  const { mailer, databases, log } = services
  if (!mailer.configured) return
  const { uuid, language } = findCompanyOrFail(databases.control, OPERATOR_COMPANY)
  const { subject, text } = write(languageOf(language))
  const failed = (error: unknown) => log.warn({ error: String(error), subject }, 'a mail to the operator was not sent')
  const to = await operatorsEmails.ask(services, { uuid }).catch((error: unknown) => {
    failed(error)
    return []
  })
  for (const { email } of to) await mailer.send({ to: email, subject, text }).catch(failed)
}
