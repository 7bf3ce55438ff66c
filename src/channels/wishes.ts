/**
 * What was done here and the messenger does not know yet: kept in the transaction that did it, told when the connection is
 * open, and forgotten when it is told. One connection is told one thing after the other, so nothing is told twice at once.
 */
import type { Cx } from '../platform/cx'
import type { Log } from '../platform/log'
import { tellBlocks } from './blocks'
import { type Channel, type ConnectionRef, keyOf } from './channel'
import { tellReads } from './reads'

export type WishesPorts = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  canSend(cx: Cx, connectionId: number): boolean
}

export function createWishes(channel: Channel, { log, cxOf, canSend }: WishesPorts) {
  /** Who is being told; true: there is something new to tell meanwhile. */
  const busy = new Map<string, boolean>()

  async function tell(ref: ConnectionRef) {
    for (const wishes of [tellBlocks, tellReads]) {
      try {
        const cx = cxOf(ref.tenantUuid)
        if (canSend(cx, ref.connectionId)) await wishes(cx, channel, ref, log)
      } catch (error) {
        log.debug({ err: error, connection: ref.connectionId }, 'the messenger could not be told, later then')
      }
    }
  }

  return {
    /** The connection is open, or there is something to tell. */
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
