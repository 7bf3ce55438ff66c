/** Adds up what messages cost. Pure: no clock, no database. */
import { type ChargeCategory, chargeCategories, type MonthCost, type Prices, type PriceTable } from './contract'

/** How many messages of a category the messenger reported on a day, `2026-11-29`. */
export type ChargedDay = {
  readonly day: string
  readonly category: ChargeCategory
  readonly billed: number
  readonly free: number
  readonly entry: number
}

export const NO_PRICES: Prices = { service: 0, utility: 0, marketing: 0, authentication: 0 }

/** The latest table that holds on a day; `tables` in the order of their days. */
export const tableOn = (tables: readonly PriceTable[], day: string): PriceTable | undefined =>
  tables.findLast(({ from }) => from <= day)

export const priceOn = (tables: readonly PriceTable[], day: string, category: ChargeCategory): number =>
  tableOn(tables, day)?.[category] ?? 0

/**
 * The cost of a month. What Meta reports as billable costs something. It does not say whether it reports the first service
 * messages of each month, which are free, as such: while it has reported none as free, they are subtracted here.
 */
export function costOf(
  days: readonly ChargedDay[],
  tables: readonly PriceTable[],
): Pick<MonthCost, 'amount' | 'categories'> & { readonly freeUsed: number } {
  const sums = new Map(chargeCategories.map((category) => [category, { billed: 0, free: 0, entry: 0, amount: 0 }]))
  const isFreeReported = days.some(({ category, free }) => category === 'service' && free > 0)
  let freeUsed = 0
  for (const { day, category, ...counted } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const table = tableOn(tables, day)
    const sum = sums.get(category)
    if (!sum) continue
    let unpaid = 0
    if (category === 'service') {
      const most = table?.freeService ?? 0
      unpaid = isFreeReported ? 0 : Math.min(counted.billed, Math.max(0, most - freeUsed))
      freeUsed += counted.free + unpaid
      // Other programs may have used the rest.
      if (isFreeReported && counted.billed > 0) freeUsed = Math.max(freeUsed, most)
    }
    const billed = counted.billed - unpaid
    sum.billed += billed
    sum.free += counted.free + unpaid
    sum.entry += counted.entry
    sum.amount += billed * priceOn(tables, day, category)
  }
  const categories = [...sums].map(([category, sum]) => ({ category, ...sum }))
  return { amount: categories.reduce((all, { amount }) => all + amount, 0), categories, freeUsed }
}

/** As the messenger reported them. */
export const countsOf = (days: readonly ChargedDay[]) => ({
  billed: days.reduce((sum, { billed }) => sum + billed, 0),
  free: days.reduce((sum, { free, entry }) => sum + free + entry, 0),
})

/** Each message at its price. */
export const amountOf = (days: readonly ChargedDay[], tables: readonly PriceTable[]): number =>
  days.reduce((sum, { day, category, billed }) => sum + billed * priceOn(tables, day, category), 0)
