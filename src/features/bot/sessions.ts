/** Stores the bot's state for each ticket. */
import { execute, getColumn, getRow } from '../../platform/sql'
import { type Db, mayHold } from '../../platform/sqlite'
import { type BotState, beginning, ended } from './machine'

/** `messageId`: the message the session began with. */
export type BotSession = { readonly state: BotState; readonly messageId: number | null }

const anySessions = mayHold('bot_sessions')

export function findSession(db: Db, ticketId: number): BotSession | undefined {
  if (!anySessions(db)) return undefined
  const row = getRow<{ state: string; message_id: number | null }>(
    db,
    'SELECT state, message_id FROM bot_sessions WHERE ticket_id = ?',
    ticketId,
  )
  return row && { state: JSON.parse(row.state) as BotState, messageId: row.message_id } // written below alone
}

type TicketRef = { readonly id: number; readonly connectionId: number }

export function saveSession(db: Db, { id, connectionId }: TicketRef, { state, messageId }: BotSession) {
  execute(
    db,
    'INSERT OR REPLACE INTO bot_sessions (ticket_id, connection_id, state, message_id, asking_since) VALUES (?, ?, ?, ?, ?)',
    [id, connectionId, JSON.stringify(state), messageId, state.askingSince],
  )
}

/** Keeps the bot out of the ticket for good, even if it had not begun. `endedBy`: a message from our own phone. */
export function endSession(db: Db, ticket: TicketRef, endedBy?: number) {
  const { state, messageId } = findSession(db, ticket.id) ?? { state: beginning, messageId: null }
  if (state.phase === 'ended') return
  saveSession(db, ticket, { state: { ...ended(state), ...(endedBy !== undefined && { endedBy }) }, messageId })
}

/** The message that ended it was no reason to. */
export function forgetEnd(db: Db, ticketId: number, endedBy: number) {
  if (findSession(db, ticketId)?.state.endedBy === endedBy)
    execute(db, 'DELETE FROM bot_sessions WHERE ticket_id = ?', ticketId)
}

/** Per run of the job; other writers go in between. */
const SESSIONS_PER_RUN = 50

/** Tickets whose contact has had to choose a queue since `since` or earlier. */
export const listAsking = (db: Db, connectionId: number, since: number): number[] =>
  getColumn<number>(
    db,
    `SELECT ticket_id FROM bot_sessions WHERE connection_id = ? AND asking_since <= ? ORDER BY asking_since LIMIT ${SESSIONS_PER_RUN}`,
    [connectionId, since],
  )

/** Tickets that the bot serves. */
export const listServed = (db: Db, connectionId: number): number[] =>
  getColumn<number>(
    db,
    `SELECT id FROM tickets WHERE connection_id = ? AND is_bot = 1 LIMIT ${SESSIONS_PER_RUN}`,
    connectionId,
  )
