/** The rules of the board: its cards, the lane of each, and where each may be moved. Pure. */
import { numberMatcher } from '../../../src/contacts/number-needle'
import type { Tag } from '../../../src/features/tags/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { fits, needleOf } from '../../shared/plain'
import type { TicketPart } from '../../shared/ticketParts'
import { contactName } from '../contacts/names'
import { handlersWith, type LiveTickets } from '../desk/live'
import { byMovement, NO_QUEUE, newerTicket } from '../desk/rules/lists'
import { attends } from '../messages/rules/messageActions'
import type { KanbanView } from './view'

/** What lanes are made of. */
export type Kind = 'tags' | 'queues'
export const isKind = (value: unknown): value is Kind => value === 'tags' || value === 'queues'

/** Id of the lane for tickets without a lane tag, or without a queue. */
export const NO_LANE = 0

export type Lane = { readonly id: number; readonly name: string; readonly color: string | null }
type Queue = { readonly id: number; readonly name: string; readonly color: string }
export type Lanes = { readonly kind: Kind; readonly tags: readonly Tag[]; readonly queues: readonly Queue[] }

/** Filters applied by the server. */
export type BoardChoice = { readonly queueIds: readonly number[] | null; readonly showAll: boolean }

export const choiceOf = (
  { queue }: Pick<KanbanView, 'queue'>,
  user: { readonly queueIds: readonly number[] },
  showAll: boolean,
): BoardChoice => ({
  queueIds: queue === undefined ? null : queue === 'mine' ? [NO_QUEUE, ...user.queueIds] : [queue],
  showAll,
})

/** Whether a ticket is on the board, as decided by the server. */
export const isOnBoard =
  ({ queueIds, showAll }: BoardChoice, userId: number) =>
  ({ status, isGroup, queueId, userId: owner }: TicketSummary): boolean =>
    !isGroup &&
    (status === 'pending' || (status === 'open' && (showAll || owner === userId))) &&
    (queueIds === null || queueIds.includes(queueId ?? NO_QUEUE))

export const liveBoard = (
  parts: readonly TicketPart[],
  choice: BoardChoice,
  userId: number,
  moved: () => readonly TicketSummary[],
): LiveTickets => ({
  key: ['tickets', 'list', 'board', choice],
  id: ({ id }) => id,
  belongs: isOnBoard(choice, userId),
  compare: byMovement,
  merge: newerTicket,
  unsent: () => moved().map((ticket) => ({ put: ticket })),
  handlers: handlersWith(parts),
})

/** The cards that contain every term, of the chosen user. */
export function foundCards(
  cards: readonly TicketSummary[],
  { search = '', person }: Pick<KanbanView, 'search' | 'person'>,
): readonly TicketSummary[] {
  const [needle, isNumber] = [needleOf(search), numberMatcher(search)]
  if (needle.length === 0 && person === undefined) return cards
  return cards.filter((card) => {
    if (person !== undefined && card.userId !== (person === 'nobody' ? null : person)) return false
    const { contact, lastMessage, id, code, user, tags } = card
    const said = [
      contactName(card),
      contact.number,
      contact.username,
      lastMessage,
      `#${id}`,
      code,
      user?.name,
      ...tags.map(({ name }) => name),
    ]
    return fits(needle, said.join(' ')) || isNumber(contact.number)
  })
}

/** `none`: the name of the lane for all others, which comes first. */
export const lanesOf = ({ kind, tags, queues }: Lanes, none: string): Lane[] => [
  { id: NO_LANE, name: none, color: null },
  ...(kind === 'tags' ? tags : queues).map(({ id, name, color }) => ({ id, name, color })),
]

/** A ticket with several lane tags is in the first of their lanes. */
export function laneOf(ticket: TicketSummary, { kind, tags, queues }: Lanes): number {
  if (kind === 'queues') return queues.some(({ id }) => id === ticket.queueId) ? (ticket.queueId ?? NO_LANE) : NO_LANE
  return tags.find(({ id }) => ticket.tags.some((tag) => tag.id === id))?.id ?? NO_LANE
}

/** The cards of each lane, in their order. */
export function inLanes(cards: readonly TicketSummary[], lanes: Lanes): ReadonlyMap<number, readonly TicketSummary[]> {
  const found = new Map<number, TicketSummary[]>()
  for (const card of cards) {
    const lane = laneOf(card, lanes)
    const there = found.get(lane)
    if (there) there.push(card)
    else found.set(lane, [card])
  }
  return found
}

/** The position of a card within a lane. */
export function placeIn(cards: readonly TicketSummary[], card: TicketSummary): number {
  const at = cards.findIndex((other) => other.id !== card.id && byMovement(card, other) < 0)
  return at < 0 ? cards.length : at
}

type Person = Parameters<typeof attends>[0] & { readonly queueIds: readonly number[] }

/**
 * Why a card cannot be moved: it is in a queue that the user is not a member of, or with a colleague. The board asks for
 * membership of everybody, admins too, unlike the rights of `queueAccess`.
 */
export function whyFixed(ticket: TicketSummary, person: Person, kind: Kind): 'queue' | 'colleague' | null {
  if (ticket.queueId !== null && !person.queueIds.includes(ticket.queueId)) return 'queue'
  return kind === 'queues' && !attends(person, ticket) ? 'colleague' : null
}

/** Why a card cannot be dropped in a lane. A ticket that has a queue keeps one. */
export function whyClosed(lane: number, kind: Kind, person: Pick<Person, 'queueIds'>): 'queue' | 'none' | null {
  if (kind === 'tags') return null
  if (lane === NO_LANE) return 'none'
  return person.queueIds.includes(lane) ? null : 'queue'
}

/** Characters of the last message on a card, before the ellipsis. */
export const PREVIEW = 27
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')]
  return signs.length > PREVIEW ? `${signs.slice(0, PREVIEW).join('').trimEnd()}…` : signs.join('')
}
