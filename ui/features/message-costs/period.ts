/** Sums of what messages cost. Pure. */
import type { PeriodCost } from '../../../src/features/message-costs/contract'

type Sum = Pick<PeriodCost, 'billed' | 'free' | 'amount'>

export const sumOf = (costs: readonly Sum[]): Sum =>
  costs.reduce(
    (sum, { billed, free, amount }) => ({
      billed: sum.billed + billed,
      free: sum.free + free,
      amount: sum.amount + amount,
    }),
    { billed: 0, free: 0, amount: 0 },
  )

/** One row for each channel; `whatsappId` is of its first connection. */
export const sumByChannel = (costs: readonly PeriodCost[]): readonly PeriodCost[] =>
  [...Map.groupBy(costs, ({ channel }) => channel).values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ ...first, ...sumOf(all) })),
  )
