/**
 * Finds the ends of strings, comments and statements in the bytes of SQL, in the two dialects. A function that needs
 * bytes that have not been read yet returns `INCOMPLETE`.
 */

export const INCOMPLETE = -1

export type Dialect = {
  readonly isMysql: boolean
  /** Plain strings have escapes: always in MySQL, in PostgreSQL only with standard_conforming_strings = off. */
  hasEscapes: boolean
  /** Of statements. Only MySQL's client changes it. */
  delimiter: string
}

const code = (sign: string) => sign.charCodeAt(0)
export const NEWLINE = code('\n')
export const RETURN = code('\r')
export const TAB = code('\t')
const BLANK = code(' ')
export const QUOTE = code("'")
export const DOUBLE_QUOTE = code('"')
const BACKTICK = code('`')
export const BACKSLASH = code('\\')
const DASH = code('-')
const HASH = code('#')
const SLASH = code('/')
const STAR = code('*')
const BANG = code('!')
const UPPER_M = code('M')
const DOLLAR = code('$')
export const OPEN = code('(')
export const CLOSE = code(')')
export const COMMA = code(',')
export const COLON = code(':')

export const isBlank = (byte: number | undefined): boolean =>
  byte === BLANK || (byte !== undefined && byte >= TAB && byte <= RETURN)
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57
/** Part of an unquoted name. Everything outside ASCII is. */
export const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 97 && byte <= 122) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 48 && byte <= 57) ||
    byte === 95 ||
    byte === DOLLAR ||
    byte >= 128)

/** Behind the next line feed. */
export function endOfLine(bytes: Buffer, at: number, end: number): number {
  const found = bytes.indexOf(NEWLINE, at)
  return found < 0 || found >= end ? INCOMPLETE : found + 1
}

/** Behind the quote that closes what begins at `at`, behind the opening one. */
function endOfQuoted(bytes: Buffer, at: number, end: number, quote: number, hasEscapes: boolean): number {
  for (let p = at; p < end; p++) {
    const byte = bytes[p]
    if (byte === BACKSLASH && hasEscapes) p++
    else if (byte === quote) {
      if (bytes[p + 1] !== quote || p + 1 >= end) return p + 1
      p++
    }
  }
  return INCOMPLETE
}

const isCommentStart = (bytes: Buffer, at: number, { isMysql }: Dialect): boolean =>
  bytes[at] === DASH && bytes[at + 1] === DASH && (!isMysql || isBlank(bytes[at + 2]))

/** Whether a comment of one line begins here. */
export const isLineComment = (bytes: Buffer, at: number, dialect: Dialect): boolean =>
  isCommentStart(bytes, at, dialect) || (dialect.isMysql && bytes[at] === HASH)

/** Behind a block comment; `at` if none begins here. MySQL runs what stands in `/*! … *\/`: only its marks are skipped. */
export function endOfBlockComment(bytes: Buffer, at: number, end: number, { isMysql }: Dialect): number {
  if (isMysql && bytes[at] === STAR && bytes[at + 1] === SLASH) return at + 2
  if (bytes[at] !== SLASH || bytes[at + 1] !== STAR) return at
  if (isMysql) {
    const mark = bytes[at + 2] === UPPER_M ? at + 3 : at + 2
    if (mark + 8 >= end) return closing(bytes, at + 2, end)
    if (bytes[mark] === BANG) {
      let p = mark + 1
      while (isDigit(bytes[p])) p++
      if (bytes[p] !== BACKSLASH) return p // MariaDB's sandbox mark is /*!999999\- … */
    }
    return closing(bytes, at + 2, end)
  }
  let depth = 1
  for (let p = at + 2; p + 1 < end; p++) {
    if (bytes[p] === SLASH && bytes[p + 1] === STAR) depth++
    else if (bytes[p] === STAR && bytes[p + 1] === SLASH) depth--
    else continue
    p++
    if (depth === 0) return p + 1
  }
  return INCOMPLETE
}

function closing(bytes: Buffer, at: number, end: number): number {
  const found = bytes.indexOf('*/', at)
  return found < 0 || found + 2 > end ? INCOMPLETE : found + 2
}

