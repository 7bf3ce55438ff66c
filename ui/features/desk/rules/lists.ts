/** The lists of the desk: which tickets belong to each, and in which order. */
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { type TicketStatus, type TicketSummary, ticketTab } from '../../../../src/tickets/contract'
import type { Text } from '../../../shared/i18n/translate'
import { type ExtraFilters, hasAll, type TicketPart } from '../../../shared/ticketParts'

export type DeskTab = 'open' | 'group' | 'closed' | 'search'
export type DeskSegment = 'open' | 'pending' | 'bot'

/** Inclusive, `2026-11-21`; an absent end is open. */
export type DayRange = { readonly from: string | null; readonly to: string | null }

/** What one list shows; `null` means no restriction. In `queueIds`, 0 stands for "no queue". */
export type TicketFilter = {
  readonly status: TicketStatus | null
  readonly isGroup: boolean | null
  /** Of pending tickets: those with the bot, or those that wait for people. Absent: both. */
  readonly isBot?: boolean
  readonly showAll: boolean
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  /** Filters by attendant. */
  readonly userId: number | null
  /** Values that a ticket must have in the modules' filters; null rather than empty. */
  readonly extras: ExtraFilters | null
  readonly unreadOnly: boolean
  /** Days of the last activity; in a message search, of the message. */
  readonly movedOn: DayRange | null
  readonly search: string
  /** Only tickets waiting longer than the company's limit. */
  readonly lateOnly?: boolean
  /** Defaults to `recent`: latest activity first. */
  readonly order?: ListOrder
}

export type ListOrder = 'recent' | 'waiting'
/** The user's order for each segment; who is with the bot does not wait. */
export type SegmentOrders = Readonly<Record<Exclude<DeskSegment, 'bot'>, ListOrder>>
/** Longest wait first: nobody is overtaken by a later contact, or by writing again. */
export const usualOrders: SegmentOrders = { open: 'recent', pending: 'waiting' }

export const NO_QUEUE = 0

export type ListFilters = Omit<TicketFilter, 'status' | 'isGroup' | 'isBot' | 'order'> & {
  readonly orders?: SegmentOrders
}

/**
 * Waiting tickets and groups have no attendant to filter by; with that filter the other lists include everybody's
 * tickets.
 */
export function choiceOf(
  tab: DeskTab,
  segment: DeskSegment,
  { orders = usualOrders, ...filters }: ListFilters,
): TicketFilter {
  const ofNobody = { ...filters, userId: null }
  const ofSomebody = { ...filters, showAll: filters.showAll || filters.userId !== null }
  switch (tab) {
    case 'open':
      if (segment === 'open') return { ...ofSomebody, status: 'open', isGroup: false, order: orders.open }
      if (segment === 'bot') return { ...ofNobody, status: 'pending', isGroup: false, isBot: true, lateOnly: false }
      return { ...ofNobody, status: 'pending', isGroup: false, isBot: false, order: orders.pending }
    case 'group': {
      const status = segment === 'open' ? 'open' : 'pending' // no bot answers in groups
      return { ...ofNobody, status, isGroup: true, order: orders[status] }
    }
    case 'closed':
      return { ...ofSomebody, status: 'closed', isGroup: null, lateOnly: false }
    case 'search':
      return { ...ofSomebody, status: null, isGroup: null, lateOnly: false }
  }
}

/** The list in which a ticket is found without a search. */
export type ListKind = Pick<TicketSummary, 'status' | 'isGroup'> & { readonly isBot?: boolean }
export function listOf(ticket: ListKind): { tab: DeskTab; segment: DeskSegment } {
  if (ticket.status === 'closed') return { tab: 'closed', segment: 'open' }
  if (ticket.isGroup) return { tab: 'group', segment: ticket.status }
  return { tab: 'open', segment: ticket.status === 'pending' && ticket.isBot ? 'bot' : ticket.status }
}

/** An empty search has no list. */
export const isIdle = ({ status, search, extras }: TicketFilter): boolean =>
  status === null && search === '' && extras === null

export const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const))

/** Query parameters of a list. */
export function queryOf(choice: TicketFilter) {
  const { status, isGroup, isBot, showAll, queueIds, connectionIds, userId, extras, unreadOnly, movedOn, search } =
    choice
  const { lateOnly = false, order = 'recent' } = choice
  return {
    showAll: flag(showAll),
    ...(status === null ? {} : { status }),
    ...(isGroup === null ? {} : { isGroup: flag(isGroup) }),
    ...(isBot === undefined ? {} : { isBot: flag(isBot) }),
    ...(queueIds === null ? {} : { queueIds: JSON.stringify(queueIds) }),
    ...(connectionIds === null ? {} : { connectionIds: JSON.stringify(connectionIds) }),
    ...(userId === null ? {} : { users: JSON.stringify([userId]) }),
    ...extraQueryOf(extras ?? {}),
    ...(unreadOnly ? { withUnreadMessages: flag(true) } : {}),
    ...(movedOn?.from ? { dateStart: movedOn.from } : {}),
    ...(movedOn?.to ? { dateEnd: movedOn.to } : {}),
    ...(search === '' ? {} : { searchParam: search }),
    ...(lateOnly ? { late: flag(true) } : {}),
    ...(order === 'recent' ? {} : { order }),
  }
}

