/**
 * Bytes in JSON of other products. Baileys writes them as base64; without its replacer, Node writes a Buffer as a list
 * of numbers and a Uint8Array as an object of them, which Baileys 7 does not read back.
 */

type Json = { readonly [key: string]: unknown }
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/** Undefined if the value does not stand for bytes. */
export function bytesIn(value: unknown): Buffer | undefined {
  if (!isObject(value)) return undefined
  if (value.type === 'Buffer' || value.buffer === true) {
    const data = value.data ?? value.value
    if (typeof data === 'string') return Buffer.from(data, 'base64')
    return Array.isArray(data) && data.every(isByte) ? Buffer.from(data) : undefined
  }
  const keys = Object.keys(value)
  const bytes = Object.values(value)
  return keys.length > 0 && keys.every((key, at) => key === String(at)) && bytes.every(isByte)
    ? Buffer.from(bytes)
    : undefined
}

export const asBuffer = (bytes: Uint8Array) =>
  ({ type: 'Buffer', data: Buffer.from(bytes).toString('base64') }) as const

/** Levels of a value. Sessions of Signal have about ten. */
const MAX_DEPTH = 50

/** The same with all bytes as Baileys writes them. What is nested deeper than any session becomes null. */
export function withBase64(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((inner) => withBase64(inner, depth + 1))
  if (!isObject(value)) return value
  const bytes = bytesIn(value)
  if (bytes) return asBuffer(bytes)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBase64(inner, depth + 1)]))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
