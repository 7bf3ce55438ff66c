/** Converts cells to harmless texts and back. Pure. */

/**
 * A text that a spreadsheet program would evaluate as a formula, or that is already escaped. Programs skip leading
 * spaces and control characters.
 */
const FORMULA = /^'*[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\t\r]/u

/** Escapes a text so that no program evaluates it. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Escapes what a workbook would read as the code of a character, such as `_x0041_`, and writes line breaks as Excel does. */
export const inWorkbook = (text: string): string =>
  /_x[\da-f]{4}_|\r/i.test(text) ? text.replace(/\r\n?/g, '\n').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_') : text

/** Reverses `harmless`. */
export const original = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
