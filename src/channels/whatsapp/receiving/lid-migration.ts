/**
 * The phone sends itself a message with the LIDs of all its contacts, thousands at once. Baileys would store them and
 * migrate the sessions in one go, which blocks the event loop; after a crash in between nobody would send them again.
 * So the message is hidden from Baileys and stays in the journal until its pairs are stored, a few per task.
 */
import type { proto } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import { isPeer } from '../history/notification'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'
import type { InboxRow, NewInboxRow } from './inbox-rows'
import { contentIn } from './open-row'

type Context = Pick<SessionContext, 'scheduler' | 'log'> & {
  readonly baileys: Baileys
  forget(rows: readonly InboxRow[]): void
}
type Pairs = readonly proto.ILIDMigrationMapping[]

export const isLidMigration = (row: NewInboxRow, baileys: Baileys): boolean => pairsIn(row, baileys) !== null

function pairsIn({ attrs, plain }: NewInboxRow, baileys: Baileys): Pairs | null {
  if (!isPeer(attrs)) return null
  const { protocolMessage } = contentIn(plain, baileys).message ?? {}
  const payload = protocolMessage?.lidMigrationMappingSyncMessage?.encodedMappingPayload
  try {
    return payload ? baileys.proto.LIDMigrationMappingSyncPayload.decode(payload).pnToLidMappings : null
  } catch {
    return null
  }
}

export function createLidMigration({ baileys, scheduler, log, forget }: Context) {
  const waiting = new Map<InboxRow, Pairs>()
  let socket: LiveSocket | null = null
  /** The socket whose migration runs; that of an earlier socket stops. */
  let working: LiveSocket | null = null

  function goOn(): void {
    const live = socket
    if (!live || working === live) return
    working = live
    takeAll(live)
      .catch((error: unknown) => {
        if (!live.gone.aborted) log.warn(briefly(error), 'whatsapp: the LIDs of contacts wait for the next connection')
      })
      .finally(() => {
        if (working === live) working = null
      })
  }

  async function takeAll(live: LiveSocket): Promise<void> {
    for (const [row, pairs] of waiting) {
      await take(pairs, live)
      if (live.gone.aborted) return
      waiting.delete(row)
      forget([row])
    }
  }

  async function take(pairs: Pairs, { sock, gone }: LiveSocket): Promise<void> {
    const { lidMapping, migrateSession } = sock.signalRepository
    for (const { pn, assignedLid, latestLid } of pairs) {
      if (!scheduler.mayContinue()) await scheduler.yield()
      if (gone.aborted) return
      const pair = { pn: `${pn}@s.whatsapp.net`, lid: `${latestLid ?? assignedLid}@lid` }
      // In the same task: otherwise a message that arrives in between would use an address without a session.
      await lidMapping.storeLIDPNMappings([pair])
      await migrateSession(pair.pn, pair.lid)
    }
  }

  return {
    /** Returns false for other messages. */
    accept(row: InboxRow): boolean {
      const pairs = pairsIn(row, baileys)
      if (!pairs) return false
      waiting.set(row, pairs)
      goOn()
      return true
    },
    opened(live: LiveSocket): void {
      socket = live
      goOn()
    },
    /** Called when the account is unlinked. */
    abandon(): void {
      forget([...waiting.keys()])
      waiting.clear()
    },
  }
}
