/**
 * In a message to itself the phone tells which LIDs its contacts have, thousands at once. Baileys would store them and move
 * these people's sessions in one go, and everybody would wait; if the process died over it, nobody would tell them again. So
 * Baileys is shown nothing of it: the message stays in the journal until its pairs are stored, a few in each task.
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
  /** Whose work is under way: that of an earlier one ends by itself. */
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
      // In the same task: whoever writes in between would be known by an address that has no session.
      await lidMapping.storeLIDPNMappings([pair])
      await migrateSession(pair.pn, pair.lid)
    }
  }

  return {
    /** False: it is something else. */
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
    /** The account is unlinked. */
    abandon(): void {
      forget([...waiting.keys()])
      waiting.clear()
    },
  }
}
