/** Cleans texts from outside for storage, display and search. */
import { withoutStackedAccents } from './formats'
import type { Condition } from './sqlite'

export { fold, searchable } from './needle'

/** Truncates a text and removes unpaired surrogates and NUL. A stored NUL would count as file damage. */
export const cut = (text: string, most: number): string =>
  (text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text).replaceAll('\0', '').toWellFormed()

/**
 * Cleans a name from outside: one line, no bidirectional control characters, no stacked accents. Empty if nothing in it
 * is visible.
 */
export function oneLine(text: string, most: number): string {
  const line = cut(text, 4 * most)
    .replace(/(?!\s)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/\s+/g, ' ')
  return cut(withoutStackedAccents(line).replace(INVISIBLE, '').trim(), most)
}

/** Includes fillers, blank Braille and lone accents, which people use for invisible names. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{M}\u2800]*$/u

export const isBlank = (text: string): boolean => INVISIBLE.test(text)

const NAME = 100
export const personName = (text: string): string => oneLine(text, NAME)

/** A file name for display, never a path; may be empty. */
export const fileName = (text: string): string =>
  oneLine(text.slice(-4_000).split(/[\\/]/).pop() ?? '', 200).replace(/^\.+$/, '')

/** A LIKE pattern, for use with `ESCAPE '\'`, that matches the typed text literally. */
export const likeContaining = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** SQL: a column of `searchable` texts has every word of the needle; one condition for each. */
export const likeEach = (column: string, needle: readonly string[]): Condition[] =>
  needle.map((word) => ({ sql: `${column} LIKE ? ESCAPE '\\'`, params: [likeContaining(word)] }))
