/** DER, as far as certificates need it: what is written, and what is read of certificates and requests. */

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(tags.sequence, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => element(tags.set, ...parts)
export const octetString = (bytes: Uint8Array): Buffer => element(tags.octetString, bytes)
export const bitString = (bytes: Uint8Array): Buffer => element(tags.bitString, Buffer.from([0]), bytes)
export const boolean = (value: boolean): Buffer => element(tags.boolean, Buffer.from([value ? 0xff : 0]))
export const utf8 = (text: string): Buffer => element(tags.utf8, Buffer.from(text))
/** `[n]` around an element. */
export const explicit = (n: number, ...parts: readonly Uint8Array[]): Buffer => element(0xa0 | n, ...parts)
/** `[n]` instead of an element's own tag. */
export const implicit = (n: number, bytes: Uint8Array): Buffer => element(0x80 | n, bytes)

/** A number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const short = bytes.subarray(start)
  return element(tags.integer, (short[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), short)
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [40 * first + second]
  for (const part of rest) {
    const group = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) group.unshift(0x80 | (left & 0x7f))
    bytes.push(...group)
  }
  return element(tags.oid, Buffer.from(bytes))
}

export const time = (at: number): Buffer =>
  element(tags.time, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')))

/** What is read: the whole element, and what is in it. */
export type Element = { readonly tag: number; readonly whole: Buffer; readonly body: Buffer }

/** The elements that stand in these bytes one after the other. Throws `RangeError` if they are cut. */
export function readAll(bytes: Uint8Array): Element[] {
  const all: Element[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < buffer.length; ) {
    const tag = buffer.readUInt8(at)
    const first = buffer.readUInt8(at + 1)
    const more = first < 0x80 ? 0 : first & 0x7f
    if (more > 4) throw new RangeError('too long')
    const length = more === 0 ? first : buffer.readUIntBE(at + 2, more)
    const start = at + 2 + more
    if (start + length > buffer.length) throw new RangeError('cut')
    all.push({ tag, whole: buffer.subarray(at, start + length), body: buffer.subarray(start, start + length) })
    at = start + length
  }
  return all
}

/** The body behind an object identifier, wherever it stands; undefined if it does not. For extensions and attributes. */
export function findAfter(bytes: Uint8Array, identifier: string): Element | undefined {
  const wanted = oid(identifier)
  const isConstructed = (tag: number) => (tag & 0x20) !== 0
  const elements = readAll(bytes)
  for (const [index, { tag, whole, body }] of elements.entries()) {
    if (whole.equals(wanted)) return elements.slice(index + 1).find((one) => one.tag !== tags.boolean)
    const deeper = isConstructed(tag) ? findAfter(body, identifier) : undefined
    if (deeper) return deeper
  }
  return undefined
}
