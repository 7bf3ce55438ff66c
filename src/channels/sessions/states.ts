/** State of each connection, stored and in memory, and its publication to screens. */

import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { isStorageFull } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import { isMeta } from '../acts'
import { capabilitiesOf } from '../capabilities'
import { CLOSED_SESSION, type ConnectionRef, keyOf, type SessionNews } from '../channel'
import { progressOf, wireOf } from '../connections/backfill'
import {
  type ConnectionAccount,
  type ConnectionStatus,
  type ConnectionSummary,
  connectionUpdated,
  sessionUpdated,
} from '../connections/contract'
import { changeNumber } from '../connections/former-numbers'
import { greetingMediaOf } from '../connections/greeting-media'
import { noteLinked, noteState, statusSince } from '../connections/health'
import {
  countOutbox,
  findConnection,
  listConnections,
  mayPair,
  queueIdsOfConnection,
  withoutCodes,
} from '../connections/queries'
import { type Connection, connections } from '../connections/tables'
import { connectionChanged } from '../events'
import { findMetaAccount } from '../meta/accounts'
import { countPeople } from '../meta/first-messages'

/** States in which a session is running. */
export const running: ReadonlySet<ConnectionStatus> = new Set([
  'qrcode',
  'OPENING',
  'PASSKEY',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'RESTRICTED',
])
/** SQL condition on a connection. */
export const RUNNING = [...running].map((status) => `'${status}'`).join()

/** States in which the account can send. */
export const ableToSend: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'RESTRICTED'])
export const ABLE_TO_SEND = [...ableToSend].map((status) => `'${status}'`).join()

/** State in memory: codes to scan, number of attempts, end of a restriction. */
type Passing = Pick<SessionNews, 'qrcode' | 'qrcodeExpiresAt' | 'pairingCode' | 'retries' | 'until' | 'passkey'>

export const refIn = (cx: Cx, connectionId: number): ConnectionRef => ({ tenantUuid: cx.tenant.uuid, connectionId })

function accountOf(cx: Cx, connectionId: number): ConnectionAccount | null {
  const account = findMetaAccount(cx.db, connectionId)
  if (!account) return null
  const { displayName, username, quality, limit, isCoexistent, tokenEndsAt, subscribedAt, picture } = account
  return {
    displayName,
    username,
    quality,
    limit,
    reached: countPeople(cx, connectionId),
    isCoexistent,
    tokenEndsAt: instantOrNull(tokenEndsAt),
    subscribedAt: instantOrNull(subscribedAt),
    picture,
  }
}

export type SessionStates = ReturnType<typeof createSessionStates>

export function createSessionStates() {
  const passing = new Map<string, Passing>()
  /** States that could not be stored because the disk is full. */
  const unwritten = new Map<string, Pick<Connection, 'status' | 'reason'>>()
  const keyIn = (cx: Cx, connectionId: number) => keyOf(refIn(cx, connectionId))

  const asItStands = (cx: Cx, connection: Connection): Connection => ({
    ...connection,
    ...unwritten.get(keyIn(cx, connection.id)),
  })

  const summarize = (cx: Cx, connection: Connection): ConnectionSummary => {
    const { id, name, channel, number, status, reason, isDefault } = asItStands(cx, connection)
    const { qrcode, qrcodeExpiresAt, pairingCode, retries, until, passkey } =
      passing.get(keyIn(cx, id)) ?? CLOSED_SESSION
    return {
      id,
      name,
      channel,
      number,
      status,
      reason,
      since: instant(statusSince(cx.db, connection)),
      until: instantOrNull(until),
      qrcode,
      qrcodeExpiresAt: instantOrNull(qrcodeExpiresAt),
      pairingCode,
      passkey: passkey && { stage: passkey.stage, expiresAt: instant(passkey.expiresAt) },
      retries,
      isDefault,
      queueIds: queueIdsOfConnection(cx.db, id),
      greetingMessage: connection.greetingMessage,
      complationMessage: connection.completionMessage,
      outOfHoursMessage: connection.outOfHoursMessage,
      ratingMessage: connection.ratingMessage,
      messagesPerMinute: connection.messagesPerMinute,
      expiresTicket: connection.expiresAfter,
      greetingMediaAttachment: greetingMediaOf(connection),
      enableQueueChatbot: connection.enableQueueChatbot,
      joinsAnswers: connection.joinsAnswers ?? capabilitiesOf(connection.channel).isCharged,
      maxUseBotQueues: connection.maxUseBotQueues,
      timeSendQueue: connection.timeSendQueue,
      sendIdQueue: connection.sendIdQueue,
      provider: connection.provider,
      hasToken: connection.tokenHash !== null,
      ...wireOf(connection),
      statusImportMessages: progressOf(cx.db, id),
      appTexts: connection.appTexts,
      account: isMeta(channel) ? accountOf(cx, id) : null,
      outboxCount: countOutbox(cx.db, id),
      updatedAt: instant(connection.updatedAt),
    }
  }

  /**
   * Emitted twice, with and without the codes to scan, because not everybody who sees the connection may see the codes.
   */
  const announce = (cx: Cx, connection: Connection) => {
    const summary = summarize(cx, connection)
    for (const withCodes of [true, false]) {
      const shown = withCodes ? summary : withoutCodes(summary)
      const hears = (listener: Actor) => mayUseConnection(listener, connection.id) && mayPair(listener) === withCodes
      cx.emit(connectionUpdated({ whatsapp: shown }), hears)
      cx.emit(sessionUpdated({ session: shown }), hears)
    }
  }

  return {
    summarize,
    announce,
    /** Publishes all connections, because changing the default changes another one too. */
    announceAll(cx: Cx) {
      for (const connection of listConnections(cx.db)) announce(cx, connection)
    },

    statusOf(cx: Cx, id: number): ConnectionStatus {
      const connection = findConnection(cx.db, id)
      return connection ? asItStands(cx, connection).status : 'DISCONNECTED'
    },

    /**
     * Stores the reported state. On a full disk the row is written later, but screens are still notified that the disk
     * closed the sessions.
     */
    write(cx: Cx, before: Connection, { status, reason, number, ...rest }: SessionNews) {
      const key = keyIn(cx, before.id)
      const { until } = rest
      passing.set(key, rest)
      // A restriction continues while the socket is closed.
      const restrictedUntil = status === 'RESTRICTED' ? until : status === 'CONNECTED' ? null : before.restrictedUntil
      unwritten.delete(key)
      try {
        cx.transaction((cx) => {
          const from = before.number
          if (from !== null && number !== null && from !== number) changeNumber(cx.db, before.id, { from, to: number })
          const after = cx.db
            .update(connections)
            .set({ status, reason, number: number ?? before.number, restrictedUntil, updatedAt: cx.now() })
            .where(eq(connections.id, before.id))
            .returning()
            .get()
          if (!after) return
          noteState(cx, before, after)
          if (after.status === 'PAIRING' && before.status !== 'PAIRING') noteLinked(cx, after.id)
          announce(cx, after)
          if (after.status !== before.status || after.number !== from || after.reason !== before.reason)
            cx.happened(connectionChanged({ before, after }))
        })
      } catch (error) {
        if (!isStorageFull(error)) throw error
        unwritten.set(key, { status, reason })
        announce(cx, before)
      }
    },

    forget: (ref: ConnectionRef) => void passing.delete(keyOf(ref)),
  }
}
