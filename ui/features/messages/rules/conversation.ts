/** Turns messages into rows of the conversation: days, boundaries between tickets, bubbles grouped by author, pictures sent together. */
import { FAILED } from '../../../../src/channels/contract'
import type { TicketStep } from '../../../../src/tickets/contract'
import type { Message, MessagePage } from '../../../../src/tickets/messages/contract'
import type { Outgoing } from './outgoing'

export type TicketBoundary = MessagePage['tickets'][number]
export type Bubble = {
  readonly kind: 'message'
  readonly key: string
  readonly message: Message
  readonly first: boolean
  readonly last: boolean
  readonly pending: Outgoing | null
}
export type ConversationItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | {
      /** `again`: the next message belongs to a ticket that had begun before, over another connection. */
      readonly kind: 'started' | 'ended' | 'again'
      readonly key: string
      readonly boundary: TicketBoundary
      /** The conversation goes over several connections, so that each is named. */
      readonly namesDoor: boolean
    }
  | { readonly kind: 'step'; readonly key: string; readonly step: TicketStep }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | Bubble
  | Album
/** Pictures and videos shown as one; the key is that of the first. */
export type Album = { readonly kind: 'album'; readonly key: string; readonly bubbles: readonly Bubble[] }

export const bubblesOf = (item: ConversationItem): readonly Bubble[] =>
  item.kind === 'message' ? [item] : item.kind === 'album' ? item.bubbles : []

export type MessageEntry = { readonly message: Message; readonly pending: Outgoing | null }
/** The first unread message when the conversation was opened, and the number of unread ones. */
export type Unread = { readonly from: number; readonly count: number }
type Options = {
  dayOf: (at: string) => string
  boundaries: readonly TicketBoundary[]
  hasOlder: boolean
  unread?: Unread | undefined
}

/** Bubbles further apart in time are not grouped. */
const TOGETHER = 5 * 60_000
/** The same for pictures in an album, unless the sender sent them as one. */
const ONE_ALBUM = 60_000
/** An album is rendered whole, visible or not. */
const MOST_PICTURES = 20

export function conversationItems(
  lines: readonly MessageEntry[],
  { dayOf, boundaries, hasOlder, unread }: Options,
): ConversationItem[] {
  const items: ConversationItem[] = []
  const namesDoor = new Set(boundaries.map(({ whatsapp }) => whatsapp.id)).size > 1
  const begun = new Set<number>()
  const steps = boundaries
    .flatMap((boundary) => boundary.steps)
    .filter(({ kind }) => kind !== 'started')
    .sort((a, b) => a.id - b.id)
  const oldest = lines[0]?.message.createdAt ?? ''
  const shownSteps = hasOlder ? steps.filter(({ at }) => at >= oldest) : steps
  let stepsShown = 0
  /** The transfers up to a message; after the last one, all remaining. */
  const stepsUntil = (until: string | undefined) => {
    const to = until === undefined ? shownSteps.length : shownSteps.findLastIndex(({ at }) => at < until) + 1
    const next = shownSteps.slice(stepsShown, to)
    stepsShown = Math.max(stepsShown, to)
    for (const step of next) items.push({ kind: 'step', key: `step-${step.id}`, step })
    return next.length > 0
  }
  const hasStepBefore = (at: string) => (shownSteps[stepsShown]?.at ?? at) < at
  const marked = unread && !isAnsweredSince(lines, unread.from) ? unread : undefined
  lines.forEach(({ message, pending }, index) => {
    const [before, after] = [lines[index - 1]?.message, lines[index + 1]?.message]
    const newDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt)
    const newTicket = before ? isOtherTicket(before, message) : !hasOlder
    const lastOfTicket = after !== undefined && isOtherTicket(message, after)
    const lastOfDay = after !== undefined && dayOf(after.createdAt) !== dayOf(message.createdAt)
    const boundaryOf = (ticketId: number | null | undefined) =>
      newTicket ? boundaries.find(({ id }) => id === ticketId) : undefined
    const [ended, started] = [boundaryOf(before?.ticketId), boundaryOf(message.ticketId)]
    const key = bubbleKey(message)
    // The boundary comes after the last day of the ended ticket, above the day of the next one.
    if (ended?.closedAt && ended.closedAt <= message.createdAt)
      items.push({ kind: 'ended', key: `ended-${key}`, boundary: ended, namesDoor })
    // Whether its day started earlier is unknown for the oldest loaded message, so no day is shown above it.
    if (newDay && (before || !hasOlder)) items.push({ kind: 'day', key: `day-${key}`, at: message.createdAt })
    if (started) {
      const kind = begun.has(started.id) ? 'again' : 'started'
      if (kind === 'started' || namesDoor) items.push({ kind, key: `${kind}-${key}`, boundary: started, namesDoor })
      begun.add(started.id)
    }
    const isParted = stepsUntil(message.createdAt)
    const isUnread = message.id === marked?.from
    if (isUnread) items.push({ kind: 'unread', key: 'unread', count: marked.count })
    const first = newDay || newTicket || isUnread || isParted || !before || !isTogether(before, message)
    const isPartedAfter = after !== undefined && hasStepBefore(after.createdAt)
    const last =
      isPartedAfter || lastOfTicket || lastOfDay || !after || after.id === marked?.from || !isTogether(message, after)
    const bubble: Bubble = { kind: 'message', key, message, pending, first, last }
    const above = items.at(-1)
    const album = above && !first ? albumWith(above, bubble) : undefined
    if (album) items[items.length - 1] = album
    else items.push(bubble)
  })
  stepsUntil(undefined)
  return items
}