const extraQueryOf = (extras: ExtraFilters): object =>
  Object.fromEntries(Object.entries(extras).map(([name, ids]) => [name, JSON.stringify(ids)]))

/** Who views a list, in which time zone, and when a wait is too long. */
export type Reader = { readonly userId: number; dayOf(at: string): string; isLate?(since: string): boolean }

/**
 * Whether a ticket belongs to the list, by the server's rules: waiting tickets are everybody's, open and closed ones
 * their owner's, groups have no owner.
 */
export function belongsTo(
  choice: TicketFilter,
  { userId, dayOf, isLate }: Reader,
  parts: readonly TicketPart[] = [],
): (ticket: TicketSummary) => boolean {
  return (ticket) =>
    (choice.status === null || ticket.status === choice.status) &&
    (choice.isGroup === null || ticket.isGroup === choice.isGroup) &&
    (choice.isBot === undefined || ticketTab(ticket) !== (choice.isBot ? 'pending' : 'bot')) &&
    (!isOwnOnly(choice) || ticket.userId === userId) &&
    (choice.queueIds === null || choice.queueIds.includes(ticket.queueId ?? NO_QUEUE)) &&
    (choice.connectionIds === null || choice.connectionIds.includes(ticket.whatsappId)) &&
    (choice.userId === null || ticket.userId === choice.userId) &&
    (choice.extras === null || hasAll(parts, choice.extras, ticket)) &&
    (!choice.unreadOnly || ticket.unreadMessages > 0 || ticket.isMarkUnread) &&
    (choice.movedOn === null || isWithin(choice.movedOn, dayOf(ticket.updatedAt))) &&
    (!choice.lateOnly || (ticket.waitingSince !== null && isLate?.(ticket.waitingSince) === true))
}

const isWithin = ({ from, to }: DayRange, day: string): boolean => (from ?? day) <= day && day <= (to ?? day)

const isOwnOnly = ({ status, isGroup, search, showAll }: TicketFilter): boolean =>
  (status === 'open' || status === 'closed') && isGroup !== true && !search && !showAll

/** The queue of the contact's latest other ticket. */
export const lastQueueOf = (tickets: readonly Pick<TicketSummary, 'id' | 'queueId'>[], than: number): number | null =>
  tickets.find(({ id, queueId }) => id !== than && queueId !== null)?.queueId ?? null

/**
 * Whether this user marks it as read by opening it: their own tickets and groups, but not waiting or colleagues'
 * tickets.
 */
export const isReadBy = (ticket: TicketSummary, userId: number): boolean =>
  (ticket.unreadMessages > 0 || ticket.isMarkUnread) && (ticket.userId === userId || ticket.isGroup)

/** A user with several queues is asked for one; a user with one attends there. */
export const needsQueue = (
  { queueId }: Pick<TicketSummary, 'queueId'>,
  user: { queueIds: readonly number[] },
): boolean => queueId === null && user.queueIds.length > 1

const unreadOfOne = { showAll: 'false', withUnreadMessages: 'true' } as const
/** The unread lists that are counted for a user. */
export const unreadLists = [
  { ...unreadOfOne, status: 'pending', isBot: 'false' },
  { ...unreadOfOne, status: 'open', isGroup: 'false' },
  { ...unreadOfOne, status: 'open', isGroup: 'true' },
] as const

/** Latest activity first. */
export const byMovement = (a: TicketSummary, b: TicketSummary): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

/** Longest wait first; tickets that do not wait come last. */
export const byWait = (a: TicketSummary, b: TicketSummary): number =>
  waitKey(a).localeCompare(waitKey(b)) || a.id - b.id
const waitKey = ({ waitingSince }: TicketSummary): string => waitingSince ?? 'never'

/** A move's response and its event have the same time; the event's version may be newer, for example already read. */
export const answered = (current: TicketSummary, answer: TicketSummary): TicketSummary =>
  answer.updatedAt > current.updatedAt ? answer : current

/** Each ticket carries its connection's name and farewell. */
export function withConnection(
  ticket: TicketSummary,
  { id, name, complationMessage: farewellMessage }: Pick<ConnectionSummary, 'id' | 'name' | 'complationMessage'>,
): TicketSummary {
  const { whatsappId, whatsapp } = ticket
  const isSame = whatsapp.name === name && whatsapp.farewellMessage === farewellMessage
  return whatsappId !== id || isSame ? ticket : { ...ticket, whatsapp: { id, name, farewellMessage } }
}

/** An event older than the fetched page changes nothing. */
export const newerTicket = (current: TicketSummary, incoming: TicketSummary): TicketSummary =>
  incoming.updatedAt < current.updatedAt ? current : incoming

/** The list's tab stop: the row reached by arrow keys, otherwise the open one, otherwise the first rendered. */
export function tabStop<T extends { readonly id: number; readonly uuid: string }>(
  drawn: readonly T[],
  { reached, open }: { reached: number | null; open: string | undefined },
): number | undefined {
  return (drawn.find(({ id }) => id === reached) ?? drawn.find(({ uuid }) => uuid === open) ?? drawn[0])?.id
}

export const statusText = (t: Text, status: TicketStatus): string =>
  status === 'closed' ? t('tickets.closed') : t(`tickets.segment.${status}`)
