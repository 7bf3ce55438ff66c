/** Opens a socket for a session and attaches its listeners: receiving, groups, history, receipts, retry requests. */

import type { BaileysEventMap, WAVersion } from '@whiskeysockets/baileys'
import type { PasskeyDemand } from '../../channel'
import { addressesOf, withOtherHalf } from '../address'
import type { Baileys } from '../baileys/baileys'
import type { createCaches } from '../baileys/caches'
import { briefly } from '../baileys/log'
import type { Groups } from '../groups/groups'
import { wantsAll } from '../history/progress'
import { homeOf } from '../media/private-server'
import type { PasskeyFailure } from '../passkey/ceremony'
import { handlers } from '../receiving/baileys-events'
import { createUnconfirmed } from '../receiving/unconfirmed'
import { createAskedAgain } from '../sending/asked-again'
import type { Records } from '../storage/records'
import type { SessionContext } from './context'
import { type LiveSocket, openSocket } from './live-socket'
import { followOwnName } from './own-name'

type SessionSocket = {
  readonly context: SessionContext
  readonly records: Records
  readonly groups: Groups
  readonly caches: ReturnType<typeof createCaches>
  readonly baileys: Baileys
  readonly version: WAVersion | null
  /** Pairing by a code typed on the phone. */
  readonly byCode: boolean
  /** Opened only to be unlinked. */
  readonly isRefused: boolean
  /** The session's current socket; null before this one is returned and after it is closed. */
  current(): LiveSocket | null
  updated(update: BaileysEventMap['connection.update']): void
  /** As in `openSocket`. */
  passkeyDemanded(demand: PasskeyDemand): void
  passkeyFailed(reason: PasskeyFailure): void
  /** As in `openSocket`. */
  closed(code: number | null, shutOut: number | null): void
}

export function openSessionSocket({
  context,
  records,
  groups,
  baileys,
  current,
  ...session
}: SessionSocket): LiveSocket {
  const { credentials, gaps } = records.open(baileys)
  records.showGaps()
  const { otherHalf } = credentials
  const unconfirmed = createUnconfirmed(context, otherHalf)
  const asked = createAskedAgain(context)
  const live = openSocket({
    baileys,
    credentials,
    gaps,
    creds: records.credsToUse(baileys),
    caches: session.caches,
    url: context.url,
    version: session.version,
    byCode: session.byCode,
    wantsAll: !records.isPaired && wantsAll(context.backfill.scope(), context.now()),
    // Also called before the session counts as open, while it catches up with what it missed.
    getMessage: async (key) => {
      const socket = current()
      // A key of Baileys' own class belongs to a response to an event, which we never create.
      if (!socket || key instanceof baileys.proto.MessageKey) return undefined
      const chat = withOtherHalf(addressesOf(key.remoteJid), otherHalf)
      return asked.contentOf(key, chat, { live: socket, baileys, parse: context.parse })
    },
    cachedGroupMetadata: (jid) => groups.metadata(jid, current()?.sock ?? null),
    limits: context.limits,
    scheduler: context.scheduler,
    pings: context.pings,
    wait: context.wait,
    log: context.log,
    logFields: context.ref,
    on: {
      ...(session.isRefused ? {} : handlers(context, records.awaitRepetition.bind(records), otherHalf)),
      'connection.update': session.updated,
    },
    journaled: (rows) => {
      if (!session.isRefused) records.accept(rows)
    },
    keepsBack: unconfirmed.keepsBack,
    now: context.now,
    passkeyDemanded: session.passkeyDemanded,
    passkeyFailed: session.passkeyFailed,
    repeatFailed: asked.refused,
    storageFailed: (error) =>
      context.log.error({ ...context.ref, ...briefly(error) }, 'whatsapp: session.db could not be written'),
    closed: session.closed,
  })
  groups.listen(live)
  const { limits, log, ref } = context
  followOwnName({ live, baileys, home: homeOf(context.url), limits, log, logFields: ref })
  asked.listen(live)
  unconfirmed.listen(live.sock)
  live.gone.addEventListener('abort', unconfirmed.stop)
  return live
}
