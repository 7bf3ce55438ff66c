/** Reads JSON from outside within bounds. Pure. */

/** More values than any valid body has. Parsing a megabyte of tiny values takes 200 ms. */
export const MOST_VALUES = 10_000

/** Undefined if it is no JSON, or has too many values. */
export function readJson(text: string, most = MOST_VALUES): unknown {
  if (!hasFewValues(text, most)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts values outside strings in one pass. Levels count too, which also bounds the depth. */
export function hasFewValues(text: string, most = MOST_VALUES): boolean {
  if (text.length <= 2 * most) return true
  let values = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) isInString = !isInString
    else if (isInString) at += sign === BACKSLASH ? 1 : 0
    else if ((sign === COMMA || sign === BRACKET || sign === BRACE) && ++values > most) return false
  }
  return true
}
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]
