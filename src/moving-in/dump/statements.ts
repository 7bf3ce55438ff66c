/** Reads the few statements that say what a dump holds: tables with their columns, and where rows go. */
import { type Dialect, findDelimiter, INCOMPLETE } from './lexer'

type ColumnKind = 'text' | 'boolean' | 'bytes' | 'bits'
export type Column = {
  readonly name: string
  /** As written: `character varying(255)`; '' if the dump does not say. */
  readonly type: string
  readonly kind: ColumnKind
}
export type TableName = { readonly schema: string | null; readonly name: string }

export type Statement =
  | {
      readonly kind: 'createTable'
      readonly table: TableName
      readonly columns: readonly Column[]
      /** It is a partition of this table, and has its columns. */
      readonly partOf?: TableName
      /** Tables whose columns come before its own. */
      readonly inherits?: readonly TableName[]
    }
  | { readonly kind: 'addColumns'; readonly table: TableName; readonly columns: readonly Column[] }
  | { readonly kind: 'attach'; readonly whole: TableName; readonly part: TableName }
  | { readonly kind: 'dropTables'; readonly tables: readonly TableName[] }
  | { readonly kind: 'copy'; readonly table: TableName; readonly columns: readonly string[]; readonly isText: boolean }
  | { readonly kind: 'insert'; readonly table: TableName; readonly columns: readonly string[] | null }
  | { readonly kind: 'use'; readonly database: string }
  | { readonly kind: 'set'; readonly name: string; readonly value: string }
  | { readonly kind: 'names'; readonly encoding: string }
  | { readonly kind: 'opens' | 'closes'; readonly what: string }
  /** Rows that cannot be read, such as INSERT … SELECT. */
  | { readonly kind: 'unreadable' }

type Token = { readonly kind: 'word' | 'name' | 'string' | 'sign'; readonly text: string }

const POSTGRES_TOKENS =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'((?:[^'\\]|''|\\[\s\S])*)'|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([\p{L}\p{N}_$]+)|([\s\S])/gu
const MYSQL_TOKENS =
  /\s+|--\s[^\n]*|#[^\n]*|\/\*M?!\d*|\*\/|\/\*[\s\S]*?\*\/|'((?:[^'\\]|''|\\[\s\S])*)'|(?!)()|(?:`((?:[^`]|``)*)`|"(?:(?:[^"\\]|""|\\[\s\S])*)")|([\p{L}\p{N}_$@]+)|([\s\S])/gu

function tokensOf(text: string, { isMysql }: Dialect): Token[] {
  const tokens: Token[] = []
  for (const [whole, escaped, plain, name, word, sign] of text.matchAll(isMysql ? MYSQL_TOKENS : POSTGRES_TOKENS)) {
    if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (name !== undefined) {
      const quote = isMysql ? '`' : '"'
      tokens.push({ kind: 'name', text: name.replaceAll(quote + quote, quote) })
    } else if (isMysql && whole.startsWith('"'))
      // A name in ANSI mode, else a string; both are read as what the grammar wants.
      tokens.push({ kind: 'name', text: whole.slice(1, -1).replaceAll('""', '"') })
    else if (escaped !== undefined || plain !== undefined)
      tokens.push({ kind: 'string', text: (escaped ?? plain ?? '').replaceAll("''", "'") })
  }
  return tokens
}

/** Reads tokens one after the other. */
function createCursor(tokens: readonly Token[], { isMysql }: Dialect) {
  let at = 0
  const isWord = (token: Token | undefined, ...words: string[]) =>
    token?.kind === 'word' && words.includes(token.text.toLowerCase())
  const cursor = {
    peek: (ahead = 0): Token | undefined => tokens[at + ahead],
    next: (): Token | undefined => tokens[at++],
    isAt: (...words: string[]): boolean => isWord(tokens[at], ...words),
    isSign: (sign: string): boolean => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign,
    /** Steps over the words that stand here, of these. */
    skip(...words: string[]): boolean {
      const before = at
      while (isWord(tokens[at], ...words)) at++
      return at > before
    },
    skipSign(sign: string): boolean {
      const found = cursor.isSign(sign)
      if (found) at++
      return found
    },
    name(): string | undefined {
      const token = tokens[at]
      if (token?.kind !== 'word' && token?.kind !== 'name') return undefined
      at++
      return token.kind === 'word' && !isMysql ? token.text.toLowerCase() : token.text
    },
    table(): TableName | undefined {
      const parts = [cursor.name()]
      while (cursor.skipSign('.')) parts.push(cursor.name())
      const name = parts.at(-1)
      return name === undefined ? undefined : { schema: parts.at(-2) ?? null, name }
    },
    /** `(a, "b")`, behind which the cursor stands then. Undefined if none is here. */
    names(): string[] | undefined {
      if (!cursor.skipSign('(')) return undefined
      const names: string[] = []
      for (;;) {
        const name = cursor.name()
        if (name === undefined) return undefined
        names.push(name)
        if (cursor.skipSign(')')) return names
        if (!cursor.skipSign(',')) return undefined
      }
    },
  }
  return cursor
}
type Cursor = ReturnType<typeof createCursor>

