/** State of one recipient's delivery. Each update adds the difference in counters to the campaign's, in the same transaction. */
import { eq, sql } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import { type Db, mayHold, prepared } from '../../platform/sqlite'
import { withdraw } from '../../tickets/sending/send-unattended'
import { addToCounters, type CounterDelta } from './counters'
import { deliveries, type StoredDelivery } from './tables'

type CountedStates = Required<Omit<CounterDelta, 'total'>>

export function countsAs(one: StoredDelivery): CountedStates {
  const is = (truth: boolean) => Number(truth)
  const { state, sentAt } = one
  return {
    waiting: is(state === 'waiting' || state === 'sending'),
    coldWaiting: is(state === 'waiting' && one.isCold),
    asked: is(state === 'asked'),
    sent: is(sentAt !== null),
    failed: is(state === 'failed'),
    skipped: is(state === 'skipped' || (state === 'optedOut' && sentAt === null)),
    delivered: is(one.deliveredAt !== null),
    read: is(one.readAt !== null),
    answered: is(one.answeredAt !== null),
    optedOut: is(state === 'optedOut'),
    confirmed: is(one.confirmedAt !== null),
    tickets: is(one.ticketId !== null),
  }
}

type Change = Partial<Omit<StoredDelivery, 'id' | 'campaignId' | 'number' | 'name' | 'words' | 'at'>>

const columns: Readonly<Record<keyof Change, string>> = {
  contactId: 'contact_id',
  connectionId: 'connection_id',
  position: 'position',
  isCold: 'is_cold',
  text: 'text',
  confirmationText: 'confirmation_text',
  state: 'state',
  reason: 'reason',
  answer: 'answer',
  confirmationId: 'confirmation_id',
  messageId: 'message_id',
  ticketId: 'ticket_id',
  askedAt: 'asked_at',
  confirmedAt: 'confirmed_at',
  sentAt: 'sent_at',
  deliveredAt: 'delivered_at',
  readAt: 'read_at',
  answeredAt: 'answered_at',
}

/** Returns the updated delivery. */
export function updateDelivery(cx: Cx, before: StoredDelivery, changed: Change): StoredDelivery {
  const after: StoredDelivery = { ...before, ...changed, at: cx.now() }
  const keys = Object.keys(changed) as (keyof Change)[] // of the type above
  execute(
    cx.db,
    `UPDATE campaign_deliveries SET ${keys.map((key) => `${columns[key]} = ?`).join(', ')}, at = ? WHERE id = ?`,
    [...keys.map((key) => stored(after[key])), after.at, before.id],
  )
  const [was, is] = [countsAs(before), countsAs(after)]
  const names = Object.keys(is) as (keyof CountedStates)[] // of the type above
  const delta = Object.fromEntries(
    names.flatMap((name) => (is[name] === was[name] ? [] : [[name, is[name] - was[name]]])),
  )
  if (Object.keys(delta).length > 0) addToCounters(cx, before.campaignId, delta)
  return after
}
const stored = (value: string | number | boolean | null) => (typeof value === 'boolean' ? Number(value) : value)

const byId = (db: Db) =>
  db
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, sql.placeholder('id')))
    .prepare()
export const findDelivery = (db: Db, id: number): StoredDelivery | undefined => prepared(db, byId).get({ id })

/** Takes the message out of the outbox, so the delivery waits again. Undefined when it was already handed over. */
export function withdrawDelivery(cx: Cx, one: StoredDelivery): StoredDelivery | undefined {
  const leaving = one.messageId ?? one.confirmationId
  if (one.state !== 'sending' || leaving === null) return undefined
  const back = updateDelivery(cx, one, { state: 'waiting' })
  if (withdraw(cx, leaving)) return back
  updateDelivery(cx, back, { state: 'sending' })
  return undefined
}

export const anyCampaigns = mayHold('campaigns')

/** The delivery whose message or confirmation question this is. */
export function findByMessage(db: Db, messageId: number): StoredDelivery | undefined {
  if (!anyCampaigns(db)) return undefined
  const id = getValue(
    db,
    `SELECT id FROM campaign_deliveries WHERE message_id = (? + 0)
     UNION ALL SELECT id FROM campaign_deliveries WHERE confirmation_id = (? + 0) LIMIT 1`,
    [messageId, messageId],
  )
  return typeof id === 'number' ? findDelivery(db, id) : undefined
}
