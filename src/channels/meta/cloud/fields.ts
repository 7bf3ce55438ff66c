/** Reads Meta's JSON, in which any field may be missing or of another kind. Pure. */
import { cut, oneLine } from '../../../platform/text'

export type Fields = Readonly<Record<string, unknown>>

/** Empty if it is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {} // just checked

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const MAX_TEXT = 65_536
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? cut(value, MAX_TEXT) : typeof value === 'number' ? String(value) : ''

/** Null if it is empty. */
export const textOrNull = (value: unknown): string | null => textOf(value) || null

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Seconds since 1970, as Meta writes them, in milliseconds. */
export const instantOf = (value: unknown, otherwise: number): number => {
  const seconds = numberOf(value)
  return seconds !== null && seconds > 0 ? Math.floor(seconds * 1000) : otherwise
}

/** A name of Meta's in words, such as `poll_creation`. */
export const inWords = (name: unknown): string => oneLine(textOf(name).replaceAll('_', ' '), 60)
