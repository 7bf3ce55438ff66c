/** Tables of web pages, which many programs write under the name of a spreadsheet. Pure. */

export type HtmlTable = { readonly line: number; readonly cells: string[] }[]

const MOST_DEPTH = 100
const MOST_SPAN = 1_000
const TAG = /<(\/?)([a-z][a-z0-9:]*)((?:[^<>"']|"[^<>"]*"|'[^<>']*')*)>/gi
/** Contents that are no text. */
const SKIPPED: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  head: /<\/head|<body|<table/gi,
  'x:excelworkbook': /<\/x:excelworkbook/gi,
}

type Open = {
  readonly rows: HtmlTable
  /** Row number in the table, starting at 1. */
  line: number
  cells: string[] | null
  /** Text of the open cell. */
  text: string | null
  /** Remaining rows of cells that span several, by column. */
  readonly spans: number[]
  /** Columns of the open cell. */
  columns: number
}

/** A table within a cell is a table of its own. */
export function tablesIn(html: string, columns: number): HtmlTable[] {
  const text = html.replace(/<!--(?!\[if)[\s\S]*?(?:-->|$)/g, '').replace(/<!--\[if[^<>]*>|<!\[endif\]-->/g, '')
  const tables: HtmlTable[] = []
  const open: Open[] = []
  let from = 0
  TAG.lastIndex = 0
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    const [written, slash, name = '', attributes = ''] = tag
    const table = open.at(-1)
    if (table?.text != null) table.text += text.slice(from, tag.index)
    from = tag.index + written.length
    const kind = name.toLowerCase()
    const isEnd = slash === '/'
    const skipped = isEnd ? undefined : SKIPPED[kind]
    if (skipped) {
      skipped.lastIndex = from
      const end = skipped.exec(text)
      from = TAG.lastIndex = end?.index ?? text.length
      continue
    }
    if (kind === 'table') {
      if (isEnd) close(open.pop())
      else {
        if (open.length === MOST_DEPTH) throw new Error('too deep')
        open.push({ rows: [], line: 0, cells: null, text: null, spans: [], columns: 1 })
      }
    } else if (table && kind === 'tr') {
      endRow(table)
      if (!isEnd) beginRow(table)
    } else if (table && (kind === 'td' || kind === 'th')) {
      endCell(table)
      if (!isEnd) beginCell(table, attributes)
    } else if (table?.text != null && !isEnd && kind === 'br') table.text += BREAK
  }
  const last = open.at(-1)
  if (last?.text != null) last.text += text.slice(from)
  while (open.length > 0) close(open.pop())
  return tables

  function close(table: Open | undefined) {
    if (!table) return
    endRow(table)
    if (table.rows.length > 0) tables.push(table.rows)
  }

  function beginRow(table: Open) {
    table.line++
    table.cells = []
    skipSpans(table)
  }

  function beginCell(table: Open, attributes: string) {
    if (!table.cells) beginRow(table)
    const spanOf = (name: string) =>
      Math.min(MOST_SPAN, Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,6})`, 'i').exec(attributes)?.[1] ?? 1) || 1)
    const wide = attributes === '' ? 1 : spanOf('colspan')
    const tall = attributes === '' ? 1 : spanOf('rowspan')
    const at = table.cells?.length ?? 0
    table.text = ''
    table.columns = wide
    for (let column = at; column < Math.min(columns, at + wide); column++) if (tall > 1) table.spans[column] = tall
  }

  function endCell(table: Open) {
    const { cells, text } = table
    if (!cells || text === null) return
    table.text = null
    for (let n = 0; n < table.columns && cells.length < columns; n++) cells.push(n === 0 ? plain(text) : '')
    skipSpans(table)
  }

  function skipSpans({ cells, spans }: Open) {
    while (cells && cells.length < columns && (spans[cells.length] ?? 0) > 0) cells.push('')
  }

  function endRow(table: Open) {
    endCell(table)
    const { cells, spans } = table
    if (!cells) return
    if (cells.some(Boolean)) table.rows.push({ line: table.line, cells })
    table.cells = null
    for (let column = 0; column < spans.length; column++) spans[column] = Math.max(0, (spans[column] ?? 0) - 1)
  }
}

/** A line break that survives the removal of others. */
const BREAK = '\uE000'

const plain = (text: string): string =>
  decodeEntities(text.replace(/\s+/g, ' '))
    .replace(/ ?\uE000 ?/g, '\n')
    .trim()

const basic: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  euro: '€',
  ndash: '–',
  mdash: '—',
  bull: '•',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  Scedil: 'Ş',
  scedil: 'ş',
  inodot: 'ı',
}
/** From U+00A0 on. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const named = new Map([
  ...Object.entries(basic),
  ...latin.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
])

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}\d{0,2}));?/g,
        (written, tens, sixteens, name) => {
          if (name !== undefined) return named.get(name) ?? written
          const code = tens === undefined ? Number.parseInt(sixteens, 16) : Number(tens)
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
        },
      )
    : text
