/** CSV in the variants that programs of different countries write. Pure. */
import type { Repair } from '../repairs'
import type { DecodedText } from './decode'

export type CsvRow = { readonly line: number; readonly cells: string[]; readonly repairs: readonly Repair[] }

/** Ties go to the first. */
const separators = [';', '\t', '|', ','] as const
/** Rows and characters by which the separator is judged. */
const [SAMPLE_ROWS, SAMPLE_LENGTH] = [200, 200_000]
/** Characters of a quoted cell at most: as in Excel, and doubled quotes. */
const MOST_QUOTED = 65_534
/** Cells of a row at most; the reader's bound is far lower. */
const MOST_CELLS = 1_000
/** The line with which Excel chooses a separator. */
const CHOSEN = /^"?sep=([^\r\n"])"?[;,\t| ]*(?:\r\n?|\n|$)/i

const NONE: readonly Repair[] = []
const STRAY_QUOTES: readonly Repair[] = ['quotes']

/** Yields each row with text, with the line on which it begins. */
export function* csvRows({ text, repairs }: DecodedText): Generator<CsvRow> {
  const [whole = '', chosen] = CHOSEN.exec(text) ?? []
  const separator = chosen ?? separatorOf(text)
  const { width, isQuoted } = survey(text.slice(whole.length, whole.length + SAMPLE_LENGTH), separator)
  const readRow = rowReader(text, { separator, width, isQuoted })
  let [line, known] = [whole === '' ? 1 : 2, 0]
  for (let at = whole.length; at < text.length; ) {
    const row = readRow(at)
    let found: readonly Repair[] = row.isRepaired ? STRAY_QUOTES : NONE
    for (let one = repairs[known]; one && one.at < row.next; one = repairs[++known])
      if (!found.includes(one.repair)) found = [...found, one.repair]
    if (row.cells.length > 1 || row.cells[0] !== '') yield { line, cells: row.cells, repairs: found }
    line += row.lines
    at = row.next
  }
}

/** The separator by which most rows have the same number of cells. */
function separatorOf(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const judged = separators.map((separator) => ({ separator, ...survey(sample, separator) }))
  return judged.reduce((best, one) => (one.score > best.score ? one : best)).separator
}

type Survey = {
  readonly score: number
  /** Cells of most rows. */
  readonly width: number
  /** Cells are quoted, properly. */
  readonly isQuoted: boolean
}

function survey(sample: string, separator: string): Survey {
  const readRow = rowReader(sample, { separator, width: 0, isQuoted: true })
  const widths = new Map<number, number>()
  let [rows, split, isQuoted] = [0, 0, false]
  for (let at = 0; at < sample.length && rows < SAMPLE_ROWS; rows++) {
    const { cells, next, isRepaired, hasQuoted } = readRow(at)
    const weight = isRepaired ? 0.5 : 1
    isQuoted ||= hasQuoted && !isRepaired
    if (cells.length > 1) {
      split += weight
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + weight)
    }
    at = next
  }
  const [width = 1, agreed = 0] = [...widths].reduce<readonly number[]>(
    (best, one) => (one[1] > (best[1] ?? 0) ? one : best),
    [],
  )
  return { score: (agreed + split / 2) / Math.max(1, rows), width, isQuoted }
}

type Shape = {
  readonly separator: string
  /** Cells of most rows; 0 if unknown. */
  readonly width: number
  /** Other cells of the file are quoted properly. */
  readonly isQuoted: boolean
}
type ReadRow = {
  readonly cells: string[]
  /** Where the next row begins. */
  readonly next: number
  /** Lines that it takes. */
  readonly lines: number
  /** Its quotes do not follow the rules. */
  readonly isRepaired: boolean
  /** A quoted cell closes on its line. */
  readonly hasQuoted: boolean
}
/** `isGuarding`: a quoted cell contains a separator or line break. */
type Attempt = ReadRow & { readonly isGuarding: boolean }

/**
 * Reads the row at a position. A quote opens a cell only if a quote before a separator or line end closes it and the
 * row's number of cells fits: a stray quote must not swallow what follows.
 */
