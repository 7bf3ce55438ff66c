/** The rules of the contacts list: its order, what events mean for it, and the tickets beside a contact. Pure. */

import {
  type ActiveTicket,
  type ContactRow,
  type ContactWithInfo,
  contactDeleted,
  contactRestored,
  contactsReloaded,
  contactUpdated,
  rowWith,
} from '../../../src/contacts/contract'
import { categoryDeleted, categoryUpdated } from '../../../src/features/contact-book/categories/contract'
import { tagDeleted, tagUpdated } from '../../../src/features/tags/contract'
import { type TicketSummary, ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { searchable } from '../../shared/plain'
import type { ContactsView, SearchPlace } from './view'

/** Query of the server: the address, and other restrictions. */
export type ContactsFilter = ContactsView & {
  readonly searchIn?: SearchPlace
  /** The user finds only contacts they have a ticket with. */
  readonly isLimited?: boolean
}

const bySign = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

const orders = {
  id: () => 0,
  name: (a: ContactRow, b: ContactRow) => bySign(searchable(a.name), searchable(b.name)),
  last: (a: ContactRow, b: ContactRow) => bySign(a.lastInteractionAt ?? '', b.lastInteractionAt ?? ''),
}

/** An event carries a contact without its tickets: the known ones stay. */
export const rowOf = ({ extraInfo: _, ...contact }: ContactWithInfo): ContactRow => rowWith(contact, [])

export const contactsSpec: CrudSpec<ContactRow, ContactsFilter> = {
  key: ['contacts', 'page'],
  compare: (a, b, { sort = 'name', desc }) => (orders[sort](a, b) || a.id - b.id) * (desc ? -1 : 1),
  merge: (known, row) =>
    rowWith({ ...row, lastInteractionAt: later(known.lastInteractionAt, row.lastInteractionAt) }, known.tickets),
  events: [
    on(contactUpdated, ({ contact }) => ({ put: rowOf(contact) })),
    on(contactDeleted, ({ contactId }) => ({ drop: contactId })),
    on(ticketUpdated, ({ ticket }) => ({
      each: (row) => (row.id === ticket.contactId ? row : without(row, ticket.id)),
    })),
    on(ticketUpdated, ({ ticket }) => ({ patch: ticket.contactId, with: (row) => withTicket(row, ticket) })),
    on(messageCreated, ({ ticket }) => ({ patch: ticket.contactId, with: (row) => withTicket(row, ticket) })),
    on(tagUpdated, ({ tag: { id, name, color } }) => ({ each: (row) => withTagAs(row, id, { id, name, color }) })),
    on(tagDeleted, ({ tagId }) => ({ each: (row) => withTagAs(row, tagId, null) })),
    on(ticketDeleted, ({ ticketId }) => ({ each: (row) => without(row, ticketId) })),
  ],
  refetchOn: [
    on(ticketDeleted, ({ isGone }) => isGone),
    on(contactDeleted, () => true), // how many are left
    on(contactRestored, () => true),
    on(contactsReloaded, () => true),
    on(categoryUpdated, () => true),
    on(categoryDeleted, () => true),
  ],
  belongs: ({ isGroup, active, contactCategoryId, lastInteractionAt }, { state, category }) =>
    !isGroup &&
    (state === undefined || (state === 'new' ? lastInteractionAt === null : active === (state === 'active'))) &&
    (category === undefined || contactCategoryId === category),
  onlyServerAdds: ({ search, connection, channel, from, to, isLimited }) =>
    Boolean(search || connection || channel || from || to || isLimited),
}

const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/** The server stores it to the minute. */
const toMinute = (instant: string) => `${instant.slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`

function without(row: ContactRow, ticketId: number): ContactRow {
  const rest = row.tickets.filter(({ id }) => id !== ticketId)
  return rest.length === row.tickets.length ? row : rowWith(row, rest)
}

function withTicket(row: ContactRow, { id, uuid, status, whatsapp, tags, updatedAt }: TicketSummary): ContactRow {
  const others = row.tickets.filter((ticket) => ticket.id !== id)
  const tickets =
    status === 'closed'
      ? others
      : [...others, { id, uuid, status, whatsapp: { id: whatsapp.id, name: whatsapp.name }, tags }]
  return rowWith(
    { ...row, lastInteractionAt: later(row.lastInteractionAt, toMinute(updatedAt)) },
    tickets.toSorted((a, b) => a.id - b.id),
  )
}

function withTagAs(row: ContactRow, tagId: number, tag: ActiveTicket['tags'][number] | null): ContactRow {
  if (!row.tickets.some(({ tags }) => tags.some(({ id }) => id === tagId))) return row
  const tickets = row.tickets.map((ticket) => ({
    ...ticket,
    tags: ticket.tags.flatMap((one) => (one.id === tagId ? (tag ?? []) : one)),
  }))
  return rowWith(row, tickets)
}

/** The tags of a contact's tickets, each once. */
export const tagsOf = ({ tickets }: ContactRow) => [
  ...new Map(tickets.flatMap(({ tags }) => tags).map((tag) => [tag.id, tag])).values(),
]
