/** What becomes of what was sent: ticks, answers, confirmations, opt-outs, and what is taken away from under a campaign. */
import { DELIVERED, READ, SENT } from '../../channels/contract'
import { connectionChanged } from '../../channels/events'
import { contactMerging } from '../../contacts/events'
import { fail } from '../../errors'
import { optedOut, rateLimitChanged } from '../../outbound/events'
import type { Cx } from '../../platform/cx'
import { defineDomainEvent, on, type Subscriber } from '../../platform/extensions'
import { statement } from '../../platform/sqlite'
import { cut, fold } from '../../platform/text'
import { announceTicket } from '../../tickets/announce'
import { writeLog } from '../../tickets/log/log'
import { messageFailed, messageReceived, messageSent, messageTicked } from '../../tickets/messages/events'
import type { Arrival, Arriving, ClosedTicketAutoResponder } from '../../tickets/receiving/auto-responders'
import { latestTicketOf } from '../../tickets/receiving/ticket-for'
import { contactListDeleting } from '../contact-lists/events'
import { store } from './actions'
import { anyCampaigns, change, findByMessage, findDelivery, takeOut } from './delivery'
import { campaignErrors } from './errors'
import { findCampaign, findCampaignOrFail } from './queries'
import { ANSWERED_WITHIN, endIfDone, stop } from './running'
import { goOnSoon } from './sending'
import type { StoredDelivery } from './tables'

const ANSWER_LENGTH = 200

/** Something of a campaign has left the outbox: there is room for more. */
const campaignMoved = defineDomainEvent<{ readonly campaignId: number }>('campaign.moved')

/** How far a message of ours has come; never back. */
function raise(cx: Cx, messageId: number, ack: number) {
  const one = findByMessage(cx.db, messageId)
  if (!one) return
  if (messageId === one.confirmationId) asked(cx, one)
  else arrived(cx, one, ack)
}

/** The question has left; how it is read is nobody's figure. */
function asked(cx: Cx, one: StoredDelivery) {
  const isLeaving =
    one.askedAt === null && (one.state === 'sending' || one.state === 'failed' || one.state === 'waiting')
  if (!isLeaving) return
  change(cx, one, { state: 'asked', askedAt: cx.now(), reason: null })
  cx.happened(campaignMoved(one))
}

function arrived(cx: Cx, one: StoredDelivery, ack: number) {
  const now = cx.now()
  const isFirst = one.sentAt === null
  const rank = ack >= READ ? 'read' : ack >= DELIVERED ? 'delivered' : 'sent'
  const isBetter = isFirst || (one.deliveredAt === null && ack >= DELIVERED) || (one.readAt === null && ack >= READ)
  if (!isBetter) return
  const isOver = one.state === 'answered' || one.state === 'optedOut'
  change(cx, one, {
    state: isOver ? one.state : rank,
    reason: null,
    sentAt: one.sentAt ?? now,
    deliveredAt: one.deliveredAt ?? (ack >= DELIVERED ? now : null),
    readAt: one.readAt ?? (ack >= READ ? now : null),
  })
  if (!isFirst) return
  endIfDone(cx, one.campaignId)
  cx.happened(campaignMoved(one))
}

/** One that we took back ourselves waits again. */
function failed(cx: Cx, messageId: number, failure: string) {
  const one = findByMessage(cx.db, messageId)
  if (one?.state !== 'sending') return
  change(cx, one, { state: 'failed', reason: failure })
  endIfDone(cx, one.campaignId)
  cx.happened(campaignMoved(one))
}

/** Words that say yes, whatever follows them. */
const YES = /^(sim|s|ok|quero|claro|1|yes|si|evet)(?![\p{L}\p{N}])|^👍/u
export const isYes = (text: string): boolean => YES.test(fold(text.slice(0, 100)))

/** A question that has reached them, as the answer shows, though we were not told so yet: the server may have ended meanwhile. */
const UNDER_WAY = "(state = 'sending' AND confirmation_id IS NOT NULL AND asked_at IS NULL AND confirmed_at IS NULL)"
const awaitsYes = ({ state, confirmationId, askedAt, confirmedAt }: StoredDelivery): boolean =>
  state === 'asked' || (state === 'sending' && confirmationId !== null && askedAt === null && confirmedAt === null)

/** Of a contact over a connection: the question that waits for an answer, and else what was sent last. */
function answerable(cx: Cx, contactId: number, connectionId: number, saysYes: boolean): StoredDelivery | undefined {
  if (!anyCampaigns(cx.db)) return undefined
  const since = cx.now() - ANSWERED_WITHIN
  const id = statement(
    cx.db.$client,
    `SELECT id FROM campaign_deliveries WHERE contact_id = @contactId AND connection_id = @connectionId
       AND ((state = 'asked' AND asked_at > @since) OR sent_at > @since OR (@saysYes AND ${UNDER_WAY}))
     ORDER BY (@saysYes AND (state = 'asked' OR ${UNDER_WAY})) DESC, ifnull(sent_at, asked_at) DESC, id DESC LIMIT 1`,
  )
    .pluck()
    .get({ contactId, connectionId, since, saysYes: Number(saysYes) })
  return typeof id === 'number' ? findDelivery(cx.db, id) : undefined
}

