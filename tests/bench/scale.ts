/** Growth of read costs with the size of the company. Compares shares of the bare rate, so that a busy machine does not count as growth. */
import { rounded } from './statistics'
import type { Failed, Result } from './targets'

const order = ['S', 'M', 'L'] as const
export type Growth = { readonly [size in (typeof order)[number]]?: number } & { readonly ratio: number }

/** Reads that may not grow by more than half. Excludes searches by name, which match more names, and pages by number, which count from the top. */
const flat = ['tickets.open.p1', 'tickets.own', 'tickets.closed.p1', 'messages.p1', 'messages.search']
const MAX_GROWTH = 1.5

/** For each read measured in several sizes: its share of the bare rate in each, and how much more it costs in the largest. */
export function growth(results: readonly Result[]): Record<string, Growth> {
  const found: Record<string, Growth> = {}
  for (const id of new Set(results.map((result) => result.id))) {
    const shares = order.flatMap((size) => {
      const row = results.find((result) => result.id === id && result.size === size)
      return row?.ratioToBare === undefined ? [] : [[size, Number(row.ratioToBare)] as const]
    })
    const [first, last] = [shares[0], shares.at(-1)]
    if (first && last && first !== last)
      found[id] = { ...Object.fromEntries(shares), ratio: rounded(first[1] / last[1], 2) }
  }
  return found
}

export const judgeGrowth = (scale: Readonly<Record<string, Growth>>): Failed[] =>
  flat.flatMap((id) => {
    const { ratio } = scale[id] ?? { ratio: 1 }
    return ratio > MAX_GROWTH ? [{ id: `scale ${id}`, field: 'ratio', value: ratio, target: MAX_GROWTH }] : []
  })