/** A statement without its delimiter, or of an INSERT what stands before the rows. Undefined if it says nothing to us. */
export function readStatement(text: string, dialect: Dialect): Statement | undefined {
  const cursor = createCursor(tokensOf(text, dialect), dialect)
  const first = cursor.next()
  switch (first?.kind === 'word' ? first.text.toLowerCase() : '') {
    case 'create':
      return readCreate(cursor, dialect)
    case 'alter':
      return readAlter(cursor, dialect)
    case 'drop':
      return readDrop(cursor)
    case 'copy':
      return readCopy(cursor)
    case 'insert':
    case 'replace':
      return readInsert(cursor)
    case 'use':
      return { kind: 'use', database: cursor.name() ?? '' }
    case 'set':
      return readSet(cursor, text)
    case 'lock':
      return cursor.isAt('tables', 'table') && dialect.isMysql ? { kind: 'opens', what: 'LOCK TABLES' } : undefined
    case 'unlock':
      return { kind: 'closes', what: 'LOCK TABLES' }
    case 'start':
    case 'begin':
      return { kind: 'opens', what: 'START TRANSACTION' }
    case 'commit':
      return { kind: 'closes', what: 'START TRANSACTION' }
    default:
      return undefined
  }
}

function readCreate(cursor: Cursor, dialect: Dialect): Statement | undefined {
  cursor.skip('or', 'replace', 'global', 'local', 'temp', 'temporary', 'unlogged', 'foreign')
  if (!cursor.skip('table')) return undefined
  cursor.skip('if', 'not', 'exists')
  const table = cursor.table()
  if (!table) return undefined
  const columns: Column[] = []
  if (!dialect.isMysql && cursor.isAt('partition')) {
    cursor.skip('partition', 'of')
    const partOf = cursor.table()
    return { kind: 'createTable', table, columns, ...(partOf && { partOf }) }
  }
  if (cursor.skipSign('(')) {
    do {
      const column = readColumn(cursor, dialect)
      if (column) columns.push(column)
    } while (cursor.skipSign(','))
  }
  cursor.skipSign(')')
  const inherits: TableName[] = []
  if (!dialect.isMysql && cursor.skip('inherits') && cursor.skipSign('('))
    do {
      const parent = cursor.table()
      if (parent) inherits.push(parent)
    } while (cursor.skipSign(','))
  return { kind: 'createTable', table, columns, inherits }
}

const constraints = ['constraint', 'primary', 'unique', 'foreign', 'check', 'exclude', 'like']
const mysqlConstraints = [...constraints, 'key', 'index', 'fulltext', 'spatial', 'period']
const endOfType =
  /^(not|null|default|generated|as|collate|primary|unique|references|check|comment|auto_increment|constraint|key|on|visible|invisible|storage|compression|virtual|first|after)$/i

/** Reads up to the comma behind it. Undefined: a constraint. */
function readColumn(cursor: Cursor, dialect: Dialect): Column | undefined {
  const isConstraint = cursor.isAt(...(dialect.isMysql ? mysqlConstraints : constraints))
  const name = isConstraint ? undefined : cursor.name()
  let type = ''
  let isType = true
  for (let depth = 0; ; ) {
    const token = cursor.peek()
    if (!token || (depth === 0 && token.kind === 'sign' && (token.text === ',' || token.text === ')'))) break
    cursor.next()
    if (token.kind === 'word' && depth === 0) {
      const isSet = token.text.toLowerCase() === 'character' && cursor.isAt('set')
      if (endOfType.test(token.text) || isSet) isType = false
    }
    if (token.kind === 'sign' && token.text === '(') depth++
    if (token.kind === 'sign' && token.text === ')') depth--
    if (isType) type += type !== '' && token.kind === 'word' && /[\w)]$/.test(type) ? ` ${token.text}` : token.text
  }
  return name === undefined ? undefined : { name, type, kind: kindOf(type, dialect) }
}