function rowReader(text: string, { separator, width, isQuoted }: Shape): (from: number) => ReadRow {
  const lineAt = lineFinder(text)
  const between = `"${separator}"`
  const lastQuote = text.lastIndexOf('"')
  /** No cell opened before this position goes beyond its line. */
  let singleUntil = 0
  /** The last answer of `nextSeparator`: many cells may lie before the same one. */
  let [asked, answer] = [0, -1]

  return (from) => {
    const [end, next] = lineAt(from)
    const line = text.slice(from, end)
    if (!line.includes('"'))
      return { cells: line.split(separator, MOST_CELLS), next, lines: 1, isRepaired: false, hasQuoted: false }
    const cells = allQuoted(line)
    if (cells) return { cells, next, lines: 1, isRepaired: false, hasQuoted: true }
    const whole = tryRow(from, from >= singleUntil)
    if (!whole.isGuarding || width === 0) return whole
    const fits = whole.cells.length === width
    if (whole.lines === 1) {
      if (fits || !whole.isRepaired) return whole
      const cells = line.split(separator, MOST_CELLS).map(withoutOpening)
      return cells.length === width ? { ...whole, cells } : whole
    }
    const single = tryRow(from, false)
    const isCloser = Math.abs(single.cells.length - width) < Math.abs(whole.cells.length - width)
    const isSwallowing =
      width > 1 && everyLineFits(from, whole.next)
        ? !fits || whole.isRepaired || !isQuoted
        : whole.isRepaired && isCloser
    if (!isSwallowing) return whole
    singleUntil = whole.next
    return { ...single, isRepaired: true }
  }

  /** The cells of the usual row of quoted cells, which needs no search. */
  function allQuoted(line: string): string[] | undefined {
    if (line.length < 2 || !line.startsWith('"') || !line.endsWith('"')) return undefined
    const cells = line.slice(1, -1).split(between, MOST_CELLS)
    for (const [at, cell] of cells.entries()) {
      if (!cell.includes('"')) continue
      if (cell.replaceAll('""', '').includes('"')) return undefined
      cells[at] = cell.replaceAll('""', '"')
    }
    return cells
  }

  function everyLineFits(from: number, until: number): boolean {
    for (let at = from; at < until; ) {
      const row = tryRow(at, false)
      if (row.cells.length !== width) return false
      at = row.next
    }
    return true
  }

  function tryRow(from: number, isMultiline: boolean): Attempt {
    const cells: string[] = []
    let [isRepaired, isGuarding, hasQuoted, lines] = [false, false, false, 1]
    let [end, next] = lineAt(from)
    for (let at = from; ; at++) {
      let start = at
      while (text[start] === ' ') start++
      const quoted =
        text[start] === '"'
          ? quotedAt(start, isMultiline ? Math.min(text.length, start + MOST_QUOTED) : end)
          : undefined
      if (quoted) {
        if (cells.length < MOST_CELLS) cells.push(quoted.cell)
        isRepaired ||= quoted.isUnclean
        at = quoted.after
        const isBeyond = at > end
        hasQuoted ||= !isBeyond
        isGuarding ||= isBeyond || quoted.cell.includes(separator)
        for (; at > end; lines++) [end, next] = lineAt(next)
      } else {
        const to = Math.min(end, nextSeparator(at))
        isRepaired ||= text[start] === '"'
        if (cells.length < MOST_CELLS) cells.push(withoutOpening(text.slice(at, to)))
        at = to
      }
      if (at >= end) return { cells, next, lines, isRepaired, isGuarding, hasQuoted }
    }
  }

  /** The quoted cell that opens at `open` and closes before `limit`. */
  function quotedAt(open: number, limit: number) {
    let isUnclean = false
    let doubled: { readonly end: number; readonly after: number } | undefined
    const result = (end: number, after: number) => {
      const cell = text.slice(open + 1, end).replaceAll('""', '"')
      return { cell: isUnclean ? cell.replaceAll('\\"', '"') : cell, after, isUnclean }
    }
    for (let at = open + 1; at <= lastQuote; ) {
      const quote = text.indexOf('"', at)
      if (quote >= limit) break
      let after = quote
      while (text[after] === '"') after++
      const end = after - 1
      const isOdd = (after - quote) % 2 === 1
      at = after
      while (text[after] === ' ') after++
      const isClosing = after >= text.length || isEnd(text[after])
      if (isClosing && isOdd) return result(end, after)
      if (isClosing) doubled ??= { end, after }
      else if (isOdd) {
        if (quote > open + 1 && isEnd(text[quote - 1])) break // another cell opens
        isUnclean = true
      }
    }
    if (!doubled) return undefined
    isUnclean = true
    return result(doubled.end, doubled.after)
  }

  function nextSeparator(at: number): number {
    if (at >= asked && at <= answer) return answer
    const found = text.indexOf(separator, at)
    ;[asked, answer] = [at, found < 0 ? text.length : found]
    return answer
  }

  function isEnd(sign: string | undefined): boolean {
    return sign === separator || sign === '\n' || sign === '\r'
  }
}

/** Drops a stray quote that opens a cell, but not the quotes of `"Bar" do Zé`. */
const withoutOpening = (cell: string): string => {
  const text = cell.trimStart()
  return text.startsWith('"') && text.lastIndexOf('"') === 0 ? text.slice(1) : cell
}

/** Finds the end of the line at a position, and the beginning of the next. */
function lineFinder(text: string): (from: number) => [end: number, next: number] {
  const ends = /\r(?!\n)/.test(text) ? /\r\n?|\n/g : null
  if (ends)
    return (from) => {
      ends.lastIndex = from
      const found = ends.exec(text)
      return found ? [found.index, ends.lastIndex] : [text.length, text.length]
    }
  return (from) => {
    const end = text.indexOf('\n', from)
    if (end < 0) return [text.length, text.length]
    return [end > from && text[end - 1] === '\r' ? end - 1 : end, end + 1]
  }
}

/**
 * Quotes every cell: a program with another separator would split an unquoted one and could see a formula in the rest.
 */
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** Adds a byte order mark and uses semicolons, so that Excel opens it correctly in all our locales. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')}`
