/** Mail to the operator's people, from the installation itself. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Services } from '../platform/module'
import { findCompanyOrFail } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { type Language, languageOf } from '../texts/languages'
import { users } from './tables'

type MailText = { readonly subject: string; readonly text: string }

/** Nothing happens without a mail server; what the operator must know is on a screen or in the log too. */
export async function mailOperators(
  { mailer, databases, cxOf, log }: Pick<Services, 'mailer' | 'databases' | 'cxOf' | 'log'>,
  write: (language: Language) => MailText,
): Promise<void> {
  if (!mailer.configured) return
  const { uuid, language } = findCompanyOrFail(databases.control, OPERATOR_COMPANY)
  const to = cxOf(uuid)
    .db.select({ email: users.email })
    .from(users)
    .where(and(eq(users.super, true), eq(users.active, true), isNull(users.deletedAt)))
    .all()
  const { subject, text } = write(languageOf(language))
  for (const { email } of to)
    try {
      await mailer.send({ to: email, subject, text })
    } catch (error) {
      log.warn({ error: String(error), subject }, 'a mail to the operator was not sent')
    }
}
