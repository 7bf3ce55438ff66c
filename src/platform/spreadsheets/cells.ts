/** Cells as texts, both ways. Pure. */

/** What a spreadsheet program would take for a formula, or has been kept from it: it skips spaces and control characters. */
const FORMULA = /^'*[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\t\r]/u

/** A text that stays one wherever it is opened. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text as it was before `harmless`. */
export const original = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
