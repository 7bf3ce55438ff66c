import type { Actor } from '../../actor'
import { type ActiveTicket, type ContactRow, type ContactSummary, rowWith } from '../../contacts/contract'
import { getOrMake } from '../../platform/maps'
import { getRows } from '../../platform/sql'
import { extraOf, type FieldReader } from '../../tickets/fields'
import { namesIn } from '../../tickets/lists/names'
import { visibleTo } from '../../tickets/visibility'

type Row = Pick<ActiveTicket, 'id' | 'uuid' | 'status'> & { readonly contactId: number; readonly connectionId: number }

/** Adds to each contact its active tickets that the actor may see. */
export function withActiveTickets(cx: FieldReader, actor: Actor, contacts: readonly ContactSummary[]): ContactRow[] {
  const { db } = cx
  const { sql, params } = visibleTo(actor)
  const rows = getRows<Row>(
    db,
    `SELECT t.contact_id AS contactId, t.id, t.uuid, t.status, t.connection_id AS connectionId
     FROM (SELECT value FROM json_each(?)) CROSS JOIN tickets t ON t.contact_id = value
     WHERE t.status <> 'closed' AND ${sql} ORDER BY t.id`,
    [JSON.stringify(contacts.map(({ id }) => id)), ...params],
  )
  const tags = extraOf(
    cx,
    'tags',
    rows.map(({ id }) => id),
  )
  const names = namesIn(db)
  const active = new Map<number, ActiveTicket[]>()
  for (const { contactId, connectionId, ...ticket } of rows) {
    const { id, name } = names.connection(connectionId)
    getOrMake(active, contactId, () => []).push({ ...ticket, whatsapp: { id, name }, tags: tags.get(ticket.id) ?? [] })
  }
  return contacts.map((contact) => rowWith(contact, active.get(contact.id) ?? []))
}
