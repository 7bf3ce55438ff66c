/** Waits for a condition in another process, with a time limit and a failure text. */
import { boundOf } from '../../support/bound'

/** Most conditions are requests, so the longer one waits, the less often it is checked: each time a tenth later, up to this. */
const MOST_MS = 100

export async function until<T>(
  find: () => T | Promise<T>,
  { within = 30_000, every = 10, why = () => 'nothing' }: { within?: number; every?: number; why?: () => unknown } = {},
): Promise<Exclude<Awaited<T>, undefined | null | false | '' | 0>> {
  const bound = boundOf(within)
  for (let pause = every; ; pause = Math.min(pause * 1.1, Math.max(every, MOST_MS))) {
    const found = await find()
    if (found) return found as Exclude<Awaited<T>, undefined | null | false | '' | 0> // just tested
    if (bound.isOver()) throw new Error(`waited ${within} ms in vain: ${await why()}`)
    await Bun.sleep(pause)
  }
}
