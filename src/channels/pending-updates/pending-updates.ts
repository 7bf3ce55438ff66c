/**
 * Things done here that the messenger has not been told yet (blocks, what was read): stored in the transaction that did
 * them, sent while the connection is open, then deleted. One at a time per connection, so that nothing is sent twice at once.
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
  /** Connections whose updates are being sent; true when a new one came in meanwhile. */
  const busy = new Map<string, boolean>()

  async function tell(ref: ConnectionRef) {
    for (const sendAll of [sendBlocks, sendReads]) {
      try {
        const cx = cxOf(ref.tenantUuid)
        if (canSend(cx, ref.connectionId)) await sendAll(cx, channel, ref, log)
      } catch (error) {
        log.debug({ err: error, connection: ref.connectionId }, 'blocks or read marks could not be passed on yet')
      }
    }
  }

  return {
    /** The connection has opened, or there is a new update. */
    async wake(ref: ConnectionRef) {
      const key = keyOf(ref)
      if (busy.has(key)) return void busy.set(key, true)
      do {
        busy.set(key, false)
        await tell(ref)
      } while (busy.get(key))
      busy.delete(key)
    },
  }
}
