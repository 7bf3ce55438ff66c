/** Chance that can be repeated: the same seed gives the same numbers, ids and keys. */
import { createHash } from 'node:crypto'

export type Random = {
  bytes(length: number): Buffer
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  pick<One>(all: readonly One[]): One
  /** The look of an id made by an Android phone; clients tell the device from it. */
  messageId(): string
  digits(length: number): string
  /** A chance of its own, which nobody else draws from: the same name gives the same one. */
  branch(name: string): Random
  /** How often it was asked, to go on from there after a restart. */
  drawn(): number
  skipTo(drawn: number): void
}

export function seededRandom(seed: number | string): Random {
  let counter = 0
  const block = () => createHash('sha256').update(`${seed}/${counter++}`).digest()

  const bytes = (length: number): Buffer => {
    const parts: Buffer[] = []
    for (let have = 0; have < length; have += 32) parts.push(block())
    return Buffer.concat(parts).subarray(0, length)
  }

  const below = (limit: number) => bytes(6).readUIntBE(0, 6) % limit

  return {
    bytes,
    below,
    pick<One>(all: readonly One[]): One {
      const chosen = all[below(all.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
    messageId: () => `AC${bytes(15).toString('hex').toUpperCase()}`,
    digits: (length) => [...bytes(length)].map((byte) => byte % 10).join(''),
    branch: (name) => seededRandom(`${seed}/${name}`),
    drawn: () => counter,
    skipTo(drawn) {
      counter = Math.max(counter, drawn)
    },
  }
}
