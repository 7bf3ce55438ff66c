/**
 * Finds the fields of an encoded protobuf message without decoding their contents, because a history is too large to
 * decode at once.
 */

export type Range = readonly [from: number, to: number]
/** `start`: where the field begins; `from` and `to`: bounds of its content; `value`: set for numbers. */
type Visit = (field: number, content: Range, start: number, value: number) => void

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5]

/** Throws if the bytes are not protobuf. */
export function walk(bytes: Uint8Array, [from, to]: Range, visit: Visit): void {
  let at = from
  const varint = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = at < to ? bytes[at++] : undefined
      if (byte === undefined) throw new Error('protobuf: cut off')
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
  }
  while (at < to) {
    const start = at
    const tag = varint()
    const number = at
    const value = tag % 8 === VARINT || tag % 8 === BYTES ? varint() : 0
    const content: Range = tag % 8 === VARINT ? [number, at] : [at, at + sizeOf(tag % 8, value)]
    if (content[1] > to) throw new Error('protobuf: cut off')
    at = content[1]
    visit(Math.floor(tag / 8), content, start, value)
  }
}

function sizeOf(wireType: number, length: number): number {
  if (wireType === BYTES) return length
  if (wireType === FIXED64) return 8
  if (wireType === FIXED32) return 4
  throw new Error('protobuf: unknown wire type')
}
