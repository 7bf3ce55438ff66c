/** Shared schemas for path parameters and queries. In path parameters only Elysia's `t` converts "1" to 1. */
import { t } from 'elysia'
import { fail } from '../errors'
import { type Period, periodOfDay } from './days'
import { CURSOR } from './pages'

/**
 * Validates as text, then converts to a number. Elysia's `Numeric` validates the number in a step whose errors it
 * recognises by class name: the minified executable let invalid values pass, and elsewhere the error named no field.
 */
const whole = (pattern: string) => t.Transform(t.String({ pattern })).Decode(Number).Encode(String)

/** Up to 16 digits, like the largest safe integer. */
const ID = '^[1-9][0-9]{0,15}$'
export const ById = t.Object({ id: whole(ID) })

/**
 * Numbers in queries stay text until they are read: Elysia decodes a query twice, and the second time silently fails on
 * a number. That error cost 2.5 % of a page of messages.
 */
export const OptionalId = t.Optional(t.String({ pattern: ID }))
export const readId = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
/** Up to 5,000. Deeper pages use `after` or `before`. */
export const PageNumber = t.Optional(t.String({ pattern: '^([1-9][0-9]{0,2}|[1-4][0-9]{3}|5000)$' }))
export const readPage = (text = '1'): number => Number(text)
/** Index of a sheet in a workbook. */
export const SheetIndex = t.Optional(t.String({ pattern: '^[0-9]{1,4}$' }))
export const readSheet = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)
/** Cursor: the last row of the previous page. */
export const After = t.Optional(t.String({ pattern: CURSOR }))
export const SearchText = t.Optional(t.String({ maxLength: 200 }))
export const Flag = t.Optional(
  t.Union([t.Literal('true'), t.Literal('false'), t.Literal('1'), t.Literal('0'), t.Literal('')]),
)
export const isOn = (flag: string | undefined): boolean => flag === 'true' || flag === '1'
/** For flags that default to true. */
export const isOff = (flag: string | undefined): boolean => flag === 'false' || flag === '0'

/**
 * A list of ids as a JSON array in the query, as in the specification. Absent or empty means no filter. The pattern is
 * part of the schema, so that all invalid fields of a query are reported together.
 */
const IDS = '^(\\[ *(LISTED( *, *LISTED)*)? *\\])?$'.replaceAll('LISTED', '(0|[1-9][0-9]{0,15})')
export const IdList = t.Optional(t.String({ maxLength: 4000, pattern: IDS }))
export function readIds(text: string | undefined, field: string, most = Number.POSITIVE_INFINITY): number[] | null {
  if (!text) return null
  const ids: number[] = JSON.parse(text) // the pattern allows nothing else
  if (ids.length > most) fail('ERR_INVALID_INPUT', [{ field, message: `must not name more than ${most}` }])
  return ids.length > 0 ? ids : null
}

/** A day of the company's calendar, `2026-11-21`. Absent or empty means any. */
export const Day = t.Optional(t.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' }))
export function readDay(text: string | undefined, field: string, timeZone: string): Period | null {
  if (!text) return null
  return periodOfDay(text, timeZone) ?? fail('ERR_INVALID_INPUT', [{ field, message: 'must be a day, YYYY-MM-DD' }])
}

/** An inclusive range of days; a missing end is open. */
export const Days = { dateStart: Day, dateEnd: Day }
type DaysAsked = { readonly dateStart?: string; readonly dateEnd?: string }
export function readDays({ dateStart, dateEnd }: DaysAsked, timeZone: string): Period | null {
  const [first, last] = [readDay(dateStart, 'dateStart', timeZone), readDay(dateEnd, 'dateEnd', timeZone)]
  if (!first && !last) return null
  if (first && last && last.from < first.from)
    fail('ERR_INVALID_INPUT', [{ field: 'dateEnd', message: 'must not be before dateStart' }])
  return { from: first?.from ?? 0, to: last?.to ?? Number.MAX_SAFE_INTEGER }
}
