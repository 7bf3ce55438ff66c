/** Repeatable randomness: the same seed gives the same numbers, ids and keys. */
import { createHash } from 'node:crypto'

export type Random = {
  bytes(length: number): Buffer
  /** An integer from 0 to `below` - 1. */
  below(below: number): number
  pick<One>(all: readonly One[]): One
  /** In the format of Android message ids, from which clients infer the device. */
  messageId(): string
  digits(length: number): string
  /** An independent generator; the same name gives the same one. */
  branch(name: string): Random
  /** Count of numbers drawn, to continue after a restart. */
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
