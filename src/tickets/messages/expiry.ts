/** Disappearing messages: what is stored here stays, and our messages carry the chat's timer. */
import type { MessageAction } from '../../channels/channel'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { writeLog } from '../log/log'
import { findActiveTicket } from '../queries'

type Chat = { readonly connectionId: number; readonly contactId: number }

/** The timer was changed on a phone. */
export function receiveExpiry(
  cx: Cx,
  connectionId: number,
  { chat, seconds }: Extract<MessageAction, { do: 'expire' }>,
) {
  const contactId = findContactIds(cx.db, chat)[0]
  if (contactId === undefined || !noteExpiry(cx.db, { connectionId, contactId }, seconds)) return
  const ticket = findActiveTicket(cx.db, contactId, connectionId)
  if (ticket) writeLog(cx, ticket.id, { kind: 'disappearing', userId: null, data: { seconds } })
}

/** Returns false if nothing changed. */
export function noteExpiry(db: Db, { connectionId, contactId }: Chat, seconds: number): boolean {
  if (expiryOf(db, { connectionId, contactId }) === seconds) return false
  execute(
    db,
    'INSERT INTO chat_expiry (connection_id, contact_id, seconds) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seconds = excluded.seconds',
    [connectionId, contactId, seconds],
  )
  return true
}

/** 0: messages do not disappear. */
export const expiryOf = (db: Db, { connectionId, contactId }: Chat): number =>
  Number(
    getValue(db, 'SELECT seconds FROM chat_expiry WHERE connection_id = ? AND contact_id = ?', [
      connectionId,
      contactId,
    ]) ?? 0,
  )
