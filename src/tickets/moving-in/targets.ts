/** Finds the conversation, the connection and the ticket here that a message of theirs belongs to. */
import type { Reason } from '../../moving-in/contract'
import type { Move } from '../../moving-in/mover'
import { getOrMake } from '../../platform/maps'
import { attendanceAt, hasAttendances, listAttendances } from './attendances'
import { createAuthors } from './authors'
import { type Conversation, findMovedTicket, firstConnection, type MovedTicket, openConversation } from './conversation'
import type { MessageRow } from './read-row'

export type Target = {
  readonly conversation: Conversation
  readonly connectionId: number
  readonly ticket: MovedTicket | null
  readonly authorOf: ReturnType<typeof createAuthors>
}

type OpenConversation = Pick<Target, 'conversation' | 'authorOf'>

/** Of one of theirs: the last, and all if each time that it was attended is one. */
type OurTickets = {
  readonly last: MovedTicket
  readonly attendances: ReturnType<typeof listAttendances>
  readonly all: readonly MovedTicket[]
}

const MOST_TICKETS = 10_000

export function createTargets(move: Move) {
  const { cx, ids } = move
  const tickets = new Map<string, OurTickets | null>()
  const isSplit = hasAttendances(cx.db)
  /** By contact: the highest id before this run. */
  const lastBefore = new Map<number, number>()
  let open: OpenConversation | undefined

  const ticketsOf = (theirs: string): OurTickets | null => {
    const kept = tickets.get(theirs)
    if (kept !== undefined) return kept
    const id = ids.find('tickets', theirs)
    const last = id === undefined ? undefined : findMovedTicket(cx.db, id)
    const attendances = last && isSplit ? listAttendances(cx.db, theirs, last.id) : []
    const all = attendances.flatMap(([one]) => (one === last?.id ? last : (findMovedTicket(cx.db, one) ?? [])))
    const found = last === undefined ? null : { last, attendances, all }
    if (tickets.size >= MOST_TICKETS) tickets.clear()
    tickets.set(theirs, found)
    return found
  }

  // It was stored behind the row that begins its attendance, but said before it.
  const ticketOf = (theirs: string, storedAt: number): MovedTicket | null => {
    const ours = ticketsOf(theirs)
    if (ours === null || ours.attendances.length === 0) return ours?.last ?? null
    const id = attendanceAt(ours.attendances, storedAt)
    return ours.all.find((one) => one.id === id) ?? ours.last
  }

  const enter = (contactId: number): OpenConversation | undefined => {
    if (open?.conversation.contactId === contactId) return open
    const conversation = openConversation(cx.db, contactId)
    if (conversation) getOrMake(lastBefore, contactId, () => conversation.lastId)
    open = conversation && { conversation, authorOf: createAuthors(move, conversation) }
    return open
  }

  return {
    /** A reason: it goes nowhere. */
    find(row: MessageRow): Target | Reason {
      const ticket = row.ticketId === null ? null : ticketOf(row.ticketId, row.storedAt)
      const contactId = ticket?.contactId ?? ids.find('contacts', row.contactId)
      if (contactId === undefined) return row.ticketId === null && row.contactId === null ? 'noTicket' : 'noContact'
      const entered = enter(contactId)
      if (!entered) return 'noContact'
      const connectionId = ticket?.connectionId ?? ids.find('connections', row.connectionId) ?? firstConnection(cx.db)
      return connectionId === null ? 'noConnection' : { ...entered, connectionId, ticket }
    },
    /** An earlier run brought where it belongs, and somebody has deleted that here since. */
    wasDeleted: ({ ticketId, contactId }: MessageRow): boolean =>
      move.isAgain &&
      ((ticketId !== null && ids.has('tickets', ticketId) && ticketsOf(ticketId) === null) ||
        (contactId !== null && ids.has('contacts', contactId) && ids.find('contacts', contactId) === undefined)),
    wasHereBefore: ({ contactId }: Conversation, messageId: number): boolean =>
      move.isAgain && messageId <= (lastBefore.get(contactId) ?? 0),
  }
}
