/** Texts of typed cells, in the manner of the company's language. Pure. */
import { type CellObject, SSF } from 'xlsx'

/** Long whole numbers are telephones, documents or codes, even if the sheet shows them as amounts. */
const LONG = 10_000_000
/** Digits that a spreadsheet program keeps. */
const PRECISION = 15
/** Formats that Excel shows in the manner of the user's system, although the file states the American form. */
const SYSTEM_DATES: Readonly<Record<string, 'day' | 'dayAndTime'>> = {
  'm/d/yy': 'day',
  'm/d/yyyy': 'day',
  'mm-dd-yy': 'day',
  'm/d/yy h:mm': 'dayAndTime',
  'm/d/yyyy h:mm': 'dayAndTime',
}
/** Quoted, escaped and bracketed parts of a format, and the padding signs. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./g
/** Names of months and days, outside literals. */
const NAMES = /"[^"]*"|\\.|\[[^\]]*\]|m{3,5}|d{3,4}/gi

export type CellReader = (cell: CellObject | undefined) => string

export function cellReader(language: string): CellReader {
  const day = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  const nameOf = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at).replace(/\.$/, '')
  const hasComma = new Intl.NumberFormat(language).format(0.5).includes(',')
  const swap = (text: string) =>
    hasComma ? text.replace(/\d[\d.,]*/g, (run) => run.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))) : text

  return (cell) => {
    if (cell?.v === undefined || cell.v === null || cell.t === 'e') return ''
    if (cell.v instanceof Date) return cell.w ?? dateText(serialOf(cell.v), 'm/d/yy')
    if (cell.t !== 'n' || typeof cell.v !== 'number') return String(cell.v)
    const format = String(cell.z ?? 'General')
    if (isPlain(format)) return numberText(cell.v)
    try {
      return SSF.is_date(format) ? dateText(cell.v, format) : formatted(cell.v, format)
    } catch {
      return numberText(cell.v)
    }
  }

  function dateText(value: number, format: string): string {
    const form =
      format
        .split(';', 1)[0]
        ?.replace(/\[\$[^\]]*\]/g, '')
        .trim() ?? ''
    const kind = SYSTEM_DATES[form] ?? (/^\[\$-[xX]?F[48]00\]/.test(format) && value >= 1 ? 'day' : undefined)
    if (kind === undefined) return SSF.format(withNames(format, value), value)
    const shown = day.format(dateOf(value))
    return kind === 'day' ? shown : `${shown} ${SSF.format('hh:mm', value)}`
  }

  /** The format with its names of months and days as quoted texts. */
  function withNames(format: string, value: number): string {
    if (!/m{3}|d{3}/i.test(format)) return format
    const at = dateOf(value)
    return format.replace(NAMES, (part) => {
      const [sign = ''] = part.toLowerCase()
      if (sign !== 'm' && sign !== 'd') return part
      const length = part.length === 4 ? 'long' : part.length === 5 ? 'narrow' : 'short'
      const name = nameOf(sign === 'm' ? { month: length } : { weekday: length }, at)
      return `"${name.replaceAll('"', '')}"`
    })
  }

  function formatted(value: number, format: string): string {
    const signs = format.replace(LITERALS, '')
    const isMask = /0/.test(signs) && !/[#?.,%eE/]/.test(signs)
    if (Number.isInteger(value) && !isMask && (Math.abs(value) >= LONG || !/[.%]/.test(signs))) return whole(value)
    if (/[eE?/@]|General/.test(signs) || (isMask && !Number.isInteger(value))) return numberText(value)
    const text = SSF.format(format, value).trim()
    return isMask ? text : swap(text)
  }

  function numberText(value: number): string {
    return Number.isInteger(value) ? whole(value) : swap(decimal(value))
  }
}

const isPlain = (format: string): boolean => format === 'General' || format === '@' || format === ''
/** All digits: telephone numbers are often stored as numbers. */
const whole = (value: number): string => BigInt(value).toString()
const decimal = (value: number): string => String(Number(value.toPrecision(PRECISION)))

const DAY = 86_400_000
/** Day 0 of spreadsheets, whose calendar has a 29 February 1900. */
const FIRST = Date.UTC(1899, 11, 30)
const dateOf = (serial: number): Date => new Date(FIRST + Math.round((serial < 60 ? serial + 1 : serial) * DAY))
const serialOf = (date: Date): number => (date.getTime() - FIRST) / DAY
