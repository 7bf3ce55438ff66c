/** Statistics of samples. */

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Interpolates between the two nearest values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

export const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

export function spread(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0, 3)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
