/** Wires messengers to companies: channel, sessions, outbox and pending downloads. */

import { isMeta } from '../channels/acts'
import type { AskedAgain, Channel, ChannelListener, ConnectionRef, SentContent } from '../channels/channel'
import { joinChannels } from '../channels/channels'
import { noteRefusal } from '../channels/connections/health'
import { channelOf, findConnection } from '../channels/connections/queries'
import type { OutboxRow } from '../channels/connections/tables'
import { accountChanged, groupDue, outboxDue, pendingUpdatesDue, pictureDue } from '../channels/events'
import { createMeta, type MetaOptions } from '../channels/meta/engine'
import type { Outcome } from '../channels/outbox/delivery'
import { createOutbox, type OutboxDeps } from '../channels/outbox/outbox'
import { createPendingUpdates } from '../channels/pending-updates/pending-updates'
import { createPictures } from '../channels/pictures'
import { createAttention } from '../channels/sessions/attention'
import { createSessionStores, type SessionStores } from '../channels/sessions/session-store'
import { createSessions, type Sessions } from '../channels/sessions/sessions'
import { refIn } from '../channels/sessions/states'
import { addressesOf } from '../contacts/queries'
import type { ControlWrites } from '../platform/control-writes'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import type { Encryption } from '../platform/encryption'
import { on, type Subscriber } from '../platform/extensions'
import { keeperOf } from '../platform/files'
import type { Gate } from '../platform/gate'
import type { Log } from '../platform/log'
import type { Parsing } from '../platform/parsing/parsing'
import type { Claims } from '../tenancy/claims'
import { createMediaFetcher } from '../tickets/media/fetch'
import { describeAction, settleAction } from '../tickets/message-actions/send-actions'
import { mediaDue } from '../tickets/messages/events'
import { findMessage } from '../tickets/messages/queries'
import { meaningOf } from '../tickets/receipts/first-contacts'
import { settleMessage } from '../tickets/receipts/receipts'
import { settleNamed } from '../tickets/receiving/named'
import { appTextsFound } from '../tickets/receiving/who-wrote'
import { resend } from '../tickets/sending/resend'
import { describeOutgoing, findSent, findSentFile } from '../tickets/sending/send'
import { createChannelListener } from './channel-listener'
import type { Companies } from './companies'

export type ChannelParts = {
  readonly listener: ChannelListener
  openSessionStore: SessionStores['open']
  readonly encryption: Encryption
  sentContent(ref: ConnectionRef, asked: AskedAgain): SentContent | Promise<SentContent>
  readonly parsing: Parsing
  readonly log: Log
  /** Nothing is sent to the messenger before it. */
  readonly gate: Gate
}

export type MessagingDeps = {
  readonly companies: Companies
  readonly databases: Databases
  readonly claims: Claims
  readonly controlWrites: ControlWrites
  /** Encrypts session credentials. */
  readonly encryption: Encryption
  readonly parsing: Parsing
  readonly log: Log
  readonly gate: Gate
  createChannel(parts: ChannelParts): Channel
  /** Meta's Graph API, and the secret of the operator's app. */
  readonly meta: Pick<MetaOptions, 'graph' | 'appSecret' | 'publicUrl' | 'fileEncryption' | 'doubt'>
  now(): number
  /** Milliseconds between profile picture requests. */
  readonly pictureGap: number
  isOnStandby(): boolean
  /** Called with the number of stored messages. */
  received(count: number): void
  settled(outcome: 'sent' | 'failed'): void
  /** Called when a session could not write to disk. */
  storageFailed(): void
}

export type Messaging = ReturnType<typeof createMessaging>

