/** The conversations beside contacts in a list. */
import type { Actor } from '../actor'
import { type ActiveTicket, type ContactRow, type ContactSummary, rowWith } from '../contacts/contract'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { summarizeTicket } from './summaries'
import { visibleTo } from './visibility'

/** Each contact with its active tickets, as far as this person sees them. */
export function withActiveTickets(cx: Cx, actor: Actor, contacts: readonly ContactSummary[]): ContactRow[] {
  const { sql, params } = visibleTo(actor)
  const active = statement(
    cx.db.$client,
    `SELECT t.contact_id AS contactId, t.id FROM (SELECT value FROM json_each(?)) CROSS JOIN tickets t ON t.contact_id = value
     WHERE t.status <> 'closed' AND ${sql} ORDER BY t.id`,
  ).all(JSON.stringify(contacts.map(({ id }) => id)), ...params) as { contactId: number; id: number }[] // the columns are listed
  return contacts.map((contact) =>
    rowWith(
      contact,
      active.filter(({ contactId }) => contactId === contact.id).flatMap(({ id }) => activeTicket(cx, id)),
    ),
  )
}

function activeTicket(cx: Cx, ticketId: number): ActiveTicket[] {
  const { id, uuid, status, whatsapp, tags } = summarizeTicket(cx, ticketId)
  if (status === 'closed') return []
  return [{ id, uuid, status, whatsapp: { id: whatsapp.id, name: whatsapp.name }, tags }]
}
