/** Values as database dumps write them. Pure. */

export type Cell = string | null

const yes = new Set(['t', 'true', '1', 'enabled', 'enable', 'yes', 'y', 'on', 'sim', 'active', 'ativo'])
const no = new Set([
  'f',
  'false',
  '0',
  'disabled',
  'desabled',
  'disable',
  'no',
  'n',
  'off',
  'nao',
  'não',
  'inactive',
  '',
])

/** Null if it is neither: MySQL's BIT arrives as a control character. */
export function readBoolean(cell: Cell): boolean | null {
  if (cell === null) return null
  const word = cell.trim().toLowerCase()
  if (yes.has(word) || cell === '\u0001') return true
  return no.has(word) || cell === '\u0000' ? false : null
}

export function readNumber(cell: Cell): number | null {
  if (cell === null || cell.trim() === '') return null
  const number = Number(cell)
  return Number.isFinite(number) ? number : null
}

export function readWhole(cell: Cell): number | null {
  const number = readNumber(cell)
  return number === null ? null : Math.trunc(number)
}

/** Reais such as 99.9, "R$ 1.234,50" or "99,90". */
export function readCents(cell: Cell): number | null {
  if (cell === null) return null
  const digits = cell.replace(/[^\d.,-]/g, '')
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  const isComma = comma > point
  const plain = isComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  const reais = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(reais) ? Math.round(reais * 100) : null
}

/** The products fix the clock of Brasília where their database keeps none. */
export const usualZone = '-03:00'

const stamp =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?(?::\d\d)?)?$/

/**
 * Epoch milliseconds of a database's text, or of seconds or milliseconds as a number. Null for 'infinity', zero dates
 * and what is no date. `zone`: for texts without one.
 */
export function readInstant(cell: Cell, zone: string = usualZone): number | null {
  if (cell === null) return null
  const text = cell.trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) return instantOfNumber(Number(text))
  const parts = stamp.exec(text)
  if (!parts) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = parts
  const milliseconds = Math.trunc(Number(`0.${fraction || 0}`) * 1000 + 1e-6)
  const local = Date.UTC(+(year ?? 0), +(month ?? 0) - 1, +(day ?? 0), +hour, +minute, +second, milliseconds)
  if (Number(year) < 1900 || Number(month) < 1 || Number(day) < 1) return null
  return local - offsetOf(offset ?? zone)
}

/** Seconds or milliseconds by size: seconds reach 1e11 in the year 5138. */
export function instantOfNumber(number: number): number | null {
  if (!Number.isFinite(number) || number <= 0) return null
  return Math.round(number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000)
}

function offsetOf(zone: string): number {
  const parts = /^([+-])(\d\d):?(\d\d)?/.exec(zone)
  if (!parts) return 0
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return (parts[1] === '-' ? -minutes : minutes) * 60_000
}

/** YYYY-MM-DD, also of a text with a time. */
export function readDay(cell: Cell): string | null {
  const day = cell === null ? undefined : /^(\d{4}-\d\d-\d\d)/.exec(cell.trim())?.[1]
  return day === undefined || day < '1900' || Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? null : day
}

/** HH:MM of '8:00', '08:00:00'. */
export function readClock(cell: Cell): string | null {
  const parts = cell === null ? null : /^\s*(\d{1,2}):(\d\d)(?::\d\d)?\s*$/.exec(cell)
  if (!parts || Number(parts[1]) > 24 || Number(parts[2]) > 59) return null
  if (Number(parts[1]) === 24) return '23:59'
  return `${parts[1]?.padStart(2, '0')}:${parts[2]}`
}

/** Null for null and blank text. */
export const readText = (cell: Cell): string | null => (cell === null || cell.trim() === '' ? null : cell)

const saidAtKey = '"messageTimestamp":'
/**
 * When WhatsApp says that a message was said, in milliseconds: `start` is the text behind `"messageTimestamp":`, a
 * number, a number in quotes, or `{"low":…,"high":…}`.
 */
export function readMessageTimestamp(start: string): number | null {
  const plain = /^\s*"?(\d{9,16})"?/.exec(start)
  if (plain) return instantOfNumber(Number(plain[1]))
  const long = /"low"\s*:\s*(-?\d+)/.exec(start)
  return long ? instantOfNumber(Number(long[1]) >>> 0) : null
}

/** SQL: the text behind WhatsApp's time in a column of JSON. A quote inside of a text is escaped, so it never matches. */
export const messageTimestampSql = (column: string): string =>
  `CASE WHEN instr(${column}, '${saidAtKey}') > 0 ` +
  `THEN substr(${column}, instr(${column}, '${saidAtKey}') + ${saidAtKey.length}, 64) END`
