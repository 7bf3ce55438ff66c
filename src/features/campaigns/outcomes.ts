/** Events after a send: delivery statuses, answers, confirmations, opt-outs, and the loss of a campaign's connection or list. */

import { DELIVERED, READ, SENT } from '../../channels/contract'
import { connectionChanged } from '../../channels/events'
import { contactMerging } from '../../contacts/events'
import { fail } from '../../errors'
import { optedOut, rateLimitChanged } from '../../outbound/events'
import type { Cx } from '../../platform/cx'
import { defineDomainEvent, on, type Subscriber } from '../../platform/extensions'
import { execute, getColumn, getRow, getValue } from '../../platform/sql'
import { cut } from '../../platform/text'
import { type Language, languageOf } from '../../texts/languages'
import { agreesInAny } from '../../texts/yes-no'
import { announceTicket } from '../../tickets/announce'
import type { Arrival, Arriving, ClosedTicketAutoResponder } from '../../tickets/auto-responders'
import { writeLog } from '../../tickets/log/log'
import { deliveryStatusRaised, messageFailed, messageReceived, messageSent } from '../../tickets/messages/events'
import { latestTicketOf } from '../../tickets/moves/ticket-for'
import { contactListDeleting } from '../contact-lists/events'
import { saveCampaign } from './actions'
import { STATUS } from './contract'
import { anyCampaigns, findByMessage, findDelivery, updateDelivery, withdrawDelivery } from './delivery'
import { campaignErrors } from './errors'
import { ANSWERED_WITHIN, endIfDone, stop } from './lifecycle'
import { findCampaign, findCampaignOrFail } from './queries'
import { scheduleSending } from './sending'
import type { StoredCampaign, StoredDelivery } from './tables'

const ANSWER_LENGTH = 200

/** A message of the campaign left the outbox, so more can be sent. */
const campaignMoved = defineDomainEvent<{ readonly campaignId: number }>('campaign.moved')

/** Applies a delivery status; it never goes back. */
function applyAck(cx: Cx, messageId: number, ack: number) {
  const one = findByMessage(cx.db, messageId)
  if (!one) return
  if (messageId === one.confirmationId) confirmQuestionSent(cx, one)
  else recordProgress(cx, one, ack)
}

/** The question was sent. Its later statuses count nowhere. */
function confirmQuestionSent(cx: Cx, one: StoredDelivery) {
  const isLeaving =
    one.askedAt === null && (one.state === 'sending' || one.state === 'failed' || one.state === 'waiting')
  if (!isLeaving) return
  updateDelivery(cx, one, { state: 'asked', askedAt: cx.now(), reason: null })
  cx.happened(campaignMoved(one))
}

