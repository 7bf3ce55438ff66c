/** The lists of the desk: which tickets belong in each, and in what order. */
import type { TicketStatus, TicketSummary } from '../../../../src/tickets/contract'

export type DeskTab = 'open' | 'group' | 'closed' | 'search'
export type DeskSegment = 'open' | 'pending'

/** What one list shows; `null` means no restriction. In `queueIds`, 0 stands for "no queue". */
export type ListChoice = {
  readonly status: TicketStatus | null
  readonly isGroup: boolean | null
  readonly showAll: boolean
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  readonly search: string
}

export const NO_QUEUE = 0

export function choiceOf(
  tab: DeskTab,
  segment: DeskSegment,
  filters: Pick<ListChoice, 'showAll' | 'queueIds' | 'connectionIds' | 'search'>,
): ListChoice {
  switch (tab) {
    case 'open':
      return { ...filters, status: segment, isGroup: false }
    case 'group':
      return { ...filters, status: segment, isGroup: true }
    case 'closed':
      return { ...filters, status: 'closed', isGroup: null }
    case 'search':
      return { ...filters, status: null, isGroup: null }
  }
}

/** The server's own question about a row the person may see: waiting tickets are everybody's, open and closed ones their owner's, groups have none. */
export function belongsTo(choice: ListChoice, userId: number): (ticket: TicketSummary) => boolean {
  return (ticket) =>
    (choice.status === null || ticket.status === choice.status) &&
    (choice.isGroup === null || ticket.isGroup === choice.isGroup) &&
    (!isOwnOnly(choice) || ticket.userId === userId) &&
    (choice.queueIds === null || choice.queueIds.includes(ticket.queueId ?? NO_QUEUE)) &&
    (choice.connectionIds === null || choice.connectionIds.includes(ticket.whatsappId))
}

const isOwnOnly = ({ status, isGroup, search, showAll }: ListChoice): boolean =>
  (status === 'open' || status === 'closed') && isGroup !== true && !search && !showAll

/** Last moved first. */
export const byMovement = (a: TicketSummary, b: TicketSummary): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

/** A move's answer comes beside the events: of the same moment, their version also has what came after, such as that it was read. */
export const answered = (current: TicketSummary, answer: TicketSummary): TicketSummary =>
  answer.updatedAt > current.updatedAt ? answer : current

/** An event that was overtaken by a fetched page says nothing new. */
export const newerTicket = (current: TicketSummary, incoming: TicketSummary): TicketSummary =>
  incoming.updatedAt < current.updatedAt ? current : incoming
