/** Chance that can be repeated: the same seed gives the same numbers, ids and keys. */
import { createHash } from 'node:crypto'

export type Random = ReturnType<typeof seededRandom>

export function seededRandom(seed: number) {
  let counter = 0
  const block = () => createHash('sha256').update(`${seed}/${counter++}`).digest()

  const bytes = (length: number): Buffer => {
    const parts: Buffer[] = []
    for (let have = 0; have < length; have += 32) parts.push(block())
    return Buffer.concat(parts).subarray(0, length)
  }

  return {
    bytes,
    /** A whole number from 0 to `below` - 1. */
    below: (below: number) => bytes(6).readUIntBE(0, 6) % below,
    /** The look of an id made by an Android phone; clients tell the device from it. */
    messageId: () => `AC${bytes(15).toString('hex').toUpperCase()}`,
    digits: (length: number) => [...bytes(length)].map((byte) => byte % 10).join(''),
    /** How often it was asked, to go on from there after a restart. */
    drawn: () => counter,
    skipTo(drawn: number) {
      counter = Math.max(counter, drawn)
    },
  }
}
