/** Conversations that disappear from the phones: what is kept here stays, and what we write bears the same mark. */
import type { Act } from '../../channels/channel'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { type Db, statement } from '../../platform/sqlite'
import { writeLog } from '../log/log'
import { findActiveTicket } from '../queries'

type Chat = { readonly connectionId: number; readonly contactId: number }

/** Somebody changed it on a phone. */
export function receiveExpiry(cx: Cx, connectionId: number, { chat, seconds }: Extract<Act, { do: 'expire' }>) {
  const contactId = findContactIds(cx.db, chat)[0]
  if (contactId === undefined || !noteExpiry(cx.db, { connectionId, contactId }, seconds)) return
  const ticket = findActiveTicket(cx.db, contactId, connectionId)
  if (ticket) writeLog(cx, ticket.id, 'disappearing', null, { seconds })
}

/** False when it was so before. */
export function noteExpiry(db: Db, { connectionId, contactId }: Chat, seconds: number): boolean {
  if (expiryOf(db, { connectionId, contactId }) === seconds) return false
  statement(
    db.$client,
    'INSERT INTO chat_expiry (connection_id, contact_id, seconds) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seconds = excluded.seconds',
  ).run(connectionId, contactId, seconds)
  return true
}

/** 0: what is said there stays. */
export const expiryOf = (db: Db, { connectionId, contactId }: Chat): number =>
  Number(
    statement(db.$client, 'SELECT seconds FROM chat_expiry WHERE connection_id = ? AND contact_id = ?')
      .pluck()
      .get(connectionId, contactId) ?? 0,
  )
