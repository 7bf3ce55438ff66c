/** Read receipts, sent when the connection is open, within a day or never. */

import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { execute, getRows } from '../../platform/sql'
import { DAY } from '../../platform/time'
import type { Channel, ConnectionRef, ReadMark } from '../channel'
import { pendingUpdatesDue } from '../events'
import { addressOver } from '../reach'
import { notifyEach } from './notify-each'

/** After a day "read just now" would be wrong. */
const LIFE = DAY

type ReadUpdate = { readonly connectionId: number; readonly contactId: number; readonly marks: readonly ReadMark[] }

/** Must be called in the transaction that marks them as read. */
export function queueRead(cx: Cx, { connectionId, contactId, marks }: ReadUpdate) {
  if (marks.length === 0) return
  execute(cx.db, 'INSERT INTO read_wishes (connection_id, contact_id, marks, created_at) VALUES (?, ?, ?, ?)', [
    connectionId,
    contactId,
    JSON.stringify(marks),
    cx.now(),
  ])
  cx.happened(pendingUpdatesDue({ connectionId }))
}

export async function sendReads(cx: Cx, channel: Channel, ref: ConnectionRef, log: Log): Promise<void> {
  execute(cx.db, 'DELETE FROM read_wishes WHERE created_at < ?', cx.now() - LIFE)
  const pending = getRows<{ id: number; contact_id: number; marks: string }>(
    cx.db,
    'SELECT id, contact_id, marks FROM read_wishes WHERE connection_id = ? ORDER BY random()',
    ref.connectionId,
  )
  await notifyEach(
    pending,
    async ({ id, contact_id: contactId, marks }) => {
      const address = addressOver(cx.db, ref.connectionId, contactId)
      if (address) await channel.markRead(ref, address, JSON.parse(marks) as ReadMark[]) // written by queueRead
      execute(cx.db, 'DELETE FROM read_wishes WHERE id = ?', id)
    },
    ({ contact_id: contactId }, error) =>
      log.debug({ err: error, contact: contactId }, 'a read receipt could not be sent to the messenger'),
  )
}