function kindOf(type: string, { isMysql }: Dialect): ColumnKind {
  if (!isMysql) return /^bool(ean)?$/i.test(type) ? 'boolean' : /^bytea$/i.test(type) ? 'bytes' : 'text'
  if (/^bit\b/i.test(type)) return 'bits'
  return /^(var)?binary|blob$/i.test(type) ? 'bytes' : 'text'
}

const notColumns = [
  ...mysqlConstraints,
  'partition',
  'generated', // ALTER COLUMN id ADD GENERATED … AS IDENTITY
]

function readAlter(cursor: Cursor, dialect: Dialect): Statement | undefined {
  if (!cursor.skip('table')) return undefined
  cursor.skip('if', 'exists', 'only')
  const table = cursor.table()
  if (!table) return undefined
  if (!dialect.isMysql && cursor.skip('attach')) {
    const part = cursor.skip('partition') ? cursor.table() : undefined
    return part && { kind: 'attach', whole: table, part }
  }
  const columns: Column[] = []
  do {
    if (!cursor.skip('add')) break
    if (!cursor.skip('column') && cursor.isAt(...notColumns)) break
    cursor.skip('if', 'not', 'exists')
    const column = readColumn(cursor, dialect)
    if (column) columns.push(column)
  } while (cursor.skipSign(','))
  return columns.length > 0 ? { kind: 'addColumns', table, columns } : undefined
}

function readDrop(cursor: Cursor): Statement | undefined {
  cursor.skip('temporary')
  if (!cursor.skip('table', 'view')) return undefined
  cursor.skip('if', 'exists')
  const tables: TableName[] = []
  do {
    const table = cursor.table()
    if (table) tables.push(table)
  } while (cursor.skipSign(','))
  return { kind: 'dropTables', tables }
}

function readCopy(cursor: Cursor): Statement | undefined {
  const table = cursor.table()
  const columns = cursor.names()
  if (!table || !cursor.skip('from')) return undefined
  if (!cursor.skip('stdin')) return { kind: 'unreadable' }
  return { kind: 'copy', table, columns: columns ?? [], isText: cursor.peek() === undefined }
}

function readInsert(cursor: Cursor): Statement | undefined {
  cursor.skip('ignore', 'low_priority', 'delayed', 'high_priority', 'into')
  const table = cursor.table()
  if (!table) return { kind: 'unreadable' }
  const columns = cursor.isSign('(') ? cursor.names() : null
  if (cursor.isAt('default')) return undefined // A row of a table without columns.
  cursor.skip('overriding', 'system', 'user', 'value')
  return columns !== undefined && cursor.isAt('values') ? { kind: 'insert', table, columns } : { kind: 'unreadable' }
}

function readSet(cursor: Cursor, text: string): Statement | undefined {
  if (cursor.skip('names')) return { kind: 'names', encoding: cursor.next()?.text ?? '' }
  const saved = /@old_(\w+)\s*=\s*@@/i.exec(text)
  if (saved) return { kind: 'opens', what: `SET @OLD_${saved[1]?.toUpperCase()}` }
  const restored = /=\s*(?:ifnull\s*\(\s*)?@old_(\w+)/i.exec(text)
  if (restored) return { kind: 'closes', what: `SET @OLD_${restored[1]?.toUpperCase()}` }
  cursor.skip('session', 'local')
  const name = cursor.name()?.toLowerCase()
  if (name === undefined) return undefined
  if (!cursor.skipSign('=')) cursor.skip('to')
  return { kind: 'set', name, value: cursor.next()?.text ?? '' }
}

const HEAD_BYTES = 4096
const LONGEST_HEAD_BYTES = 256 * 1024

/** Where the rows of the INSERT at `at` begin, behind VALUES; behind all of it, if it has none. */
export function findRows(bytes: Buffer, at: number, end: number, dialect: Dialect): number {
  for (const most of [HEAD_BYTES, LONGEST_HEAD_BYTES]) {
    const head = bytes.toString('latin1', at, Math.min(end, at + most))
    const found = ROWS.exec(head)
    if (found) return at + found[0].length
  }
  const stop = findDelimiter(bytes, at, end, dialect)
  return stop === INCOMPLETE && end - at < LONGEST_HEAD_BYTES ? INCOMPLETE : Math.max(stop, at)
}
/** A name may be VALUES, too, in quotes. */
const ROWS =
  /^(?:[^"`'();]|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\((?:[^"`()]|"(?:[^"]|"")*"|`(?:[^`]|``)*`)*\))*?\bvalues(?=[\s(])/i
