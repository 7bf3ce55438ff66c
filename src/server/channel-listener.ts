/** Routes messenger events to the module that handles them, with the company's `cx`. */
import type { ChannelListener, ConnectionRef, SessionNews } from '../channels/channel'
import { newChatsReported, templateChanged } from '../channels/events'
import { receiveAccountNews } from '../channels/meta/accounts'
import { receiveBlock } from '../channels/pending-updates/blocks'
import { receivePictureChange } from '../channels/pictures'
import { learnUsernames } from '../contacts/actions'
import type { Cx } from '../platform/cx'
import type { Log } from '../platform/log'
import { createBackfill } from '../tickets/backfill/import'
import { receiveGroups } from '../tickets/groups/receive'
import { receiveActions } from '../tickets/message-actions/receive-actions'
import { receivePresence } from '../tickets/messages/typing'
import { receiveReceipts } from '../tickets/receipts/receipts'
import { receiveUpTo } from '../tickets/receipts/up-to'
import { receiveCall } from '../tickets/receiving/calls'
import { receiveNames, receiveUndelivered } from '../tickets/receiving/named'
import { receiveMessages } from '../tickets/receiving/receive'
import { receiveCharges, receiveOpenings } from '../tickets/receiving/reported'
import { receiveSameContact } from '../tickets/receiving/same-contact'
import { resend } from '../tickets/sending/resend'

export type ChannelListenerDeps = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** Runs `work`. Database damage takes the company out of service. */
  working<T>(tenantUuid: string, work: (cx: Cx) => T): T
  /** Called with the number of stored messages. */
  received(count: number): void
  session(ref: ConnectionRef, news: SessionNews): void
  claim(ref: ConnectionRef, number: string): Promise<boolean>
  connectionChanged(cx: Cx, connectionId: number): void
}

export function createChannelListener(deps: ChannelListenerDeps): {
  readonly listener: ChannelListener
  close(): void
} {
  const { log, cxOf, working } = deps
  const backfill = createBackfill({ log, working, announce: deps.connectionChanged })
  const listener: ChannelListener = {
    incoming(ref, messages) {
      working(ref.tenantUuid, (cx) => receiveMessages(cx, ref.connectionId, messages))
      deps.received(messages.length)
    },
    actions: (ref, actions) => working(ref.tenantUuid, (cx) => receiveActions(cx, ref.connectionId, actions)),
    receipts: (ref, all) => working(ref.tenantUuid, (cx) => receiveReceipts(cx, ref.connectionId, all)),
    receivedUpTo: (ref, marks) => working(ref.tenantUuid, (cx) => receiveUpTo(cx, ref.connectionId, marks)),
    repeatRefused: (ref, externalId) => working(ref.tenantUuid, (cx) => resend(cx, ref.connectionId, externalId)),
    newChats: ({ tenantUuid, connectionId }, news) =>
      working(tenantUuid, (cx) => cx.happened(newChatsReported({ connectionId, ...news }))),
    call: (ref, call) => working(ref.tenantUuid, (cx) => receiveCall(cx, ref.connectionId, call)),
    presence: (ref, chat, state) => receivePresence(cxOf(ref.tenantUuid), ref.connectionId, chat, state),
    pictureChanged: (ref, address) =>
      working(ref.tenantUuid, (cx) => receivePictureChange(cx, ref.connectionId, address)),
    blocked: (ref, address, isBlocked) => working(ref.tenantUuid, (cx) => receiveBlock(cx, address, isBlocked)),
    sameContact: (ref, addresses) => receiveSameContact(cxOf(ref.tenantUuid), addresses),
    usernames: (ref, addresses) =>
      working(ref.tenantUuid, (cx) => cx.transaction((cx) => void learnUsernames(cx, addresses))),
    groups: (ref, news) => working(ref.tenantUuid, (cx) => receiveGroups(cx, ref.connectionId, news)),
    session: deps.session,
    claim: deps.claim,
    named: (ref, names) => working(ref.tenantUuid, (cx) => receiveNames(cx, ref.connectionId, names)),
    undelivered: (ref, all) => working(ref.tenantUuid, (cx) => receiveUndelivered(cx, ref.connectionId, all)),
    charged: (ref, charges) => working(ref.tenantUuid, (cx) => receiveCharges(cx, ref.connectionId, charges)),
    windowOpened: (ref, openings) => working(ref.tenantUuid, (cx) => receiveOpenings(cx, ref.connectionId, openings)),
    account: (ref, news) => working(ref.tenantUuid, (cx) => receiveAccountNews(cx, ref.connectionId, news)),
    templates: ({ tenantUuid, connectionId }, all) =>
      working(tenantUuid, (cx) =>
        cx.transaction((cx) => {
          for (const news of all) cx.happened(templateChanged({ connectionId, ...news }))
        }),
      ),
    backfill,
  }
  return { listener, close: backfill.close }
}
