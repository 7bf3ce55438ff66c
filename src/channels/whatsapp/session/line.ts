/** Opens a socket for a session, and joins to it what listens there: receiving, groups, history, receipts, requests for repetitions. */

import type { BaileysEventMap, WAVersion } from '@whiskeysockets/baileys'
import type { Parse } from '../../../platform/parsing/parsing'
import { addressesOf, withOtherHalf } from '../address'
import type { Baileys } from '../baileys/baileys'
import type { createCaches } from '../baileys/caches'
import { briefly } from '../baileys/log'
import type { Groups } from '../groups/groups'
import { wantsAll } from '../history/progress'
import { homeOf } from '../media/private-server'
import { type BaileysEventsHouse, handlers } from '../receiving/baileys-events'
import { createUnconfirmed, type UnconfirmedHouse } from '../receiving/unconfirmed'
import { type AskedAgainHouse, createAskedAgain } from '../sending/asked-again'
import type { Records, RecordsHouse } from '../storage/records'
import type { KeepAlive } from './keep-alive'
import { type LiveSocket, openSocket } from './live-socket'
import { followOwnName } from './own-name'

export type LineHouse = BaileysEventsHouse &
  UnconfirmedHouse &
  AskedAgainHouse &
  RecordsHouse & {
    /** The simulator's; null: WhatsApp's own. */
    readonly url: string | null
    readonly pings: KeepAlive
    readonly parse: Parse
  }

type Line = {
  readonly house: LineHouse
  readonly records: Records
  readonly groups: Groups
  readonly caches: ReturnType<typeof createCaches>
  readonly baileys: Baileys
  readonly version: WAVersion | null
  /** Pairing by a code typed on the phone. */
  readonly byCode: boolean
  /** The session's socket at this moment: null before this one is returned, and after it is closed. */
  current(): LiveSocket | null
  updated(update: BaileysEventMap['connection.update']): void
  /** As in `openSocket`. */
  closed(code: number | null, shutOut: number | null): void
}

export function openLine({ house, records, groups, baileys, current, ...line }: Line): LiveSocket {
  const { credentials, gaps } = records.open(baileys)
  records.showGaps()
  const { otherHalf } = credentials
  const unconfirmed = createUnconfirmed(house, otherHalf)
  const asked = createAskedAgain(house)
  const live = openSocket({
    baileys,
    credentials,
    gaps,
    creds: records.credsToUse(baileys),
    caches: line.caches,
    url: house.url,
    version: line.version,
    byCode: line.byCode,
    wantsAll: !records.isPaired && wantsAll(house.past.scope(), house.now()),
    // Also called before the session counts as open, while it catches up with what it missed.
    getMessage: async (key) => {
      const socket = current()
      // Of WhatsApp's own class is the key of an event that somebody answers: we make none.
      if (!socket || key instanceof baileys.proto.MessageKey) return undefined
      const chat = withOtherHalf(addressesOf(key.remoteJid), otherHalf)
      return asked.contentOf(key, chat, { live: socket, baileys, parse: house.parse })
    },
    cachedGroupMetadata: (jid) => groups.metadata(jid, current()?.sock ?? null),
    limits: house.limits,
    turns: house.turns,
    pings: house.pings,
    log: house.log,
    logFields: house.ref,
    on: { ...handlers(house, records.awaitRepetition.bind(records), otherHalf), 'connection.update': line.updated },
    journaled: (rows) => records.accept(rows),
    keepsBack: unconfirmed.keepsBack,
    repeatFailed: asked.refused,
    storageFailed: (error) =>
      house.log.error({ ...house.ref, ...briefly(error) }, 'whatsapp: session.db could not be written'),
    closed: line.closed,
  })
  groups.listen(live)
  const { limits, log, ref } = house
  followOwnName({ live, baileys, home: homeOf(house.url), limits, log, logFields: ref })
  asked.listen(live)
  unconfirmed.listen(live.sock)
  live.gone.addEventListener('abort', unconfirmed.stop)
  return live
}