/** The pictures above that form an album with this one. */
function albumWith(above: ConversationItem, bubble: Bubble): Album | undefined {
  const bubbles = bubblesOf(above)
  const last = bubbles.at(-1)
  if (!last || bubbles.length === MOST_PICTURES || !isTile(last) || !isTile(bubble)) return undefined
  const [a, b] = [last.message, bubble.message]
  const isSent = a.extra?.album !== undefined && a.extra.album === b.extra?.album
  const isNear = Date.parse(b.createdAt) - Date.parse(a.createdAt) <= ONE_ALBUM
  const isAlike = a.extra?.forwarded === b.extra?.forwarded
  return (isSent || isNear) && isAlike ? { kind: 'album', key: above.key, bubbles: [...bubbles, bubble] } : undefined
}

/** A picture or video without caption, quote or anything else that needs room. */
const isTile = ({ message, pending }: Bubble): boolean =>
  (message.mediaType === 'image' || (message.mediaType === 'video' && !message.extra?.playback)) &&
  !pending &&
  !message.isDeleted &&
  message.body === '' &&
  message.media !== null &&
  message.media.state !== 'failed' &&
  message.quotedMsg === null &&
  message.refused === null &&
  !message.extra?.buttons &&
  !(message.fromMe && message.ack === FAILED)

/** The last `count` unanswered messages of others, in reading order; none until all of them are loaded. */
export function unreadIn(messages: readonly Message[], count: number): Unread | undefined {
  const answered = messages.findLastIndex(isAnswer)
  const said = messages.slice(answered + 1).filter(({ fromMe }) => !fromMe)
  const unread = answered < 0 ? count : Math.min(count, said.length)
  const first = unread > 0 ? said.at(-unread) : undefined
  return first && { from: first.id, count: unread }
}

/** An answer implies that everything before it was read. */
const isAnsweredSince = (lines: readonly MessageEntry[], id: number): boolean =>
  lines.slice(lines.findIndex(({ message }) => message.id === id)).some(({ message }) => isAnswer(message))

/**
 * Whether the way to unread messages is over: we wrote last, or they lost their mark because somebody answered, even if
 * the contact has written since.
 */
export function isUnreadOver(items: readonly ConversationItem[]): boolean {
  const messages = items.flatMap(bubblesOf).map(({ message }) => message)
  const isMarked = items.some(({ kind }) => kind === 'unread')
  return messages.at(-1)?.fromMe === true || (!isMarked && messages.some(isAnswer))
}

const isAnswer = (message: Message): boolean => message.fromMe && message.user !== null && !isNote(message)

/** Messages of a blocked contact belong to no ticket, so they make no boundary. */
const isOtherTicket = (a: Message, b: Message): boolean =>
  a.ticketId !== null && b.ticketId !== null && a.ticketId !== b.ticketId

/** Our own messages keep their key from before the server stored them, so that the bubble stays the same element. */
export const bubbleKey = (message: Message): string => message.clientId ?? `m${message.id}`

export const isNote = (message: Message): boolean => message.mediaType === 'note'

function isTogether(a: Message, b: Message): boolean {
  return (
    a.fromMe === b.fromMe &&
    isNote(a) === isNote(b) &&
    a.user?.id === b.user?.id &&
    (a.fromMe || a.contact?.name === b.contact?.name) &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < TOGETHER
  )
}
