/** Text as search sees it: without case and accents, so that "jose" finds "José". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The beginning of a text; half a sign, cut here or by whoever wrote it, is not kept as one, nor is a zero: what holds them is damaged. */
export const cut = (text: string, most: number): string =>
  (text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text).replaceAll('\0', '').toWellFormed()

/** What others call themselves or a thing: one line, without signs that turn the reading round; empty where nobody would see anything. */
export const oneLine = (text: string, most: number): string =>
  cut(
    cut(text, 4 * most)
      .replace(/(?!\s)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
      .replace(/\s+/g, ' ')
      .replace(INVISIBLE, '')
      .trim(),
    most,
  )

/** Fillers, blank Braille and accents on nothing: with these people call themselves nothing at all. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]+$/u

const NAME = 100
export const personName = (text: string): string => oneLine(text, NAME)

/** A name for people, never a path; empty when nothing is left. */
export const fileName = (text: string): string =>
  oneLine(text.slice(-4_000).split(/[\\/]/).pop() ?? '', 200).replace(/^\.+$/, '')

/** For LIKE, with `ESCAPE '\'`: what people type is looked for as it is, not as a pattern. */
export const likeContaining = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