/** The next byte that is neither blank nor in a comment; `end` if there is none. */
export function skipBlank(bytes: Buffer, at: number, end: number, dialect: Dialect): number {
  for (let p = at; p < end; ) {
    const byte = bytes[p]
    if (isBlank(byte)) p++
    else if (byte === DASH || byte === HASH || byte === SLASH || byte === STAR) {
      if (p + 2 >= end) return byte === HASH || byte === STAR || bytes[p + 1] !== undefined ? after(p) : INCOMPLETE
      const next = after(p)
      if (next === p) return p
      if (next < 0) return INCOMPLETE
      p = next
    } else return p
  }
  return end

  function after(p: number): number {
    if (isLineComment(bytes, p, dialect)) return endOfLine(bytes, p, end)
    return endOfBlockComment(bytes, p, end, dialect)
  }
}

/** The word at `at`, in lower case; '' if there is none. Undefined if it may go on. */
export function wordAt(bytes: Buffer, at: number, end: number): string | undefined {
  let p = at
  while (p < end && isWordByte(bytes[p])) p++
  return p < end ? bytes.toString('latin1', at, p).toLowerCase() : undefined
}

/** The tag of a dollar quote that begins here, such as `$body$`. */
function dollarTag(bytes: Buffer, at: number, end: number): string | undefined | typeof INCOMPLETE {
  if (isWordByte(bytes[at - 1]) || isDigit(bytes[at + 1])) return undefined
  let p = at + 1
  while (p < end && bytes[p] !== DOLLAR && isWordByte(bytes[p])) p++
  if (p >= end) return INCOMPLETE
  return bytes[p] === DOLLAR ? bytes.toString('latin1', at, p + 1) : undefined
}

/** E'…' has escapes, whatever the setting. */
const isEscapeString = (bytes: Buffer, quoteAt: number): boolean =>
  (bytes[quoteAt - 1] === 69 || bytes[quoteAt - 1] === 101) && !isWordByte(bytes[quoteAt - 2])

/**
 * Where the delimiter of the statement that begins at `at` stands. Strings, quoted names, comments, bodies of functions
 * and, in PostgreSQL, parentheses may contain one, too.
 */
export function findDelimiter(bytes: Buffer, at: number, end: number, dialect: Dialect): number {
  const { isMysql, delimiter } = dialect
  const first = delimiter.charCodeAt(0)
  const routine = isMysql ? undefined : createRoutine()
  let depth = 0
  for (let p = at; p < end; ) {
    const byte = bytes[p]
    if (byte === first && depth <= 0 && !routine?.isOpen()) {
      if (p + delimiter.length > end) return INCOMPLETE
      if (delimiter.length === 1 || bytes.toString('latin1', p, p + delimiter.length) === delimiter) return p
    }
    if (byte === QUOTE || byte === DOUBLE_QUOTE || (byte === BACKTICK && isMysql)) {
      const escapes = isMysql ? byte !== BACKTICK : byte === QUOTE && (dialect.hasEscapes || isEscapeString(bytes, p))
      p = endOfQuoted(bytes, p + 1, end, byte, escapes)
    } else if (byte === DASH || byte === HASH || byte === SLASH || byte === STAR) {
      if (p + 2 >= end) return INCOMPLETE
      const next = isLineComment(bytes, p, dialect)
        ? endOfLine(bytes, p, end)
        : endOfBlockComment(bytes, p, end, dialect)
      p = next === p ? p + 1 : next
    } else if (isMysql) p++
    else if (byte === DOLLAR) {
      const tag = dollarTag(bytes, p, end)
      if (tag === INCOMPLETE) return INCOMPLETE
      if (tag === undefined) p++
      else {
        const closes = bytes.indexOf(tag, p + tag.length)
        p = closes < 0 || closes + tag.length > end ? INCOMPLETE : closes + tag.length
      }
    } else if (routine && isWordByte(byte)) {
      const word = wordAt(bytes, p, end)
      if (word === undefined) return INCOMPLETE
      if (depth === 0) routine.add(word)
      p += word.length
    } else {
      if (byte === OPEN) depth++
      else if (byte === CLOSE) depth--
      p++
    }
    if (p < 0) return INCOMPLETE
  }
  return INCOMPLETE
}

/** Follows `CREATE FUNCTION … BEGIN ATOMIC … END`, whose body is not quoted and contains semicolons. */
function createRoutine() {
  let words = 0
  let isCreate = false
  let isRoutine = false
  let depth = 0
  return {
    add(word: string) {
      words++
      if (words === 1) isCreate = word === 'create'
      else if (isCreate && words <= 4 && (word === 'function' || word === 'procedure')) isRoutine = true
      if (!isRoutine) return
      if (word === 'begin' || (word === 'case' && depth > 0)) depth++
      else if (word === 'end' && depth > 0) depth--
    },
    isOpen: () => depth > 0,
  }
}
