/** Cells of written spreadsheets: harmless texts, numbers and instants. Pure. */
import { DAY } from '../time'

/** An instant as spreadsheets store it: days since 30 December 1899, in the local time of the reader. */
export type Moment = { readonly serial: number }
/** Programs that open the file can sort and sum numbers and instants. */
export type Cell = string | number | Moment

/** The serial number of 1 January 1970. */
const EPOCH = 25_569

/** Converts an instant to the wall-clock time of the zone, rounded down to a second. */
export function momentIn(timeZone: string): (at: number) => Moment {
  return (at) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    const local = Math.floor((at + zoned.offsetNanoseconds / 1e6) / 1000) * 1000
    return { serial: EPOCH + local / DAY }
  }
}

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