function answered(cx: Cx, arrival: Arrival) {
  const { contact, connection, incoming, ticket } = arrival
  if (incoming.fromMe || contact.isGroup) return
  const isConfirming = isYes(incoming.body)
  const one = answerable(cx, contact.id, connection.id, isConfirming)
  if (!one) return
  const answer = cut(incoming.body, ANSWER_LENGTH) || null
  if (isConfirming && awaitsYes(one)) {
    const askedAt = one.askedAt ?? cx.now()
    change(cx, one, { state: 'waiting', askedAt, confirmedAt: cx.now(), answer, isCold: false, position: -1 })
    return cx.happened(campaignMoved(one))
  }
  if (one.state === 'optedOut') return void (one.answer === null && change(cx, one, { answer }))
  const opened = arrival.isFirst && ticket?.status === 'pending' ? ticket : null
  const isFirstAnswer = one.answeredAt === null && one.sentAt !== null
  if (!isFirstAnswer && one.answer !== null && !opened) return
  change(cx, one, {
    answer: one.answer ?? answer,
    ...(isFirstAnswer && { state: 'answered', answeredAt: cx.now() }),
    ...(opened && one.ticketId === null && { ticketId: opened.id }),
  })
  if (!opened) return
  const { name } = findCampaignOrFail(cx.db, one.campaignId)
  writeLog(cx, opened.id, { kind: 'campaign', userId: null, data: { campaign: name } })
  announceTicket(cx, null, opened)
}

/** A yes to our question opens no ticket: the message follows. */
export const takeConfirmation: ClosedTicketAutoResponder = {
  name: 'campaign',
  stage: 'beforeTicket',
  claim(cx, { contact, connection, incoming }: Arriving) {
    const isConfirming = !incoming.fromMe && !contact.isGroup && isYes(incoming.body)
    const one = isConfirming ? answerable(cx, contact.id, connection.id, true) : undefined
    if (!one || !awaitsYes(one)) return undefined
    return latestTicketOf(cx.db, contact.id, connection.id)
  },
  answer() {},
}

/** Nothing more of any campaign; the latest that was sent counts as what they had enough of. */
function leave(cx: Cx, contactId: number) {
  const ids = statement(
    cx.db.$client,
    `SELECT id FROM campaign_deliveries WHERE contact_id = (? + 0) AND (state IN ('waiting', 'sending', 'asked') OR sent_at > (? + 0))
     ORDER BY max(ifnull(sent_at, 0), ifnull(asked_at, 0)) DESC, id DESC`,
  )
    .pluck()
    .all(contactId, cx.now() - ANSWERED_WITHIN) as number[] // ids are integers
  for (const [at, id] of ids.entries()) {
    const one = findDelivery(cx.db, id)
    if (!one) continue
    const still = one.state === 'sending' ? takeOut(cx, one) : one
    if (!still) continue // on its way
    const isCause = at === 0 && (one.sentAt !== null || one.askedAt !== null)
    if (isCause) change(cx, still, { state: 'optedOut' })
    else if (one.sentAt === null) change(cx, still, { state: 'skipped', reason: 'optedOut' })
    endIfDone(cx, one.campaignId)
  }
}

/** A list that a campaign needs stays. */
function keepList(cx: Cx, listId: number) {
  const needing = statement(
    cx.db.$client,
    "SELECT id, name FROM campaigns WHERE contact_list_id = ? AND status IN ('PROGRAMADA', 'EM_ANDAMENTO') LIMIT 1",
  ).get(listId) as { id: number; name: string } | undefined // the columns are listed
  if (needing) fail(campaignErrors.ERR_LIST_IN_CAMPAIGN, { campaignId: needing.id, campaign: needing.name })
}

/** It can be given another connection, and goes on then. */
function loseConnection(cx: Cx, connectionId: number) {
  const ids = statement(cx.db.$client, 'SELECT id FROM campaigns WHERE connection_id = ?')
    .pluck()
    .all(connectionId) as number[] // ids are integers
  for (const id of ids) {
    const campaign = findCampaign(cx.db, id)
    if (!campaign) continue
    if (campaign.status === 'EM_ANDAMENTO' || campaign.status === 'PROGRAMADA') stop(cx, campaign, 'connectionDeleted')
    store(cx, id, { connectionId: null })
  }
}

export const campaignSubscribers: readonly Subscriber[] = [
  on(messageSent, 'inTransaction', (cx, { message }) => raise(cx, message.id, SENT)),
  on(messageTicked, 'inTransaction', (cx, { messageId, ack }) => raise(cx, messageId, ack)),
  on(messageFailed, 'inTransaction', (cx, { message, failure }) => failed(cx, message.id, failure)),
  on(messageReceived, 'inTransaction', answered),
  on(optedOut, 'inTransaction', (cx, { contactId }) => {
    if (contactId !== null) leave(cx, contactId)
  }),
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    statement(cx.db.$client, 'UPDATE campaign_deliveries SET contact_id = ? WHERE contact_id = ?').run(keptId, goneId)
  }),
  on(contactListDeleting, 'inTransaction', (cx, { id }) => keepList(cx, id)),
  on(connectionChanged, 'inTransaction', (cx, { before, after }) => {
    if (before && !after) loseConnection(cx, before.id)
  }),
  on(campaignMoved, 'afterCommit', goOnSoon),
  on(rateLimitChanged, 'afterCommit', goOnSoon),
]
