/** A company's admins, and mail to them from the installation itself. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Cx } from '../platform/cx'
import { MailFailure } from '../platform/mail'
import type { Services } from '../platform/module'
import type { Db } from '../platform/sqlite'
import { users } from './tables'

/** Stands for somebody who is not here, such as the author of a row that another product has no user for. */
export const findFirstAdmin = (db: Db): number | undefined =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.profile, 'admin'), isNull(users.deletedAt)))
    .orderBy(users.id)
    .limit(1)
    .get()?.id

type MailText = { readonly subject: string; readonly text: string; readonly html?: string }

/**
 * Nothing happens without a mail server: what admins must know is on their screens too. Returns false if nobody was reached
 * and it may pass later.
 */
export async function mailAdmins(
  cx: Cx,
  { mailer, log }: Pick<Services, 'mailer' | 'log'>,
  mail: MailText,
): Promise<boolean> {
  if (!mailer.configured) return true
  const to = cx.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.profile, 'admin'), eq(users.active, true), isNull(users.deletedAt)))
    .all()
  for (const [index, { email }] of to.entries())
    try {
      await mailer.send({ to: email, ...mail })
    } catch (error) {
      log.warn({ error: String(error), subject: mail.subject }, 'a mail to the admins was not sent')
      if (error instanceof MailFailure && error.isTemporary && index === 0) return false
    }
  return true
}
