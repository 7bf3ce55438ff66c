/**
 * Sends the next messages of running campaigns. A message enters the outbox in the transaction that marks its delivery, so a
 * crash can neither lose nor double it. The rate limiter decides how much may be sent.
 */

import { capabilitiesOf } from '../../channels/capabilities'
import { MOST_LOOKED_UP } from '../../channels/channel'
import { channelOf } from '../../channels/connections/queries'
import { unsupportedErrors } from '../../channels/templates/unsupported'
import { createContact } from '../../contacts/actions'
import { contactOfKey } from '../../contacts/number'
import { findContactIdByAddress } from '../../contacts/queries'
import { AppError } from '../../errors'
import { admit, isCold, type Wait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getRow, getRows, getValue } from '../../platform/sql'
import type { Raw } from '../../platform/sqlite'
import { isPaused } from '../../tenancy/standby'
import { putBack, sendUnattended } from '../../tickets/sending/send-unattended'
import { templateDraft } from '../../tickets/sending/template'
import { prioritizeLookUp } from '../contact-lists/check'
import { lookUpState } from '../contact-lists/known-numbers'
import { findExclusion, isEngaged, obstacleIn, writingOf } from './audience'
import { STATUS } from './contract'
import { findDelivery, updateDelivery } from './delivery'
import { endIfDone, noteWait, stop, waitToShow } from './lifecycle'
import { findCampaignOrFail, progressOf } from './queries'
import type { StoredCampaign, StoredDelivery } from './tables'
import { chosen, readerOf, valuesToSend } from './texts'

/** Deliveries per transaction; yields to the event loop in between. */
const DELIVERIES_PER_TRANSACTION = 4

/** One batch for each connection with running campaigns; continues by itself while more can be sent. */
export function sendSome(cx: Cx) {
  if (isPaused(cx)) return
  const connections = getColumn<number>(
    cx.db,
    `SELECT DISTINCT connection_id FROM campaigns WHERE status = '${STATUS.running}' AND connection_id IS NOT NULL`,
  )
  const couldGoOn = connections.filter((connectionId) => sendOver(cx, connectionId))
  if (couldGoOn.length > 0) void scheduleSending(cx)
}

const scheduledSends = new WeakSet<Raw>()

/** Schedules one `sendSome` for the next turn of the event loop, however often it is called. */
export async function scheduleSending(cx: Cx): Promise<void> {
  const raw = cx.db.$client
  if (scheduledSends.has(raw)) return
  scheduledSends.add(raw)
  await new Promise(setImmediate)
  scheduledSends.delete(raw)
  if (!raw.open) return
  try {
    sendSome(cx)
  } catch {
    // The job runs into the same error within a second and logs it.
  }
}

/** Nothing is added while this many wait in the outbox: refilling it one by one would cost a commit each. */
const MOST_IN_OUTBOX = 36
const isOutboxFull = (cx: Cx, connectionId: number): boolean =>
  getRow(cx.db, `SELECT 1 FROM outbox WHERE connection_id = (? + 0) LIMIT 1 OFFSET ${MOST_IN_OUTBOX}`, connectionId) !==
  undefined

/** Returns whether more can be sent at once. */
function sendOver(cx: Cx, connectionId: number): boolean {
  if (isOutboxFull(cx, connectionId)) return false
  try {
    return cx.transaction((cx) => new SendingBatch(cx, connectionId).take(DELIVERIES_PER_TRANSACTION))
  } catch (error) {
    if (error instanceof LostTemplate) {
      const { campaign } = error
      cx.transaction((cx) => void stop(cx, campaign, 'template'))
      return true
    }
    if (!(error instanceof RefusedDelivery)) throw error
    // The whole batch was rolled back: fail this delivery and continue without it.
    cx.transaction((cx) => {
      const refused = findDelivery(cx.db, error.deliveryId)
      if (refused?.state !== 'waiting') return
      updateDelivery(cx, refused, { state: 'failed', reason: error.reason })
      endIfDone(cx, refused.campaignId)
    })
    return true
  }
}

/** The message is impossible: an empty or overlong text, or a group as contact. */
class RefusedDelivery extends Error {
  constructor(
    readonly deliveryId: number,
    readonly reason: string,
  ) {
    super(`delivery ${deliveryId} is refused`)
  }
}

/** Meta has withdrawn the template: nobody else could get it either. */
class LostTemplate extends Error {
  constructor(readonly campaign: StoredCampaign) {
    super(`the template of campaign ${campaign.id} cannot be sent`)
  }
}

type Running = { readonly campaign: StoredCampaign; turn: number }

/** One batch for the campaigns of a connection, which take turns message by message. */
class SendingBatch {
  private readonly running: Running[]
  /** Why cold contacts have to wait. */
  private coldHeld: Wait | null = null
  private coldWent = false
  /** Why everything has to wait. */
  private held: Wait | null = null
  /** Campaigns whose next number is being looked up. */
  private readonly checking = new Set<number>()

