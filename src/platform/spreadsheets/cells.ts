/** Converts cells to harmless texts and back. Pure. */

/**
 * A text that a spreadsheet program would evaluate as a formula, or that is already escaped. Programs skip leading
 * spaces and control characters.
 */
const FORMULA = /^'*[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\t\r]/u

/** Escapes a text so that no program evaluates it. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverses `harmless`. */
export const original = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
