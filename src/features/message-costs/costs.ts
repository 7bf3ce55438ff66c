/** Counts what the messenger charges, and compares it with the ceiling that a company sets for a connection. */
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { capabilitiesOf } from '../../channels/capabilities'
import type { MessageCharge } from '../../channels/channel'
import { channelOf, findConnectionOrFail, listConnections } from '../../channels/connections/queries'
import { fail } from '../../errors'
import type { Wait } from '../../outbound/rate/policy'
import type { Cx } from '../../platform/cx'
import { dayAt } from '../../platform/days'
import type { Audience } from '../../platform/events'
import { withinCalendar } from '../../platform/formats'
import { execute, getRow, getRows } from '../../platform/sql'
import { type Db, rememberedIn } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import {
  type CeilingState,
  type ChargeRate,
  ceilingStateOf,
  chargeCategoryOf,
  type MonthCost,
  monthCostUpdated,
  type PriceTable,
} from './contract'
import { messageCostErrors } from './errors'
import { chargeStored } from './events'
import { type ChargedDay, costOf, NO_PRICES, tableOn } from './meter'

type OfMessage = { readonly connectionId: number; readonly messageId: number }
type ChargeCount = Pick<ChargedDay, 'day' | 'category'> & { readonly rate: ChargeRate }

export const monthAt = (at: number, timeZone: string): string => dayAt(at, timeZone).slice(0, 7)

function rateOf({ isBillable, category, type }: MessageCharge): ChargeRate {
  if (isBillable) return 'billed'
  return type === 'free_entry_point' || category === 'referral_conversion' ? 'entry' : 'free'
}

/** Each status of a message repeats its charge, and may correct it: the message counts once, on the day of the first. */
export function storeCharge(cx: Cx, charge: OfMessage & MessageCharge): void {
  const { connectionId, messageId } = charge
  const before = getRow<ChargeCount>(
    cx.db,
    'SELECT day, category, rate FROM message_charges WHERE message_id = (? + 0)',
    messageId,
  )
  const category = chargeCategoryOf(charge.category)
  const rate = rateOf(charge)
  if (before?.category === category && before.rate === rate) return
  const day = before?.day ?? dayAt(withinCalendar(charge.at), cx.tenant.timeZone)
  const after = { day, category, rate }
  if (before) count(cx.db, connectionId, before, -1)
  count(cx.db, connectionId, after, 1)
  execute(
    cx.db,
    `INSERT INTO message_charges VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET category = excluded.category, rate = excluded.rate`,
    [messageId, day, category, rate],
  )
  cx.happened(chargeStored({ messageId, before: before ?? null, after }))
}

function count(db: Db, connectionId: number, { day, category, rate }: ChargeCount, by: 1 | -1) {
  execute(
    db,
    `INSERT INTO charged_days (connection_id, day, category, ${rate}) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ${rate} = ${rate} + excluded.${rate}`,
    [connectionId, day, category, by],
  )
}

type Ceiling = { readonly amount: number; readonly nearIn: string | null; readonly reachedIn: string | null }
const ceilingsIn = rememberedIn(
  (db): ReadonlyMap<number, Ceiling> =>
    new Map(
      getRows<Ceiling & { connectionId: number }>(
        db,
        'SELECT connection_id AS connectionId, amount, near_in AS nearIn, reached_in AS reachedIn FROM cost_ceilings',
      ).map(({ connectionId, ...ceiling }) => [connectionId, ceiling]),
    ),
  ['cost_ceilings'],
)

/** `month`: default the current one. */
export function readMonthCost(
  cx: Cx,
  tables: readonly PriceTable[],
  connectionId: number,
  month = monthAt(cx.now(), cx.tenant.timeZone),
): MonthCost {
  const days = getRows<ChargedDay>(
    cx.db,
    `SELECT day, category, billed, free, entry FROM charged_days
     WHERE connection_id = (? + 0) AND day >= (? || '-01') AND day <= (? || '-31')`,
    [connectionId, month, month],
  )
  const table = tableOn(tables, dayAt(cx.now(), cx.tenant.timeZone))
  const { freeUsed, ...cost } = costOf(days, tables)
  const most = table?.freeService ?? 0
  const ceiling = ceilingsIn(cx.db).get(connectionId)?.amount
  const { service, utility, marketing, authentication } = table ?? NO_PRICES
  return {
    whatsappId: connectionId,
    month,
    ...cost,
    free: { most, used: Math.min(most, freeUsed) },
    ceiling: ceiling === undefined ? null : { amount: ceiling, state: ceilingStateOf(cost.amount, ceiling) },
    prices: { service, utility, marketing, authentication },
    pricesFrom: table?.from ?? null,
  }
}

