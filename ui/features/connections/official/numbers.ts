/** Which numbers of a sign-up become connections. Pure. */
import type { ChosenNumber, SignedUpNumber } from '../../../../src/channels/meta/cloud/sign-up-contract'

/** Ids of ticked numbers, each with the PIN that was typed for it. */
export type PinOfNumber = ReadonlyMap<string, string>

export const canBeChosen = ({ refusal }: SignedUpNumber): boolean => refusal === null

/** Those that need nothing more are ticked at first, as far as the plan has room; known ones are renewed. */
export function firstPicked(numbers: readonly SignedUpNumber[], room: number | null): PinOfNumber {
  const ready = numbers.filter((one) => canBeChosen(one) && !one.needsPin)
  const known = ready.filter(({ isConnected }) => isConnected)
  const fresh = ready.filter(({ isConnected }) => !isConnected).slice(0, room ?? ready.length)
  // The only one is the one that was meant, even if it still needs its PIN.
  const [only] = numbers
  const all = numbers.length === 1 && only && canBeChosen(only) && room !== 0 ? [only] : [...known, ...fresh]
  return new Map(all.map(({ id }) => [id, '']))
}

export function toggled(picked: PinOfNumber, id: string): PinOfNumber {
  const next = new Map(picked)
  if (!next.delete(id)) next.set(id, '')
  return next
}

const isPin = (pin: string): boolean => /^\d{6}$/.test(pin)

/** Undefined while a PIN is missing. */
export function chosenIn(picked: PinOfNumber, numbers: readonly SignedUpNumber[]): readonly ChosenNumber[] | undefined {
  const chosen = numbers.filter(({ id }) => picked.has(id))
  const isComplete = chosen.every(({ id, needsPin }) => !needsPin || isPin(picked.get(id) ?? ''))
  if (chosen.length === 0 || !isComplete) return undefined
  return chosen.map(({ id, needsPin }) => ({ id, ...(needsPin && { pin: picked.get(id) ?? '' }) }))
}

/** How many connections are new. */
export const countNew = (picked: PinOfNumber, numbers: readonly SignedUpNumber[]): number =>
  numbers.filter(({ id, isConnected }) => picked.has(id) && !isConnected).length
