/** Which messages belong to a conversation, and which of two versions of one is the later, by its `revision`. */
import { EDITING } from '../../../../src/channels/contract'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketStep, TicketStepped, TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { Change, LoadedList } from '../../../shared/live/apply'
import type { TicketBoundary } from './conversation'
import { laterAck } from './receipts'

/** Newest first, as the cache holds a conversation. */
export const byAge = (a: Message, b: Message): number => b.createdAt.localeCompare(a.createdAt) || b.id - a.id

/** The later revision; of equal ones, the downloaded file is kept. */
export function laterMessage(current: Message, incoming: Message): Message {
  if (current.revision !== incoming.revision) {
    const [older, newer] = current.revision < incoming.revision ? [current, incoming] : [incoming, current]
    return { ...newer, ack: ackOver(older.ack, newer.ack), ...(newer.isDeleted ? {} : mediaOf(older, newer)) }
  }
  return {
    ...incoming,
    ack: ackOver(current.ack, incoming.ack),
    ...(incoming.isDeleted ? {} : mediaOf(current, incoming)),
  }
}

type LoadedQuery = { readonly queryKey: readonly unknown[]; readonly state: { readonly data: unknown } }

/** Only conversations are stored under this key. */
const conversationIn = ({ queryKey, state }: LoadedQuery): LoadedList<Message> | undefined =>
  queryKey[0] === 'messages' ? (state.data as LoadedList<Message> | undefined) : undefined

/** Predicate over cached lists: whether it shows messages of one of these contacts. An empty one may be anybody's. */
export const isConversationOf =
  (contactIds: readonly number[]) =>
  (loaded: LoadedQuery): boolean => {
    const items = conversationIn(loaded)?.items
    return items?.length === 0 || items?.some(({ contactId }) => contactIds.includes(contactId)) === true
  }

/** Predicate over cached lists: a conversation in which this ticket's messages are missing among the loaded ones. */
export const lacks =
  ({ id, status, contactId, isGroup, whatsappId, last, createdAt, updatedAt }: TicketSummary) =>
  (loaded: LoadedQuery): boolean => {
    const { items = [], hasMore = false } = conversationIn(loaded) ?? {}
    const [newest, oldest] = [items[0], items.at(-1)]
    // A new ticket is reported message by message.
    if (!newest || !oldest || last === null || createdAt >= newest.createdAt) return false
    if (!items.some((message) => isOf({ contactId, isGroup, whatsappId }, { message, ticket: message }))) return false
    const isThere = items.some(({ ticketId }) => ticketId === id)
    if (hasMore) return !isThere && updatedAt > oldest.createdAt
    // A backfill goes back in several steps.
    return !isThere || (status !== 'open' && createdAt < oldest.createdAt)
  }

type ConversationKey = Pick<TicketSummary, 'contactId' | 'isGroup' | 'whatsappId'>

/** In a group, a message received by another of our numbers is also received by the conversation's own. */
export const isOf = (
  { contactId, isGroup, whatsappId }: ConversationKey,
  { message, ticket }: { readonly message: Message; readonly ticket: Pick<TicketSummary, 'whatsappId'> },
): boolean => message.contactId === contactId && (!isGroup || ticket.whatsappId === whatsappId)

/** In a single chat, a message without a ticket is announced in no other way, and may be new. */
export const updateIn = ({ contactId, isGroup }: ConversationKey, message: Message): Change<Message> =>
  message.ticketId === null && message.contactId === contactId && !isGroup
    ? { put: message }
    : { patch: message.id, with: (row) => laterMessage(row, message) }

/** In a single chat others' messages and reactions carry the contact's current name. */
export function withWriter(
  row: Message,
  { id, name, isGroup }: Pick<ContactSummary, 'id' | 'name' | 'isGroup'>,
): Message {
  if (isGroup || row.contactId !== id) return row
  const reactions = row.reactions.map((one) => (one.fromMe ? one : { ...one, author: name }))
  return { ...row, contact: row.contact && { name }, reactions }
}

/** A pending edit starts and ends with a new revision; in between, the delivery status only rises. */
const ackOver = (older: number, newer: number): number =>
  newer === EDITING || older === EDITING ? newer : laterAck(older, newer)

const mediaOf = (older: Message, newer: Message): Pick<Message, 'media' | 'mediaUrl'> => ({
  media: older.media?.state === 'ready' ? older.media : newer.media,
  mediaUrl: newer.mediaUrl ?? older.mediaUrl,
})

/** `stepped` comes from an event, and is added to the ticket's boundary; `connection` has a new name. */
export type ThreadExtra = {
  readonly boundaries: readonly TicketBoundary[]
  readonly stepped?: TicketStepped
  readonly connection?: Pick<TicketBoundary['whatsapp'], 'id' | 'name'>
}

/** Changes that an event makes to the dividers between a contact's tickets. */
export function boundariesIn(
  { contactId }: Pick<TicketSummary, 'contactId'>,
  { ticket }: { readonly ticket: TicketSummary },
): ThreadExtra | undefined {
  const { id, createdAt, closedAt, user, queue, channel } = ticket
  const names = { userName: user?.name ?? null, queueName: queue?.name ?? null }
  const whatsapp = { id: ticket.whatsappId, name: ticket.whatsapp.name, channel }
  return ticket.contactId === contactId
    ? { boundaries: [{ id, createdAt, closedAt, ...names, whatsapp, steps: [] }] }
    : undefined
}

/** A step; the ticket's own events carry only its current state. */
export const stepIn = (
  { contactId }: Pick<TicketSummary, 'contactId'>,
  stepped: TicketStepped,
): ThreadExtra | undefined => (stepped.contactId === contactId ? { boundaries: [], stepped } : undefined)

export const renamedIn = ({ id, name }: Pick<TicketBoundary['whatsapp'], 'id' | 'name'>): ThreadExtra => ({
  boundaries: [],
  connection: { id, name },
})

export function joinBoundaries(
  before: ThreadExtra | undefined,
  { boundaries, stepped, connection }: ThreadExtra,
): ThreadExtra {
  const known = new Map((before?.boundaries ?? []).map((boundary) => [boundary.id, boundary]))
  for (const boundary of boundaries)
    known.set(boundary.id, { ...boundary, steps: joinSteps(known.get(boundary.id)?.steps ?? [], boundary.steps) })
  const moved = stepped && known.get(stepped.ticketId)
  if (moved) known.set(moved.id, { ...moved, steps: joinSteps(moved.steps, [stepped.step]) })
  const named = (boundary: TicketBoundary): TicketBoundary =>
    connection?.id === boundary.whatsapp.id && connection.name !== boundary.whatsapp.name
      ? { ...boundary, whatsapp: { ...boundary.whatsapp, name: connection.name } }
      : boundary
  return { boundaries: [...known.values()].map(named) }
}

/** Steps are only ever added. */
const joinSteps = (before: readonly TicketStep[], after: readonly TicketStep[]): TicketStep[] =>
  [...new Map([...before, ...after].map((step) => [step.id, step])).values()].sort((a, b) => a.id - b.id)
