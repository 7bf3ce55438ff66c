/** Names as the products stored them: broken by an encoding, filled with signs, or none at all. Pure. */
import type { Cell } from './values'

export type ReadName = {
  /** Null if it says nothing: the number itself, a lone point. */
  readonly name: string | null
  /** It was UTF-8 read as Latin-1, and is whole again. */
  readonly isRepaired: boolean
  /** It was longer than `longest`. */
  readonly isCut: boolean
}

/** `number`: a name that is only this says nothing. */
export function readName(stored: Cell, number: string | null = null, longest = 200): ReadName {
  const nothing: ReadName = { name: null, isRepaired: false, isCut: false }
  if (stored === null) return nothing
  const repaired = repairMojibake(stored)
  const name = plain(repaired ?? stored)
  if (!saysSomething(name, number)) return nothing
  const cut = cutAt(name, longest)
  return { name: cut, isRepaired: repaired !== null, isCut: cut !== name }
}

/** Blanks for tabs and line breaks; without control characters and marks of direction. */
const plain = (name: string): string =>
  name
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

function saysSomething(name: string, number: string | null): boolean {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name)) return false
  const isOfDigits = /^[\d\s()+.-]+$/.test(name)
  return !isOfDigits || number === null || name.replace(/\D/g, '') !== number.replace(/\D/g, '')
}

/** Never between the halves of a character. */
function cutAt(name: string, longest: number): string {
  if (name.length <= longest) return name
  const end = /[\ud800-\udbff]/.test(name.charAt(longest - 1)) ? longest - 1 : longest
  return name.slice(0, end).trimEnd()
}

/** Characters of Windows-1252 between 0x80 and 0x9f; the others are their own byte. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const strict = new TextDecoder('utf-8', { fatal: true })

/**
 * A text that was UTF-8, read once as Latin-1 or Windows-1252. Only if the whole of it converts back: half of it could
 * be right already. Null if it is no such text.
 */
export function repairMojibake(text: string): string | null {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text)) return null
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.charCodeAt(0)
    const place = windows.indexOf(sign)
    if (sign.length === 1 && code <= 0xff) bytes.push(code)
    else if (place >= 0) bytes.push(0x80 + place)
    else return null
  }
  try {
    return strict.decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
