/**
 * What runs leaves: the message goes into the outbox in the transaction that marks its delivery, so that a crash can neither lose
 * nor double it. How much may leave is for the governor to say.
 */

import { MOST_LOOKED_UP } from '../../channels/channel'
import { createContact } from '../../contacts/actions'
import { contactOfKey } from '../../contacts/number'
import { findContactIdByAddress } from '../../contacts/queries'
import { AppError } from '../../errors'
import { admit, isCold, type Wait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { type Raw, statement } from '../../platform/sqlite'
import { isOnStandby } from '../../tenancy/standby'
import { putBack, sendUnattended } from '../../tickets/sending/send-unattended'
import { wantLookedUp } from '../contact-lists/check'
import { lookedUp } from '../contact-lists/known'
import { isEngaged, whyNot } from './audience'
import { change, findDelivery } from './delivery'
import { findCampaignOrFail, progressOf } from './queries'
import { endIfDone, noteWait, toTell } from './running'
import type { StoredCampaign, StoredDelivery } from './tables'
import { chosen, readerOf, valuesToSend } from './texts'

/** In one transaction, between which others have their turn. */
const AT_ONCE = 4

/** A turn for each connection that campaigns run on; those that could send more go on by themselves. */
export function sendSome(cx: Cx) {
  if (isOnStandby(cx)) return
  const connections = statement(
    cx.db.$client,
    "SELECT DISTINCT connection_id FROM campaigns WHERE status = 'EM_ANDAMENTO' AND connection_id IS NOT NULL",
  )
    .pluck()
    .all() as number[] // ids are integers
  const couldGoOn = connections.filter((connectionId) => sendOver(cx, connectionId))
  if (couldGoOn.length > 0) void goOnSoon(cx)
}

const goingOn = new WeakSet<Raw>()

/** Behind what waits in this turn of the event loop, once for all who ask for it. */
export async function goOnSoon(cx: Cx): Promise<void> {
  const raw = cx.db.$client
  if (goingOn.has(raw)) return
  goingOn.add(raw)
  await new Promise(setImmediate)
  goingOn.delete(raw)
  if (!raw.open) return
  try {
    sendSome(cx)
  } catch {
    // The job meets it again within a second, and says so.
  }
}

/** While so many wait in the outbox none are added: a few at a time would be a commit each. */
const ENOUGH = 36
const waitsEnough = (cx: Cx, connectionId: number): boolean =>
  statement(cx.db.$client, `SELECT 1 FROM outbox WHERE connection_id = (? + 0) LIMIT 1 OFFSET ${ENOUGH}`).get(
    connectionId,
  ) !== undefined

/** True when more may leave at once. */
function sendOver(cx: Cx, connectionId: number): boolean {
  if (waitsEnough(cx, connectionId)) return false
  try {
    return cx.transaction((cx) => new Turn(cx, connectionId).take(AT_ONCE))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // All of the turn is undone; without this one it goes on.
    cx.transaction((cx) => {
      const refused = findDelivery(cx.db, error.deliveryId)
      if (refused?.state !== 'waiting') return
      change(cx, refused, { state: 'failed', reason: 'refused' })
      endIfDone(cx, refused.campaignId)
    })
    return true
  }
}

/** This message cannot be: its text is empty or too long, its contact a group. */
class Refused extends Error {
  constructor(readonly deliveryId: number) {
    super(`delivery ${deliveryId} is refused`)
  }
}

type Running = { readonly campaign: StoredCampaign; turn: number }

/** The campaigns of one connection, one message after the other. */
class Turn {
  private readonly running: Running[]
  /** Why nobody who never wrote to us may be written to now. */
  private coldHeld: Wait | null = null
  private coldWent = false
  /** Why nothing may leave. */
  private held: Wait | null = null
  /** Campaigns whose next number is being looked up. */
  private readonly checking = new Set<number>()

  constructor(
    private readonly cx: Cx,
    private readonly connectionId: number,
  ) {
    const rows = statement(
      cx.db.$client,
      `SELECT c.id, p.turn FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id
       WHERE c.status = 'EM_ANDAMENTO' AND c.connection_id = (? + 0) ORDER BY p.turn, c.id`,
    ).all(connectionId) as { id: number; turn: number }[] // the columns are listed
    this.running = rows.map(({ id, turn }) => ({ campaign: findCampaignOrFail(cx.db, id), turn }))
  }

  take(most: number): boolean {
    let looked = 0
    while (looked < most && this.held === null) {
      const next = this.next()
      if (!next) break
      this.judge(next.of, next.delivery)
      looked++
    }
    for (const one of this.running) this.explain(one)
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
    const id = statement(
      this.cx.db.$client,
      `SELECT id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND is_cold = ${cold} AND state = 'waiting'
       ORDER BY position, id LIMIT 1`,
    )
      .pluck()
      .get(campaignId)
    return typeof id === 'number' ? findDelivery(this.cx.db, id) : undefined
  }

  /** It leaves, is left out, or tells why nothing like it may leave now. */
  private judge(of: Running, found: StoredDelivery) {
    const { cx, connectionId } = this
    const contactId = found.contactId ?? contactOf(cx, found.number)
    const leftOut = this.whyLeftOut(of.campaign, found, contactId) ?? this.whyUnreached(of.campaign, found, contactId)
    if (leftOut === 'checking') {
      this.checking.add(found.campaignId)
      return
    }
    if (leftOut !== null) {
      change(cx, found, { state: 'skipped', reason: leftOut, contactId })
      return endIfDone(cx, found.campaignId)
    }
    const cold = isCold(cx.db, contactId, connectionId)
    const delivery = cold === found.isCold ? found : change(cx, found, { isCold: cold })
    if (cold && this.coldHeld !== null) return
    const wait = admit(cx, connectionId, cold)
    if (wait === null) {
      if (cold) this.coldWent = true
      return this.leave(of, delivery, contactId)
    }
    if (cold && (wait.why === 'coldCap' || wait.why === 'restricted')) this.coldHeld = wait
    else this.held = wait
  }

  private whyLeftOut(
    { id, contactListId, excludesCold, excludesEngaged }: StoredCampaign,
    delivery: StoredDelivery,
    contactId: number | null,
  ) {
    const { cx } = this
    if (contactId === null && (contactListId === null || contactOfKey(delivery.number) !== undefined)) return 'gone'
    const unwanted = whyNot(cx.db, { contactId, number: delivery.number })
    if (unwanted !== null) return unwanted
    const isListed = (what: string) =>
      statement(cx.db.$client, `SELECT 1 FROM contact_list_items WHERE list_id = ? AND number = ? AND ${what}`).get(
        contactListId,
        delivery.number,
      ) !== undefined
    if (contactListId !== null && isListed('in_blacklist = 1')) return 'blacklisted'
    const isTwice = statement(
      cx.db.$client,
      `SELECT 1 FROM campaign_deliveries WHERE contact_id = (? + 0) AND campaign_id = (? + 0) AND id <> (? + 0)
         AND (message_id IS NOT NULL OR confirmation_id IS NOT NULL)`,
    ).get(contactId, id, delivery.id)
    if (contactId !== null && isTwice) return 'duplicate'
    if (delivery.confirmedAt !== null) return null
    if (excludesEngaged && isEngaged(cx.db, contactId)) return 'engaged'
    return excludesCold && isCold(cx.db, contactId, this.connectionId) ? 'cold' : null
  }

  /** A number of a list that was not looked up before is looked up now that it is written to. */
  private whyUnreached(
    { contactListId }: StoredCampaign,
    { id, campaignId, number, messageId, confirmationId }: StoredDelivery,
    contactId: number | null,
  ): 'noWhatsapp' | 'unchecked' | 'checking' | null {
    const { cx, connectionId } = this
    const wasSent = messageId !== null || confirmationId !== null
    if (contactListId === null || wasSent || !isCold(cx.db, contactId, connectionId)) return null
    const item = lookedUp(cx.db, contactListId, number, cx.now())
    if (item === 'unknown') wantLookedUp(cx, contactListId, [number, ...this.following(campaignId, id)])
    return { exists: null, none: 'noWhatsapp', unanswered: 'unchecked', unknown: 'checking' }[item] as ReturnType<
      Turn['whyUnreached']
    >
  }

  /** The numbers of those whose turn comes next. */
  private following(campaignId: number, id: number): string[] {
    return statement(
      this.cx.db.$client,
      `SELECT number FROM campaign_deliveries WHERE campaign_id = (? + 0) AND state = 'waiting' AND is_cold = 1 AND id <> (? + 0)
       ORDER BY position, id LIMIT ${MOST_LOOKED_UP}`,
    )
      .pluck()
      .all(campaignId, id) as string[] // a text column
  }

  private leave(of: Running, delivery: StoredDelivery, known: number | null) {
    const { cx, connectionId } = this
    const { campaign } = of
    const isQuestion = campaign.confirmation && delivery.confirmedAt === null
    const texts = isQuestion ? campaign.confirmationTexts : campaign.texts
    const planned = (isQuestion ? delivery.confirmationText : delivery.text) ?? 1
    // Changed since it was planned.
    const text = texts[planned - 1]?.trim() ? planned : (chosen(texts) ?? planned)
    const before = isQuestion ? delivery.confirmationId : delivery.messageId
    try {
      const contactId =
        known ?? createContact(cx, { name: delivery.name || delivery.number, number: delivery.number }, []).id
      const isBack = before !== null && delivery.connectionId === connectionId && putBack(cx, before)
      const messageId = isBack
        ? before
        : this.post(campaign, delivery, { contactId, isQuestion, body: texts[text - 1] ?? '' })
      change(cx, delivery, {
        state: 'sending',
        contactId,
        connectionId,
        ...(isQuestion ? { confirmationId: messageId, confirmationText: text } : { messageId, text }),
      })
    } catch (error) {
      throw error instanceof AppError ? new Refused(delivery.id) : error
    }
    this.passTurn(of)
  }

  private post(
    { name, contactListId, queueId, kind, media }: StoredCampaign,
    delivery: StoredDelivery,
    { contactId, isQuestion, body }: { contactId: number; isQuestion: boolean; body: string },
  ): number {
    const file = isQuestion ? null : media
    const { cx, connectionId } = this
    const values = valuesToSend(cx, readerOf(cx, contactListId, delivery, contactId))
    return sendUnattended(cx, {
      contactId,
      connectionId,
      queueId,
      kind: (file && kind) ?? 'chat',
      body,
      media: file,
      values,
      extra: { origin: { by: 'campaign', name } },
    }).id
  }

  /** Behind all others of the connection. */
  private passTurn(of: Running) {
    of.turn = Math.max(...this.running.map(({ turn }) => turn)) + 1
    statement(this.cx.db.$client, 'UPDATE campaign_progress SET turn = (? + 0) WHERE campaign_id = (? + 0)').run(
      of.turn,
      of.campaign.id,
    )
    this.running.sort((a, b) => a.turn - b.turn || a.campaign.id - b.campaign.id)
  }

  private explain({ campaign: { id } }: Running) {
    const { waitWhy, waitUntil, waiting, coldWaiting, isFilled } = progressOf(this.cx.db, id)
    if (!isFilled && waiting === 0) return // as its start has told
    if (waiting === 0) return noteWait(this.cx, id, null, null)
    if (this.checking.has(id)) return noteWait(this.cx, id, 'checking', null)
    const held = toTell(this.held)
    if (held) return noteWait(this.cx, id, held.why, held.until)
    if (this.coldHeld && coldWaiting > 0) return noteWait(this.cx, id, this.coldHeld.why, this.coldHeld.until)
    const isHeldStill =
      (waitWhy === 'coldCap' || waitWhy === 'restricted') && coldWaiting > 0 && (waitUntil ?? 0) > this.cx.now()
    if (!isHeldStill || this.coldWent) noteWait(this.cx, id, null, null)
  }
}

const contactOf = (cx: Cx, number: string): number | null =>
  findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
