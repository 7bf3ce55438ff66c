/** How long disappearing messages last, in the largest unit that divides it. */
const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

export type Life = { readonly unit: 'days' | 'hours' | 'minutes' | null; readonly count: number }

export function lifeOf(seconds: number): Life {
  const found = units.find(([, length]) => seconds >= length && seconds % length === 0)
  if (found) return { unit: found[0], count: seconds / found[1] }
  return seconds > 0 ? { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) } : { unit: null, count: 0 }
}