function recordProgress(cx: Cx, one: StoredDelivery, ack: number) {
  const now = cx.now()
  const isFirst = one.sentAt === null
  const rank = ack >= READ ? 'read' : ack >= DELIVERED ? 'delivered' : 'sent'
  const isBetter = isFirst || (one.deliveredAt === null && ack >= DELIVERED) || (one.readAt === null && ack >= READ)
  if (!isBetter) return
  const isOver = one.state === 'answered' || one.state === 'optedOut'
  updateDelivery(cx, one, {
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

/** Everybody else would fail with them: Meta has withdrawn the template. */
const LOST_TEMPLATE: ReadonlySet<string> = new Set(['templatePaused', 'templateMissing', 'templateRefused'])

/** Ignores a delivery that we withdrew: it waits again. A messenger may accept a message and fail to deliver it. */
function recordFailure(cx: Cx, messageId: number, failure: string) {
  const one = findByMessage(cx.db, messageId)
  if (one?.state !== 'sending' && one?.state !== 'sent') return
  const campaign = findCampaignOrFail(cx.db, one.campaignId)
  if (LOST_TEMPLATE.has(failure) && campaign.status !== STATUS.finished) return stopWithoutTemplate(cx, campaign, one)
  updateDelivery(cx, one, { state: 'failed', reason: failure, sentAt: null })
  endIfDone(cx, one.campaignId)
  cx.happened(campaignMoved(one))
}

/** The recipient waits, as do all others, until somebody resumes the campaign. */
function stopWithoutTemplate(cx: Cx, campaign: StoredCampaign, one: StoredDelivery) {
  updateDelivery(cx, one, { state: 'waiting', sentAt: null })
  if (campaign.status === STATUS.running) stop(cx, campaign, 'template')
}

/** Also the number 1, as menus of other systems ask for it. */
export const isYes = (text: string, language: Language): boolean =>
  agreesInAny(text, language) || /^[^\p{L}\p{N}]*1[^\p{L}\p{N}]*$/u.test(text.slice(0, 20))

const confirms = (cx: Cx, { contact, incoming }: Arriving): boolean =>
  anyCampaigns(cx.db) && !incoming.fromMe && !contact.isGroup && isYes(incoming.body, languageOf(cx.tenant.language))

/** A question without a receipt yet, in SQL. An answer proves that it arrived: the server may have stopped before the receipt. */
const UNDER_WAY = "(state = 'sending' AND confirmation_id IS NOT NULL AND asked_at IS NULL AND confirmed_at IS NULL)"
const awaitsYes = ({ state, confirmationId, askedAt, confirmedAt }: StoredDelivery): boolean =>
  state === 'asked' || (state === 'sending' && confirmationId !== null && askedAt === null && confirmedAt === null)

/** The delivery that an incoming message answers: the pending question if it says yes, else the latest send. */
function answerable(cx: Cx, contactId: number, connectionId: number, saysYes: boolean): StoredDelivery | undefined {
  const since = cx.now() - ANSWERED_WITHIN
  const id = getValue(
    cx.db,
    `SELECT id FROM campaign_deliveries WHERE contact_id = @contactId AND connection_id = @connectionId
       AND ((state = 'asked' AND asked_at > @since) OR sent_at > @since OR (@saysYes AND ${UNDER_WAY}))
     ORDER BY (@saysYes AND (state = 'asked' OR ${UNDER_WAY})) DESC, ifnull(sent_at, asked_at) DESC, id DESC LIMIT 1`,
    { contactId, connectionId, since, saysYes: Number(saysYes) },
  )
  return typeof id === 'number' ? findDelivery(cx.db, id) : undefined
}

function recordAnswer(cx: Cx, arrival: Arrival) {
  const { contact, connection, incoming, ticket } = arrival
  if (incoming.fromMe || contact.isGroup || !anyCampaigns(cx.db)) return
  const isConfirming = confirms(cx, arrival)
  const one = answerable(cx, contact.id, connection.id, isConfirming)
  if (!one) return
  const answer = cut(incoming.body, ANSWER_LENGTH) || null
  if (isConfirming && awaitsYes(one)) {
    const askedAt = one.askedAt ?? cx.now()
    updateDelivery(cx, one, { state: 'waiting', askedAt, confirmedAt: cx.now(), answer, isCold: false, position: -1 })
    return cx.happened(campaignMoved(one))
  }
  if (one.state === 'optedOut') return void (one.answer === null && updateDelivery(cx, one, { answer }))
  const opened = arrival.isFirst && ticket?.status === 'pending' ? ticket : null
  const isFirstAnswer = one.answeredAt === null && one.sentAt !== null
  if (!isFirstAnswer && one.answer !== null && !opened) return
  updateDelivery(cx, one, {
    answer: one.answer ?? answer,
    ...(isFirstAnswer && { state: 'answered', answeredAt: cx.now() }),
    ...(opened && one.ticketId === null && { ticketId: opened.id }),
  })
  if (!opened) return
  const { name } = findCampaignOrFail(cx.db, one.campaignId)
  writeLog(cx, opened.id, { kind: 'campaign', userId: null, data: { campaign: name } })
  announceTicket(cx, null, opened)
}

/** A yes to the question opens no ticket: the message follows. */
export const takeConfirmation: ClosedTicketAutoResponder = {
  name: 'campaign',
  stage: 'beforeTicket',
  claim(cx, arriving: Arriving) {
    const { contact, connection } = arriving
    const one = confirms(cx, arriving) ? answerable(cx, contact.id, connection.id, true) : undefined
    if (!one || !awaitsYes(one)) return undefined
    return latestTicketOf(cx.db, contact.id, connection.id)
  },
  answer() {},
}

/** Cancels all pending deliveries of the contact. The latest one sent counts as the cause of the opt-out. */
function applyOptOut(cx: Cx, contactId: number) {
  const ids = getColumn<number>(
    cx.db,
    `SELECT id FROM campaign_deliveries WHERE contact_id = (? + 0) AND (state IN ('waiting', 'sending', 'asked') OR sent_at > (? + 0))
     ORDER BY max(ifnull(sent_at, 0), ifnull(asked_at, 0)) DESC, id DESC`,
    [contactId, cx.now() - ANSWERED_WITHIN],
  )
  for (const [at, id] of ids.entries()) {
    const one = findDelivery(cx.db, id)
    if (!one) continue
    const still = one.state === 'sending' ? withdrawDelivery(cx, one) : one
    if (!still) continue // already handed over
    const isCause = at === 0 && (one.sentAt !== null || one.askedAt !== null)
    if (isCause) updateDelivery(cx, still, { state: 'optedOut' })
    else if (one.sentAt === null) updateDelivery(cx, still, { state: 'skipped', reason: 'optedOut' })
    endIfDone(cx, one.campaignId)
  }
}

/** Refuses to delete a list that a running or scheduled campaign needs. */
function requireListUnused(cx: Cx, listId: number) {
  const needing = getRow<{ id: number; name: string }>(
    cx.db,
    `SELECT id, name FROM campaigns WHERE contact_list_id = ? AND status IN ('${STATUS.scheduled}', '${STATUS.running}') LIMIT 1`,
    listId,
  )
  if (needing) fail(campaignErrors.ERR_LIST_IN_CAMPAIGN, { campaignId: needing.id, campaign: needing.name })
}

/** Stops the connection's campaigns. They can resume over another connection. */
function detachConnection(cx: Cx, connectionId: number) {
  const ids = getColumn<number>(cx.db, 'SELECT id FROM campaigns WHERE connection_id = ?', connectionId)
  for (const id of ids) {
    const campaign = findCampaign(cx.db, id)
    if (!campaign) continue
    if (campaign.status === STATUS.running || campaign.status === STATUS.scheduled)
      stop(cx, campaign, 'connectionDeleted')
    saveCampaign(cx, id, { connectionId: null })
  }
}

export const campaignSubscribers: readonly Subscriber[] = [
  on(messageSent, 'inTransaction', (cx, { message }) => applyAck(cx, message.id, SENT)),
  on(deliveryStatusRaised, 'inTransaction', (cx, { messageId, ack }) => applyAck(cx, messageId, ack)),
  on(messageFailed, 'inTransaction', (cx, { message, failure }) => recordFailure(cx, message.id, failure)),
  on(messageReceived, 'inTransaction', recordAnswer),
  on(optedOut, 'inTransaction', (cx, { contactId }) => {
    if (contactId !== null) applyOptOut(cx, contactId)
  }),
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    execute(cx.db, 'UPDATE campaign_deliveries SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
  }),
  on(contactListDeleting, 'inTransaction', (cx, { id }) => requireListUnused(cx, id)),
  on(connectionChanged, 'inTransaction', (cx, { before, after }) => {
    if (before && !after) detachConnection(cx, before.id)
  }),
  on(campaignMoved, 'afterCommit', scheduleSending),
  on(rateLimitChanged, 'afterCommit', scheduleSending),
]
