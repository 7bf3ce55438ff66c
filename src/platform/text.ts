/** Texts from outside, made fit to be stored, shown and searched. */
import { withoutStackedAccents } from './formats'

/** Text as search sees it: without case and accents, so that "jose" finds "José", and "yılmaz" "YILMAZ". */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').trim()

/** The beginning of a text, without unpaired surrogates and without NUL: a NUL in a stored text means a damaged file. */
export const cut = (text: string, most: number): string =>
  (text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text).replaceAll('\0', '').toWellFormed()

/** A name from outside: one line, without bidirectional control characters and without many accents on one letter; empty when nothing in it is visible. */
export function oneLine(text: string, most: number): string {
  const line = cut(text, 4 * most)
    .replace(/(?!\s)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/\s+/g, ' ')
  return cut(withoutStackedAccents(line).replace(INVISIBLE, '').trim(), most)
}

/** Also fillers, blank Braille and lone accents, with which people make their names invisible. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{M}\u2800]*$/u

/** Nothing in it is visible. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text)

const NAME = 100
export const personName = (text: string): string => oneLine(text, NAME)

/** A file name to show, never a path; empty when nothing is left. */
export const fileName = (text: string): string =>
  oneLine(text.slice(-4_000).split(/[\\/]/).pop() ?? '', 200).replace(/^\.+$/, '')

/** A LIKE pattern, for use with `ESCAPE '\'`, that matches the typed text literally. */
export const likeContaining = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
