/**
 * Updates that are still to be sent to the messenger (blocks, read receipts): stored in the transaction of the change,
 * sent while the connection is open, then deleted. One at a time per connection, so that none is sent twice.
 */
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { type Channel, type ConnectionRef, keyOf } from '../channel'
import { sendBlocks } from './blocks'
import { sendReads } from './reads'

export type PendingUpdatesDeps = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  canSend(cx: Cx, connectionId: number): boolean
}

export function createPendingUpdates(channel: Channel, { log, cxOf, canSend }: PendingUpdatesDeps) {
  /** Connections whose updates are being sent; true when a new update was added meanwhile. */
  const busy = new Map<string, boolean>()

  async function send(ref: ConnectionRef) {
    for (const sendAll of [sendBlocks, sendReads]) {
      try {
        const cx = cxOf(ref.tenantUuid)
        if (canSend(cx, ref.connectionId)) await sendAll(cx, channel, ref, log)
      } catch (error) {
        log.debug({ err: error, connection: ref.connectionId }, 'blocks or read receipts could not be sent yet')
      }
    }
  }

  return {
    /** Called when the connection has opened or an update was added. */
    async wake(ref: ConnectionRef) {
      const key = keyOf(ref)
      if (busy.has(key)) return void busy.set(key, true)
      do {
        busy.set(key, false)
        await send(ref)
      } while (busy.get(key))
      busy.delete(key)
    },
  }
}
