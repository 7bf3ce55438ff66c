/** What is typed into a search, and the texts that it finds. Screens and server share it. Pure. */

/** Normalises text: no case or accents, so that "jose" equals "José", and "yılmaz" equals "YILMAZ". */
export const fold = (text: string): string => folded(text).trim()

/** `fold` without trimming. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')

/** As search sees a text: also without apostrophes, so that "davila" finds "D'Ávila". Stored beside names and texts. */
export const searchable = (text: string): string => folded(text).replace(APOSTROPHES, '').trim()
const APOSTROPHES = /['’‘`´ʼ′]/g

/** More words in a needle are ignored. */
const MOST_WORDS = 8

/** The words of what is typed, which a text must contain in any order; none for a blank needle. */
export function needleOf(typed: string): readonly string[] {
  const words = new Set(searchable(typed).split(/\s+/))
  words.delete('')
  // Apostrophes alone are in no searchable text, and no blank needle.
  return words.size > 0 ? [...words].slice(0, MOST_WORDS) : [typed.trim()].filter((rest) => rest !== '')
}

/** Whether a text as `searchable` returns it has every word of the needle. */
export const hasEach = (said: string, needle: readonly string[]): boolean => needle.every((word) => said.includes(word))

/** `hasEach` of a text as it is written; several texts count as one. */
export const fits = (needle: readonly string[], ...said: readonly string[]): boolean =>
  needle.length === 0 || hasEach(searchable(said.join('\n')), needle)
