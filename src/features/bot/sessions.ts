/** Stores the bot's state for each ticket. */
import { type Db, mayHold, statement } from '../../platform/sqlite'
import { type BotState, beginning, ended } from './machine'

/** `messageId`: the message the session began with. */
export type BotSession = { readonly state: BotState; readonly messageId: number | null }

const anySessions = mayHold('bot_sessions')

export function findSession(db: Db, ticketId: number): BotSession | undefined {
  if (!anySessions(db)) return undefined
  const row = statement(db.$client, 'SELECT state, message_id FROM bot_sessions WHERE ticket_id = ?').get(ticketId) as
    | { state: string; message_id: number | null }
    | undefined // the columns are listed
  return row && { state: JSON.parse(row.state) as BotState, messageId: row.message_id } // written below alone
}

type TicketRef = { readonly id: number; readonly connectionId: number }

export function saveSession(db: Db, { id, connectionId }: TicketRef, { state, messageId }: BotSession) {
  statement(
    db.$client,
    'INSERT OR REPLACE INTO bot_sessions (ticket_id, connection_id, state, message_id, asking_since) VALUES (?, ?, ?, ?, ?)',
  ).run(id, connectionId, JSON.stringify(state), messageId, state.askingSince)
}

/** Keeps the bot out of the ticket for good, even if it had not begun. */
export function endSession(db: Db, ticket: TicketRef) {
  const { state, messageId } = findSession(db, ticket.id) ?? { state: beginning, messageId: null }
  if (state.phase !== 'ended') saveSession(db, ticket, { state: ended(state), messageId })
}

/** Per run of the job; other writers go in between. */
const AT_ONCE = 50

/** Tickets whose contact has had to choose a queue since `since` or earlier. */
export const listAsking = (db: Db, connectionId: number, since: number): number[] =>
  statement(
    db.$client,
    `SELECT ticket_id FROM bot_sessions WHERE connection_id = ? AND asking_since <= ? ORDER BY asking_since LIMIT ${AT_ONCE}`,
  )
    .pluck()
    .all(connectionId, since) as number[] // the column is an integer

/** Tickets that the bot serves. */
export const listServed = (db: Db, connectionId: number): number[] =>
  statement(db.$client, `SELECT id FROM tickets WHERE connection_id = ? AND is_bot = 1 LIMIT ${AT_ONCE}`)
    .pluck()
    .all(connectionId) as number[] // the column is an integer
