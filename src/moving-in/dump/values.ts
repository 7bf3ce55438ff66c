/** Decodes a row: a line of COPY, or the values in parentheses of an INSERT. */
import {
  BACKSLASH,
  CLOSE,
  COLON,
  COMMA,
  type Dialect,
  DOUBLE_QUOTE,
  INCOMPLETE,
  isDigit,
  isWordByte,
  NEWLINE,
  OPEN,
  QUOTE,
  RETURN,
  skipBlank,
  TAB,
} from './lexer'
import { add, BITS, BYTES, clear, NULL, NUMBER, type Row, TEXT } from './row'

/** A value that is no constant, such as a call of a function. */
export class UnknownValue extends Error {
  readonly at: number
  constructor(at: number) {
    super('a value that is no constant')
    this.at = at
  }
}

const UPPER_N = 78
const DOT = 46
const LOWER_X = 120
const ZERO = 48
/** After MySQL's \Z, which stands for the end of a file on Windows. */
const SUBSTITUTE = 26

const escapesOf = (pairs: Readonly<Record<string, string>>): Uint8Array => {
  // All others stand for themselves.
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  for (const [sign, value] of Object.entries(pairs)) table[sign.charCodeAt(0)] = value.charCodeAt(0)
  return table
}
const COPY_ESCAPES = escapesOf({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' })
const POSTGRES_ESCAPES = escapesOf({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' })
const MYSQL_ESCAPES = escapesOf({
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: String.fromCharCode(SUBSTITUTE),
})

/** The end of COPY's rows. */
export const END_OF_COPY = -2

/** Behind the line, or `END_OF_COPY` if it is `\.`. */
export function readCopyLine(bytes: Buffer, at: number, end: number, row: Row): number {
  const newline = bytes.indexOf(NEWLINE, at)
  if (newline < 0 || newline >= end) return INCOMPLETE
  // COPY writes a carriage return in a value as \r, so this one comes from a terminal or from Windows.
  const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline
  if (stop === at + 2 && bytes[at] === BACKSLASH && bytes[at + 1] === DOT) return END_OF_COPY
  clear(row)
  for (let p = at; ; p++) {
    if (bytes[p] === BACKSLASH && bytes[p + 1] === UPPER_N && (p + 2 === stop || bytes[p + 2] === TAB)) {
      add(row, NULL, row.length)
      p += 2
    } else p = readCopyField(bytes, p, stop, row)
    if (p >= stop) return newline + 1
  }
}

function readCopyField(bytes: Buffer, at: number, stop: number, row: Row): number {
  const out = row.bytes
  let o = row.length
  let p = at
  for (; p < stop; p++) {
    const byte = bytes[p] as number // p is below the end
    if (byte === TAB) break
    if (byte !== BACKSLASH) out[o++] = byte
    else {
      const { byte: meant, last } = readEscape(bytes, p + 1, stop, COPY_ESCAPES)
      out[o++] = meant
      p = last
    }
  }
  add(row, TEXT, o)
  return p
}

const escaped = { byte: 0, last: 0 }
/** Octal and hexadecimal numbers, and the table's letters. The answer is overwritten by the next. */
function readEscape(bytes: Buffer, at: number, stop: number, letters: Uint8Array): typeof escaped {
  const byte = bytes[at] as number
  let p = at
  escaped.byte = letters[byte] ?? byte
  if (byte >= ZERO && byte < ZERO + 8) {
    let value = 0
    for (; p < at + 3 && p < stop && (bytes[p] as number) >= ZERO && (bytes[p] as number) < ZERO + 8; p++)
      value = value * 8 + (bytes[p] as number) - ZERO
    escaped.byte = value & 255
    p--
  } else if (byte === LOWER_X && hexOf(bytes[at + 1]) >= 0 && at + 1 < stop) {
    let value = 0
    for (p = at + 1; p < at + 3 && p < stop && hexOf(bytes[p]) >= 0; p++) value = value * 16 + hexOf(bytes[p])
    escaped.byte = value
    p--
  }
  escaped.last = p
  return escaped
}

function hexOf(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** Behind the closing parenthesis of the row that begins at `at`. */
export function readTuple(bytes: Buffer, at: number, end: number, row: Row, dialect: Dialect): number {
  clear(row)
  for (let p = at + 1; ; p++) {
    const begins = skipBlank(bytes, p, end, dialect)
    if (begins < 0 || begins >= end) return INCOMPLETE
    p = readValue(bytes, begins, end, row, dialect)
    if (p >= 0) p = skipBlank(bytes, p, end, dialect)
    if (bytes[p] === COLON && !dialect.isMysql) p = skipCasts(bytes, p, end)
    if (p < 0 || p >= end) return INCOMPLETE
    if (bytes[p] === CLOSE) return p + 1
    if (bytes[p] !== COMMA) throw new UnknownValue(begins)
  }
}

/** `::character varying(20)[]` and the like: the types of the columns are known. */
function skipCasts(bytes: Buffer, at: number, end: number): number {
  let depth = 0
  for (let p = at; p < end; p++) {
    const byte = bytes[p]
    if (byte === OPEN) depth++
    else if (byte === CLOSE && depth-- === 0) return p
    else if (byte === COMMA && depth === 0) return p
  }
  return INCOMPLETE
}

function readValue(bytes: Buffer, at: number, end: number, row: Row, dialect: Dialect): number {
  const byte = bytes[at]
  if (byte === QUOTE)
    return readString(bytes, at + 1, end, QUOTE, dialect.hasEscapes ? plainEscapes(dialect) : undefined, row, TEXT)
  if (byte === DOUBLE_QUOTE && dialect.isMysql)
    return readString(bytes, at + 1, end, DOUBLE_QUOTE, MYSQL_ESCAPES, row, TEXT)
  if (isDigit(byte) || byte === 45 || byte === 43 || byte === DOT) return readNumber(bytes, at, end, row, dialect)
  return isWordByte(byte) ? readWord(bytes, at, end, row, dialect) : unknown(at)
}

const plainEscapes = ({ isMysql }: Dialect) => (isMysql ? MYSQL_ESCAPES : POSTGRES_ESCAPES)

const unknown = (at: number): never => {
  throw new UnknownValue(at)
}

function readNumber(bytes: Buffer, at: number, end: number, row: Row, { isMysql }: Dialect): number {
  if (isMysql && bytes[at] === ZERO && at + 1 < end && bytes[at + 1] === LOWER_X)
    return readHex(bytes, at + 2, end, row)
  const out = row.bytes
  let o = row.length
  let p = at
  for (; p < end; p++) {
    const byte = bytes[p] as number // p is below the end
    if (!isDigit(byte) && byte !== DOT && byte !== 45 && byte !== 43 && (byte | 32) !== 101) break
    out[o++] = byte
  }
  if (p >= end) return INCOMPLETE
  if (isWordByte(bytes[p])) return unknown(at)
  add(row, NUMBER, o)
  return p
}

/** Up to the first byte that is no digit. */
function readHex(bytes: Buffer, at: number, end: number, row: Row): number {
  const out = row.bytes
  let o = row.length
  let p = at
  // An odd number of digits has a leading zero.
  while (p < end && hexOf(bytes[p]) >= 0) p++
  if (p >= end) return INCOMPLETE
  if (isWordByte(bytes[p])) return unknown(at)
  let q = at
  if ((p - at) % 2 === 1) out[o++] = hexOf(bytes[q++])
  for (; q < p; q += 2) out[o++] = hexOf(bytes[q]) * 16 + hexOf(bytes[q + 1])
  add(row, BYTES, o)
  return p
}

function readString(
  bytes: Buffer,
  at: number,
  end: number,
  quote: number,
  letters: Uint8Array | undefined,
  row: Row,
  kind: typeof TEXT | typeof BYTES | typeof BITS,
): number {
  const out = row.bytes
  let o = row.length
  for (let p = at; p < end; p++) {
    const byte = bytes[p] as number // p is below the end
    if (byte === quote) {
      if (p + 1 >= end) return INCOMPLETE
      if (bytes[p + 1] !== quote) {
        add(row, kind, o)
        return p + 1
      }
      out[o++] = quote
      p++
    } else if (byte !== BACKSLASH || letters === undefined) out[o++] = byte
    else if (letters === MYSQL_ESCAPES) {
      const next = bytes[++p] as number // at the end, the string is incomplete anyway
      if (next === PERCENT || next === UNDERSCORE) out[o++] = BACKSLASH
      out[o++] = letters[next] ?? next
    } else {
      const { byte: meant, last } = readEscape(bytes, p + 1, end, letters)
      const unicode = meant === LOWER_U || meant === UPPER_U ? readUnicode(bytes, p + 1, end) : undefined
      if (unicode) {
        o += out.write(unicode.sign, o)
        p = unicode.last
      } else {
        out[o++] = meant
        p = last
      }
    }
  }
  return INCOMPLETE
}

const PERCENT = 37
const UNDERSCORE = 95
const LOWER_U = 117
const UPPER_U = 85

/** \u and \U of PostgreSQL, a surrogate pair as one sign. */
function readUnicode(bytes: Buffer, at: number, end: number): { sign: string; last: number } | undefined {
  const text = bytes.toString('latin1', at, Math.min(end, at + 11))
  const pair = /^u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(text)
  if (pair)
    return {
      sign: String.fromCharCode(Number.parseInt(pair[1] ?? '', 16), Number.parseInt(pair[2] ?? '', 16)),
      last: at + 10,
    }
  const one = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(text)
  const point = Number.parseInt(one?.[1] ?? one?.[2] ?? '', 16)
  return one && point <= 0x10_ffff ? { sign: String.fromCodePoint(point), last: at + one[0].length - 1 } : undefined
}

const words: Readonly<Record<string, string | null>> = { null: null, true: '1', false: '0', default: null }
const WORD_BYTES = 64

/** NULL, booleans, DEFAULT (a generated column), and prefixes of strings such as E'…', X'…' and _binary '…'. */
function readWord(bytes: Buffer, at: number, end: number, row: Row, dialect: Dialect): number {
  let p = at
  while (p < end && isWordByte(bytes[p]) && p - at < WORD_BYTES) p++
  if (p >= end) return INCOMPLETE
  const word = bytes.toString('latin1', at, p).toLowerCase()
  const value = words[word]
  if (value === null) {
    add(row, NULL, row.length)
    return p
  }
  if (value !== undefined) {
    row.bytes[row.length] = value.charCodeAt(0)
    add(row, TEXT, row.length + 1)
    return p
  }
  if (dialect.isMysql && word.startsWith('_')) return readIntroduced(bytes, p, end, word, row, dialect)
  if (bytes[p] !== QUOTE) return unknown(at)
  if (word === 'e' && !dialect.isMysql) return readString(bytes, p + 1, end, QUOTE, POSTGRES_ESCAPES, row, TEXT)
  if (word === 'n') return readValue(bytes, p, end, row, dialect)
  if (word === 'b') return readString(bytes, p + 1, end, QUOTE, undefined, row, BITS)
  if (word !== 'x') return unknown(at)
  const closed = readHex(bytes, p + 1, end, row)
  return closed >= 0 && bytes[closed] !== QUOTE ? unknown(at) : closed < 0 ? closed : closed + 1
}

/** `_utf8mb4 'text'`, `_binary 'bytes'`, `_binary 0x4142`. */
function readIntroduced(bytes: Buffer, at: number, end: number, set: string, row: Row, dialect: Dialect): number {
  const begins = skipBlank(bytes, at, end, dialect)
  if (begins < 0 || begins >= end) return INCOMPLETE
  if (!/^_(binary|utf8|utf8mb3|utf8mb4|ascii)$/.test(set)) return unknown(at - set.length)
  const index = row.count
  const stop = readValue(bytes, begins, end, row, dialect)
  if (stop >= 0 && row.kinds[index] !== NULL) row.kinds[index] = set === '_binary' ? BYTES : TEXT
  return stop
}