export const listMonthCosts = (cx: Cx, actor: Actor, tables: readonly PriceTable[], month?: string): MonthCost[] =>
  listConnections(cx.db)
    .filter(({ id, channel }) => capabilitiesOf(channel).isCharged && mayUseConnection(actor, id))
    .map(({ id }) => readMonthCost(cx, tables, id, month))

type CeilingChange = { readonly doer: Actor; readonly connectionId: number; readonly amount: number | null }

export function setCeiling(
  cx: Cx,
  tables: readonly PriceTable[],
  { doer, connectionId, amount }: CeilingChange,
): MonthCost {
  return cx.transaction((cx) => {
    const { name, channel } = findConnectionOrFail(cx.db, connectionId)
    if (!capabilitiesOf(channel).isCharged) fail(messageCostErrors.ERR_NOTHING_CHARGED)
    const before = ceilingsIn(cx.db).get(connectionId)?.amount ?? null
    if (amount === null) execute(cx.db, 'DELETE FROM cost_ceilings WHERE connection_id = ?', connectionId)
    else
      execute(
        cx.db,
        'INSERT INTO cost_ceilings (connection_id, amount) VALUES (?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount',
        [connectionId, amount],
      )
    noteCeiling(cx, tables, connectionId)
    if (amount !== before) {
      const changes = [{ field: 'amount', from: before, to: amount }]
      recordAct(cx, doer, { kind: 'costCeiling', act: 'update', subject: { id: connectionId, name }, changes })
      announce(cx, tables, connectionId)
    }
    return readMonthCost(cx, tables, connectionId)
  })
}

/** Call it after each charge. Announces when the ceiling comes near or is reached. */
export function checkCeiling(cx: Cx, tables: readonly PriceTable[], connectionId: number): void {
  if (noteCeiling(cx, tables, connectionId)) announce(cx, tables, connectionId)
}

/** Stores what the rate limiter reads, which does not know prices. Returns whether it is new. */
function noteCeiling(cx: Cx, tables: readonly PriceTable[], connectionId: number): boolean {
  const ceiling = ceilingsIn(cx.db).get(connectionId)
  if (!ceiling) return false
  const { month, amount } = readMonthCost(cx, tables, connectionId)
  const state = ceilingStateOf(amount, ceiling.amount)
  if (state === stateIn(ceiling, month)) return false
  execute(cx.db, 'UPDATE cost_ceilings SET near_in = ?, reached_in = ? WHERE connection_id = (? + 0)', [
    state === 'under' ? null : month,
    state === 'reached' ? month : null,
    connectionId,
  ])
  return true
}

function stateIn({ nearIn, reachedIn }: Ceiling, month: string): CeilingState {
  if (reachedIn === month) return 'reached'
  return nearIn === month ? 'near' : 'under'
}

/** What is sent without an attendant waits for the next month. */
export function waitForMonth(cx: Cx, connectionId: number): Wait | null {
  if (!capabilitiesOf(channelOf(cx.db, connectionId)).isCharged) return null
  const reachedIn = ceilingsIn(cx.db).get(connectionId)?.reachedIn
  if (!reachedIn || reachedIn !== monthAt(cx.now(), cx.tenant.timeZone)) return null
  const next = Temporal.PlainYearMonth.from(reachedIn).add({ months: 1 }).toPlainDate({ day: 1 })
  return { why: 'ceiling', until: next.toZonedDateTime({ timeZone: cx.tenant.timeZone }).epochMilliseconds }
}

const announce = (cx: Cx, tables: readonly PriceTable[], connectionId: number) =>
  cx.emit(monthCostUpdated({ record: readMonthCost(cx, tables, connectionId) }), usersOf(connectionId))

const usersOf =
  (connectionId: number): Audience =>
  (listener) =>
    mayUseConnection(listener, connectionId)
