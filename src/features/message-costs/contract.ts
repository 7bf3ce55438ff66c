/**
 * What messages cost at a messenger that charges for them. Money is in ten-thousandths of a real, because one message
 * costs less than a cent.
 */
import * as v from 'valibot'
import { ChannelKind } from '../../channels/contract'
import { defineEvent } from '../../platform/events'
import { Id, numberTo, plannable, text } from '../../platform/formats'

export const chargeCategories = ['service', 'utility', 'marketing', 'authentication'] as const
export const ChargeCategory = v.picklist(chargeCategories)
export type ChargeCategory = v.InferOutput<typeof ChargeCategory>

/** The category that the messenger names, which it also divides further. */
export function chargeCategoryOf(named: string): ChargeCategory {
  const known = chargeCategories.find((category) => named.startsWith(category))
  return known ?? 'service'
}

/** `entry`: free, because an advertisement or a page's button led to the conversation less than 72 hours ago. */
export const ChargeRate = v.picklist(['billed', 'free', 'entry'])
export type ChargeRate = v.InferOutput<typeof ChargeRate>

/** What the messenger says about the cost of one message. */
export const MessagePricing = v.object({ category: ChargeCategory, rate: ChargeRate })
export type MessagePricing = v.InferOutput<typeof MessagePricing>

/** A hundred reais for one message; more is a typing error. */
const DEAREST = 1_000_000
const Price = v.pipe(
  v.number('form.required'),
  v.integer('form.invalid'),
  v.minValue(0, 'form.invalid'),
  v.maxValue(DEAREST, 'form.invalid'),
)
const MOST_FREE = 1_000_000

export const Prices = v.object({ service: Price, utility: Price, marketing: Price, authentication: Price })
export type Prices = v.InferOutput<typeof Prices>

/** What the operator sets for a day and those after it. */
export const SetPrices = v.object({
  ...Prices.entries,
  /** Service messages of each month and number that cost nothing. */
  freeService: v.pipe(
    v.number('form.required'),
    v.integer('form.invalid'),
    v.minValue(0, 'form.invalid'),
    v.maxValue(MOST_FREE, 'form.invalid'),
  ),
})
export type SetPrices = v.InferOutput<typeof SetPrices>

const isDay = (typed: string): boolean => !Number.isNaN(Date.parse(`${typed}T00:00:00Z`))
export const PriceDay = v.pipe(
  text(10, 'form.invalid'),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'form.invalid'),
  v.check(isDay, 'form.invalid'),
  plannable,
)

/** `from`: the first day on which the prices hold. */
export const PriceTable = v.object({ from: v.string(), ...SetPrices.entries })
export type PriceTable = v.InferOutput<typeof PriceTable>
/** Earliest first. */
export const PriceTables = v.object({ tables: v.array(PriceTable) })
export const MOST_PRICE_TABLES = 200

export const CategoryCost = v.object({
  category: ChargeCategory,
  billed: v.number(),
  /** Without those of `entry`. */
  free: v.number(),
  entry: v.number(),
  amount: v.number(),
})

/** The share of the ceiling from which it is called near. */
export const NEAR_CEILING = 0.9
export const CeilingState = v.picklist(['under', 'near', 'reached'])
export type CeilingState = v.InferOutput<typeof CeilingState>
/** `amount` is what has been spent, `ceiling` what may be. */
export const ceilingStateOf = (amount: number, ceiling: number): CeilingState =>
  amount >= ceiling ? 'reached' : amount >= ceiling * NEAR_CEILING ? 'near' : 'under'

/** Months are the company's, written `2026-11`. The messenger's invoice is the one that counts. */
export const MonthCost = v.object({
  whatsappId: Id,
  month: v.string(),
  amount: v.number(),
  /** Service messages that cost nothing: how many there are, and how many are used. */
  free: v.object({ most: v.number(), used: v.number() }),
  categories: v.array(CategoryCost),
  ceiling: v.nullable(v.object({ amount: v.number(), state: CeilingState })),
  /** Those that hold now, and the day from which they do; null: the operator has set none. */
  prices: Prices,
  pricesFrom: v.nullable(v.string()),
})
export type MonthCost = v.InferOutput<typeof MonthCost>
/** The connections that cost something and that the requesting user may use. */
export const MonthCosts = v.object({ records: v.array(MonthCost) })

/** Between two days, over one connection; `free` includes those that an advertisement led to. */
export const PeriodCost = v.object({
  whatsappId: Id,
  channel: ChannelKind,
  billed: v.number(),
  free: v.number(),
  amount: v.number(),
})
export type PeriodCost = v.InferOutput<typeof PeriodCost>
export const PeriodCosts = v.object({ records: v.array(PeriodCost) })

/** Messages to one contact in this month, each at its price. */
export const ContactCost = v.object({ month: v.string(), billed: v.number(), free: v.number(), amount: v.number() })
export type ContactCost = v.InferOutput<typeof ContactCost>

/** A million reais. */
const HIGHEST_CEILING = 10_000_000_000
/** Null: no ceiling. */
export const SetCeiling = v.object({ amount: v.nullable(numberTo(HIGHEST_CEILING)) })

export type EstimateRequest = {
  /** `service`: a text or file within the reply window, which is no template. */
  readonly category: ChargeCategory
  readonly count: number
  /** An advertisement led to the conversation less than 72 hours ago: nothing is charged. */
  readonly isFreeEntry?: boolean
}
/** `free` of the messages cost nothing. */
export const Estimate = v.object({ count: v.number(), free: v.number(), amount: v.number() })
export type Estimate = v.InferOutput<typeof Estimate>

/** What messages would cost now. */
export function estimateOf(
  { prices, free }: Pick<MonthCost, 'prices' | 'free'>,
  { category, count, isFreeEntry = false }: EstimateRequest,
): Estimate {
  const allowed = category === 'service' ? Math.max(0, free.most - free.used) : 0
  const unpaid = isFreeEntry ? count : Math.min(count, allowed)
  return { count, free: unpaid, amount: (count - unpaid) * prices[category] }
}

/** A ceiling was set, came near, or was reached. */
export const monthCostUpdated = defineEvent('monthCost.update', v.object({ record: MonthCost }))