  constructor(
    private readonly cx: Cx,
    private readonly connectionId: number,
  ) {
    const rows = getRows<{ id: number; turn: number }>(
      cx.db,
      `SELECT c.id, p.turn FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id
       WHERE c.status = '${STATUS.running}' AND c.connection_id = (? + 0) ORDER BY p.turn, c.id`,
      connectionId,
    )
    this.running = rows.map(({ id, turn }) => ({ campaign: findCampaignOrFail(cx.db, id), turn }))
  }

  take(most: number): boolean {
    let looked = 0
    while (looked < most && this.held === null) {
      const next = this.next()
      if (!next) break
      this.sendOrSkip(next.of, next.delivery)
      looked++
    }
    for (const one of this.running) this.noteWaitOf(one)
    return looked === most
  }

  private next(): { of: Running; delivery: StoredDelivery } | undefined {
    for (const of of this.running) {
      const warm = this.first(of.campaign.id, 0)
      const mayCold = this.coldHeld === null && !this.checking.has(of.campaign.id)
      const cold = mayCold ? this.first(of.campaign.id, 1) : undefined
      const delivery = warm && (!cold || warm.position <= cold.position) ? warm : cold
      if (delivery) return { of, delivery }
    }
    return undefined
  }

  private first(campaignId: number, cold: 0 | 1): StoredDelivery | undefined {
    const id = getValue(
      this.cx.db,
      `SELECT id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND is_cold = ${cold} AND state = 'waiting'
       ORDER BY position, id LIMIT 1`,
      campaignId,
    )
    return typeof id === 'number' ? findDelivery(this.cx.db, id) : undefined
  }

  /** Sends the delivery, skips it, or notes why it has to wait. */
  private sendOrSkip(of: Running, found: StoredDelivery) {
    const { cx, connectionId } = this
    const contactId = found.contactId ?? contactOf(cx, found.number)
    const leftOut = this.exclusionOf(of.campaign, found, contactId) ?? this.lookUpNumber(of.campaign, found, contactId)
    if (leftOut === 'checking') {
      this.checking.add(found.campaignId)
      return
    }
    if (leftOut !== null) {
      updateDelivery(cx, found, { state: 'skipped', reason: leftOut, contactId })
      return endIfDone(cx, found.campaignId)
    }
    const cold = isCold(cx.db, contactId, connectionId)
    const delivery = cold === found.isCold ? found : updateDelivery(cx, found, { isCold: cold })
    if (cold && this.coldHeld !== null) return
    const wait = admit(cx, connectionId, cold, { isFirst: this.goesByTemplate(of.campaign, contactId) })
    if (wait === null) {
      if (cold) this.coldWent = true
      return this.send(of, delivery, contactId)
    }
    if (cold && (wait.why === 'coldCap' || wait.why === 'restricted')) this.coldHeld = wait
    else this.held = wait
  }

  private exclusionOf(campaign: StoredCampaign, delivery: StoredDelivery, contactId: number | null) {
    const { cx, connectionId } = this
    const { id, contactListId, excludesCold, excludesEngaged } = campaign
    if (contactId === null && (contactListId === null || contactOfKey(delivery.number) !== undefined)) return 'gone'
    const unwanted = findExclusion(cx.db, { contactId, number: delivery.number })
    if (unwanted !== null) return unwanted
    const obstacle = obstacleIn(writingOf(cx.db, campaign, { connectionId, contactId }, cx.now()))
    if (obstacle !== null) return obstacle
    const isListed = (what: string) =>
      getRow(cx.db, `SELECT 1 FROM contact_list_items WHERE list_id = ? AND number = ? AND ${what}`, [
        contactListId,
        delivery.number,
      ]) !== undefined
    if (contactListId !== null && isListed('in_blacklist = 1')) return 'blacklisted'
    const isTwice = getRow(
      cx.db,
      `SELECT 1 FROM campaign_deliveries WHERE contact_id = (? + 0) AND campaign_id = (? + 0) AND id <> (? + 0)
         AND (message_id IS NOT NULL OR confirmation_id IS NOT NULL)`,
      [contactId, id, delivery.id],
    )
    if (contactId !== null && isTwice) return 'duplicate'
    if (delivery.confirmedAt !== null) return null
    if (excludesEngaged && isEngaged(cx.db, contactId)) return 'engaged'
    return excludesCold && isCold(cx.db, contactId, this.connectionId) ? 'cold' : null
  }

  private goesByTemplate(campaign: StoredCampaign, contactId: number | null): boolean {
    const { cx, connectionId } = this
    return (
      campaign.template !== null && writingOf(cx.db, campaign, { connectionId, contactId }, cx.now()) === 'template'
    )
  }