export function createMessaging(deps: MessagingDeps) {
  const { companies, databases, encryption, parsing, log } = deps
  const { cxOf, folderOf, pathIn, bringTo } = companies
  const parseFor = parsing.of
  const stores = createSessionStores({ folderOf, encryption, requireAvailable: databases.requireAvailable })

  const reports = createChannelListener({
    log,
    cxOf,
    working: companies.working,
    received: deps.received,
    session(ref, news) {
      if (news.reason === 'storage') deps.storageFailed()
      sessions.news(ref, news)
    },
    claim: (ref, number) => sessions.claim(ref, number),
    connectionChanged: announce,
  })
  const phones = deps.createChannel({
    listener: reports.listener,
    openSessionStore: stores.open,
    encryption,
    sentContent({ tenantUuid, connectionId }, asked) {
      const find = () => findSent(cxOf(tenantUuid), connectionId, asked, pathIn(tenantUuid))
      if (!keeperOf(folderOf(tenantUuid))) return find()
      const bringing = bringTo(tenantUuid)(findSentFile(cxOf(tenantUuid), connectionId, asked))
      return bringing ? bringing.then(find) : find()
    },
    parsing,
    log,
    gate: deps.gate,
  })
  const meta = createMeta({
    openSessionStore: stores.open,
    encryption,
    listener: reports.listener,
    log,
    now: deps.now,
    gate: deps.gate,
    ...deps.meta,
  })
  const channel = joinChannels({
    phones,
    meta: meta.channel,
    isMeta: (ref) => isMeta(channelOf(cxOf(ref.tenantUuid).db, ref.connectionId)),
  })
  const sessions = createSessions(channel, {
    controlWrites: deps.controlWrites,
    claims: deps.claims,
    log,
    cxOf,
    opened: (ref) => resume(ref),
    gone: (ref) => outbox.forget(ref),
    isOnStandby: deps.isOnStandby,
    hold: databases.hold,
    release: databases.release,
  })
  const { canSend } = sessions
  const outbox = createOutbox(channel, { log, cxOf, canSend, ...rowsOf(deps, { channel, sessions }) })
  const pendingUpdates = createPendingUpdates(channel, { log, cxOf, canSend })
  const pictures = createPictures(channel, { log, cxOf, folderOf, parseFor, canAsk: canSend, gap: deps.pictureGap })
  const fetcher = createMediaFetcher(channel, { log, cxOf, folderOf, parseFor, canFetch: canSend })
  const attention = createAttention({
    watch(ref, chats, opened) {
      // Pages look away after the company has left this node.
      if (databases.isAvailable(ref.tenantUuid)) channel.watch(ref, chats, opened)
    },
  })

  function announce(cx: Cx, connectionId: number) {
    const connection = findConnection(cx.db, connectionId)
    if (connection) sessions.announce(cx, connection)
  }

  /** Resumes everything that waited for the connection to open. */
  function resume(ref: ConnectionRef) {
    outbox.wake(ref)
    fetcher.wakeDue(cxOf(ref.tenantUuid))
    void pendingUpdates.wake(ref)
    attention.opened(ref)
  }

  function describeGroup(ref: ConnectionRef, contactId: number) {
    const [group] = addressesOf(cxOf(ref.tenantUuid).db, contactId)
    if (group)
      channel
        .describeGroup(ref, group)
        .catch((error: unknown) => log.warn({ err: error, tenant: ref.tenantUuid }, 'could not fetch group metadata'))
  }

  return {
    channel,
    meta,
    sessions,
    outbox,
    fetcher,
    attention,
    pendingUpdates,
    pictures,
    describeGroup,
    announce,
    /** Session stores stay open for the sessions' last writes; the server closes them. */
    stores,
    async stop() {
      fetcher.stop()
      pictures.stop()
      attention.stop()
      await outbox.stop(CLOSING_PATIENCE)
      await channel.stopAll()
      reports.close()
    },
  }
}

/** Subscribers that wake parts of messaging, which exists before the first event. */
export const messagingSubscribers = (messaging: () => Messaging): readonly Subscriber[] => [
  on(outboxDue, 'afterCommit', (cx, { connectionId }) => messaging().outbox.wake(refIn(cx, connectionId))),
  on(appTextsFound, 'afterCommit', (cx, { connectionId }) => messaging().announce(cx, connectionId)),
  on(accountChanged, 'afterCommit', (cx, { connectionId }) => messaging().announce(cx, connectionId)),
  on(mediaDue, 'afterCommit', (cx, { messageId }) => messaging().fetcher.wake(cx.tenant.uuid, messageId)),
  on(pictureDue, 'afterCommit', (cx, { connectionId, contactId }) =>
    messaging().pictures.wake(refIn(cx, connectionId), contactId),
  ),
  on(groupDue, 'afterCommit', (cx, { connectionId, contactId }) =>
    messaging().describeGroup(refIn(cx, connectionId), contactId),
  ),
  on(pendingUpdatesDue, 'afterCommit', (cx, { connectionId }) =>
    messaging().pendingUpdates.wake(refIn(cx, connectionId)),
  ),
]

/** How long closing waits for messages in flight. */
const CLOSING_PATIENCE = 3000

/** Outbox rows: each is a message or an action on one. */
function rowsOf(
  { companies, settled }: MessagingDeps,
  { channel, sessions }: { readonly channel: Channel; readonly sessions: Sessions },
): Pick<OutboxDeps, 'bringFile' | 'describe' | 'settle' | 'resend'> {
  /** Stores the outcome of a message, and what it says about the account. */
  function settleAndNote(cx: Cx, { messageId, connectionId, contactId }: OutboxRow, outcome: Outcome) {
    const { failure, noted } = meaningOf(cx, { messageId, connectionId, contactId }, outcome.failure)
    if (outcome.externalId !== undefined) settleNamed(cx, messageId, outcome.externalId)
    else settleMessage(cx, messageId, { failure })
    if (noted === 'alone') {
      noteRefusal(cx, connectionId)
      const connection = findConnection(cx.db, connectionId)
      if (connection) sessions.announce(cx, connection)
    } else if (noted) {
      // Not within this transaction: the session reports its new state.
      queueMicrotask(() => channel.firstContact(refIn(cx, connectionId), noted === 'refused'))
    }
  }

  return {
    bringFile(cx, row) {
      const { uuid } = cx.tenant
      if (row.actionId !== null || !keeperOf(companies.folderOf(uuid))) return undefined
      return companies.bringTo(uuid)(findMessage(cx.db, row.messageId)?.media?.file)
    },
    describe: (cx, row) =>
      row.actionId === null
        ? describeOutgoing(cx, row, companies.pathIn(cx.tenant.uuid))
        : describeAction(cx, row.actionId),
    settle(cx, row, outcome) {
      if (row.actionId === null) settleAndNote(cx, row, outcome)
      else settleAction(cx, row, row.actionId, outcome)
      settled(outcome.failure === null ? 'sent' : 'failed')
    },
    resend,
  }
}
