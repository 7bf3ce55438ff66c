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

/** The later revision; of two equal ones a downloaded file stays downloaded. */
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

type Loaded = { readonly queryKey: readonly unknown[]; readonly state: { readonly data: unknown } }

/** Only conversations lie under this key. */
const conversationIn = ({ queryKey, state }: Loaded): LoadedList<Message> | undefined =>
  queryKey[0] === 'messages' ? (state.data as LoadedList<Message> | undefined) : undefined

/** Of the lists in the cache: whether it shows what was said with one of these contacts. An empty one may be anybody's. */
export const isConversationOf =
  (contactIds: readonly number[]) =>
  (loaded: Loaded): boolean => {
    const items = conversationIn(loaded)?.items
    return items?.length === 0 || items?.some(({ contactId }) => contactIds.includes(contactId)) === true
  }

/** Of the lists in the cache: a conversation of which this ticket's messages are missing among those it has loaded. */
export const lacks =
  ({ id, status, contactId, isGroup, whatsappId, last, createdAt, updatedAt }: TicketSummary) =>
  (loaded: Loaded): boolean => {
    const { items = [], hasMore = false } = conversationIn(loaded) ?? {}
    const [newest, oldest] = [items[0], items.at(-1)]
    // One that begins now is told message by message.
    if (!newest || !oldest || last === null || createdAt >= newest.createdAt) return false
    if (!items.some((message) => isOf({ contactId, isGroup, whatsappId }, { message, ticket: message }))) return false
    const isThere = items.some(({ ticketId }) => ticketId === id)
    if (hasMore) return !isThere && updatedAt > oldest.createdAt
    // An import goes back in several parts.
    return !isThere || (status !== 'open' && createdAt < oldest.createdAt)
  }

type ConversationKey = Pick<TicketSummary, 'contactId' | 'isGroup' | 'whatsappId'>

/** What another number of ours hears in a group, the conversation's own number hears as well. */
export const isOf = (
  { contactId, isGroup, whatsappId }: ConversationKey,
  { message, ticket }: { readonly message: Message; readonly ticket: Pick<TicketSummary, 'whatsappId'> },
): boolean => message.contactId === contactId && (!isGroup || ticket.whatsappId === whatsappId)

/** In a single chat, one that belongs to no ticket is announced in no other way, and may be new. */
export const updateIn = ({ contactId, isGroup }: ConversationKey, message: Message): Change<Message> =>
  message.ticketId === null && message.contactId === contactId && !isGroup
    ? { put: message }
    : { patch: message.id, with: (row) => laterMessage(row, message) }

/** In a single chat what others wrote and reacted carries the name that the contact has now. */
export function withWriter(
  row: Message,
  { id, name, isGroup }: Pick<ContactSummary, 'id' | 'name' | 'isGroup'>,
): Message {
  if (isGroup || row.contactId !== id) return row
  const reactions = row.reactions.map((one) => (one.fromMe ? one : { ...one, author: name }))
  return { ...row, contact: row.contact && { name }, reactions }
}

/** A pending edit begins and ends with a new revision; in between, ticks only rise. */
const ackOver = (older: number, newer: number): number =>
  newer === EDITING || older === EDITING ? newer : laterAck(older, newer)

const mediaOf = (older: Message, newer: Message): Pick<Message, 'media' | 'mediaUrl'> => ({
  media: older.media?.state === 'ready' ? older.media : newer.media,
  mediaUrl: newer.mediaUrl ?? older.mediaUrl,
})

/** `stepped` comes from an event, and joins the ticket's boundary. */
export type ThreadExtra = { readonly boundaries: readonly TicketBoundary[]; readonly stepped?: TicketStepped }

/** What an event tells of the lines between a contact's tickets. */
export function boundariesIn(
  { contactId }: Pick<TicketSummary, 'contactId'>,
  { ticket }: { readonly ticket: TicketSummary },
): ThreadExtra | undefined {
  const { id, createdAt, closedAt, user, queue } = ticket
  const names = { userName: user?.name ?? null, queueName: queue?.name ?? null }
  return ticket.contactId === contactId ? { boundaries: [{ id, createdAt, closedAt, ...names, steps: [] }] } : undefined
}

/** A step, of which the ticket's own news say only where it is now. */
export const stepIn = (
  { contactId }: Pick<TicketSummary, 'contactId'>,
  stepped: TicketStepped,
): ThreadExtra | undefined => (stepped.contactId === contactId ? { boundaries: [], stepped } : undefined)

export function joinBoundaries(before: ThreadExtra | undefined, { boundaries, stepped }: ThreadExtra): ThreadExtra {
  const known = new Map((before?.boundaries ?? []).map((boundary) => [boundary.id, boundary]))
  for (const boundary of boundaries)
    known.set(boundary.id, { ...boundary, steps: joinSteps(known.get(boundary.id)?.steps ?? [], boundary.steps) })
  const moved = stepped && known.get(stepped.ticketId)
  if (moved) known.set(moved.id, { ...moved, steps: joinSteps(moved.steps, [stepped.step]) })
  return { boundaries: [...known.values()] }
}

/** Steps are only added. */
const joinSteps = (before: readonly TicketStep[], after: readonly TicketStep[]): TicketStep[] =>
  [...new Map([...before, ...after].map((step) => [step.id, step])).values()].sort((a, b) => a.id - b.id)
