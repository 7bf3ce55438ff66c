/** The variables of an e-mail, about its contact and its sender. */
import { findContact } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import type { Services } from '../../platform/module'
import { getColumn } from '../../platform/sql'
import { findCompany } from '../../tenancy/companies'
import { findTicket } from '../../tickets/queries'
import { fillVariables, type Values, variableValues } from '../../tickets/sending/variables'
import { findUser } from '../../users/people'
import { type EmailVariable, escapeHtml } from './formatted/contract'
import type { Letter } from './letters'

export type Text = { readonly subject: string; readonly message: string } & Pick<Letter, 'html' | 'signature'>

export const hasVariables = ({ subject, message, html, signature }: Text): boolean =>
  [subject, message, html, signature].some((text) => text?.includes('{{') === true)

type About = { readonly userId: number; readonly contactId: number | null; readonly ticketId: number | null }

/** Values in one line: they may stand in the subject. Without a contact or conversation, what is about them is empty. */
export function emailValues(
  { db, tenant, now }: Pick<Cx, 'db' | 'tenant' | 'now'>,
  { databases }: Pick<Services, 'databases'>,
  { userId, contactId, ticketId }: About,
): Values {
  const contact = (contactId === null ? undefined : findContact(db, contactId)) ?? { name: '', isGroup: false }
  const ticket = ticketId === null ? undefined : findTicket(db, ticketId)
  const { timeZone, language } = tenant
  const at = now()
  const usual = variableValues({ contact, ticket: ticket ?? { id: 0, createdAt: at }, now: at, timeZone, language })
  const queues = getColumn<string>(
    db,
    'SELECT q.name FROM user_queues u JOIN queues q ON q.id = u.queue_id WHERE u.user_id = (? + 0) ORDER BY q.name',
    userId,
  )
  const values: Readonly<Partial<Record<EmailVariable, string>>> = {
    ...usual,
    ...(!ticket && { protocol: '' }),
    'user.name': findUser(db, userId)?.name ?? '',
    'user.queues': queues.join(', '),
    'company.name': findCompany(databases.control, tenant.id)?.name ?? '',
  }
  return mapped(values, (value) => value.replace(/\p{Cc}+/gu, ' ').trim())
}

/** In HTML a value is text, whatever it says. */
export function filled<T extends Text>(text: T, values: Values): T {
  const escaped = mapped(values, escapeHtml)
  const inHtml = (html: string | null) => (html === null ? null : fillVariables(html, escaped))
  return {
    ...text,
    subject: fillVariables(text.subject, values),
    message: fillVariables(text.message, values),
    html: inHtml(text.html),
    signature: inHtml(text.signature),
  }
}

const mapped = (values: Readonly<Record<string, string>>, change: (value: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