  /** Looks up a list's number in WhatsApp just before the first message to it. */
  private lookUpNumber(
    { contactListId }: StoredCampaign,
    { id, campaignId, number, messageId, confirmationId }: StoredDelivery,
    contactId: number | null,
  ): 'noWhatsapp' | 'unchecked' | 'checking' | null {
    const { cx, connectionId } = this
    const wasSent = messageId !== null || confirmationId !== null
    if (
      contactListId === null ||
      wasSent ||
      !capabilitiesOf(channelOf(cx.db, connectionId)).lookUp ||
      !isCold(cx.db, contactId, connectionId)
    )
      return null
    const item = lookUpState(cx.db, contactListId, number, cx.now())
    if (item === 'unknown') prioritizeLookUp(cx, contactListId, [number, ...this.nextNumbers(campaignId, id)])
    return ({ exists: null, none: 'noWhatsapp', unanswered: 'unchecked', unknown: 'checking' } as const)[item]
  }

  /** The next numbers in line, to be looked up in the same request. */
  private nextNumbers(campaignId: number, id: number): string[] {
    return getColumn<string>(
      this.cx.db,
      `SELECT number FROM campaign_deliveries WHERE campaign_id = (? + 0) AND state = 'waiting' AND is_cold = 1 AND id <> (? + 0)
       ORDER BY position, id LIMIT ${MOST_LOOKED_UP}`,
      [campaignId, id],
    )
  }

  private send(of: Running, delivery: StoredDelivery, known: number | null) {
    const { cx, connectionId } = this
    const { campaign } = of
    const isQuestion = campaign.confirmation && delivery.confirmedAt === null
    const texts = isQuestion ? campaign.confirmationTexts : campaign.texts
    const planned = (isQuestion ? delivery.confirmationText : delivery.text) ?? 1
    // The text may have been emptied since the delivery was planned.
    const text = texts[planned - 1]?.trim() ? planned : (chosen(texts) ?? planned)
    const before = isQuestion ? delivery.confirmationId : delivery.messageId
    try {
      const contactId =
        known ?? createContact(cx, { name: delivery.name || delivery.number, number: delivery.number }, []).id
      const isBack = before !== null && delivery.connectionId === connectionId && putBack(cx, before)
      const messageId = isBack
        ? before
        : this.post(campaign, delivery, { contactId, isQuestion, body: texts[text - 1] ?? '' })
      updateDelivery(cx, delivery, {
        state: 'sending',
        contactId,
        connectionId,
        ...(isQuestion ? { confirmationId: messageId, confirmationText: text } : { messageId, text }),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (lostTemplates.has(error.code)) throw new LostTemplate(campaign)
      throw new RefusedDelivery(delivery.id, error.code === 'ERR_TEMPLATE_VARIABLES' ? 'templateValues' : 'refused')
    }
    this.passTurn(of)
  }

  private post(
    campaign: StoredCampaign,
    delivery: StoredDelivery,
    { contactId, isQuestion, body }: { contactId: number; isQuestion: boolean; body: string },
  ): number {
    const { cx, connectionId } = this
    const { name, contactListId, queueId, kind, media, template } = campaign
    const file = isQuestion ? null : media
    const values = valuesToSend(cx, readerOf(cx, contactListId, delivery, contactId))
    const extra = { origin: { by: 'campaign', name } } as const
    if (template && this.goesByTemplate(campaign, contactId)) {
      const draft = templateDraft(cx.db, connectionId, template, { values, media: file })
      return sendUnattended(cx, {
        ...draft,
        contactId,
        connectionId,
        queueId,
        extra: { ...draft.extra, ...extra },
      }).id
    }
    return sendUnattended(cx, {
      contactId,
      connectionId,
      queueId,
      kind: (file && kind) ?? 'chat',
      body,
      media: file,
      values,
      extra,
    }).id
  }

  /** Moves the campaign behind all others of the connection. */
  private passTurn(of: Running) {
    of.turn = Math.max(...this.running.map(({ turn }) => turn)) + 1
    execute(this.cx.db, 'UPDATE campaign_progress SET turn = (? + 0) WHERE campaign_id = (? + 0)', [
      of.turn,
      of.campaign.id,
    ])
    this.running.sort((a, b) => a.turn - b.turn || a.campaign.id - b.campaign.id)
  }

  private noteWaitOf({ campaign: { id } }: Running) {
    const { waitWhy, waitUntil, waiting, coldWaiting, isFilled } = progressOf(this.cx.db, id)
    if (!isFilled && waiting === 0) return // the wait noted at the start still holds
    if (waiting === 0) return noteWait(this.cx, id, null, null)
    if (this.checking.has(id)) return noteWait(this.cx, id, 'checking', null)
    const held = waitToShow(this.held)
    if (held) return noteWait(this.cx, id, held.why, held.until)
    if (this.coldHeld && coldWaiting > 0) return noteWait(this.cx, id, this.coldHeld.why, this.coldHeld.until)
    const isHeldStill =
      (waitWhy === 'coldCap' || waitWhy === 'restricted') && coldWaiting > 0 && (waitUntil ?? 0) > this.cx.now()
    if (!isHeldStill || this.coldWent) noteWait(this.cx, id, null, null)
  }
}

const lostTemplates: ReadonlySet<string> = new Set([
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_APPROVED',
  ...Object.values(unsupportedErrors).map(({ code }) => code),
])

const contactOf = (cx: Cx, number: string): number | null =>
  findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
