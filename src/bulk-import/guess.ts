/**
 * Guesses what a spreadsheet's columns hold, by the words of their headings and by their cells together, and finds the
 * line of headings among the first ones. The guess does not depend on the order of the columns. Pure.
 */
import { fold } from '../platform/text'
import { areSequence, type CellKind, kindOfCell } from './cell-kinds'
import { EXTRA, IGNORED, MOST_HEAD_ROWS } from './contract'
import { createVocabulary, LABEL, type Vocabulary, wordsOf } from './headings'
import type { ImportField, ImportTarget } from './target'

/** `headRows`: rows above the data, the last of which is the line of headings; 0 without one. */
export type Guess = { readonly headRows: number; readonly columns: readonly string[] }
type Target = Pick<ImportTarget, 'fields' | 'takesExtra' | 'unwanted'> & { readonly country?: string | undefined }
type Rows = readonly (readonly string[])[]

/** Cells that are looked at in all columns together, and in one; they are spread over the rows. */
const [MOST_CELLS, SAMPLE] = [1_200, 40]
/** Characters of a cell that are looked at. */
const LONGEST = 150
/** A cell of nothing but such marks is as good as empty. */
const NOTHING = /^[\s\p{P}]*$/u

/** With `headRows`, a person has said where the data begin. */
export function guessColumns(target: Target, written: Rows, headRows?: number): Guess {
  const rows = written.map((cells) => cells.map((cell) => (cell.length > LONGEST ? cell.slice(0, LONGEST) : cell)))
  const vocabulary = createVocabulary(target.fields.map(({ heading }) => heading))
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const found = headRows === undefined ? findHead(vocabulary, rows) : { headRows, hasNames: headRows > 0 }
  const heads = found.hasNames ? (rows[found.headRows - 1] ?? []) : []
  const body = rows.slice(found.headRows)
  const columns = Array.from({ length: width }, (_, at) =>
    describe(target, vocabulary, body, { head: heads[at] ?? '', at, width }),
  )
  return { headRows: found.headRows, columns: named(target, columns, body) }
}

type Column = {
  readonly at: number
  readonly head: string
  /** By field: how well the heading fits, from 0 to 1. */
  readonly byHead: readonly number[]
  /** By field: how well the cells fit, from 0 to 1; undefined if nothing can be said. */
  readonly byCells: readonly (number | undefined)[]
  /** Rows with such a cell, from 0 to 1. */
  readonly filled: number
  readonly isBlocked: boolean
  /** For columns that fit equally well. */
  readonly variety: number
}

function describe(
  { fields, country = 'BR' }: Target,
  vocabulary: Vocabulary,
  body: Rows,
  { head, at, width }: Pick<Column, 'head' | 'at'> & { readonly width: number },
): Column {
  const cells = body.flatMap((row) => (NOTHING.test(row[at] ?? '') ? [] : (row[at] ?? '')))
  const sample = spread(cells, Math.min(SAMPLE, Math.floor(MOST_CELLS / width)))
  const kinds = sample.map(kindOfCell)
  const words = wordsOf(head)
  const byHead = vocabulary.scoresOf(words)
  const plausible = areSequence(sample) ? SEQUENCE : 1
  return {
    at,
    head,
    byHead,
    byCells: fields.map((field) =>
      sample.length === 0 ? undefined : shareOf(field, { sample, kinds, plausible, country }),
    ),
    filled: body.length === 0 ? 0 : cells.length / body.length,
    isBlocked: words.length > 0 && vocabulary.shareKnown(words) > 0 && byHead.every((score) => score === 0),
    variety:
      (new Set(sample).size + sample.filter((cell) => cell.includes(' ')).length) / Math.max(1, 2 * sample.length),
  }
}
/** Numbers that count up are hardly telephones. */
const SEQUENCE = 0.4

type Sample = {
  readonly sample: readonly string[]
  readonly kinds: readonly CellKind[]
  readonly plausible: number
  readonly country: string
}

function shareOf({ fits }: ImportField, { sample, kinds, plausible, country }: Sample): number | undefined {
  if (!fits) return undefined
  const documents = kinds.filter((kind) => kind === 'document').length
  if (documents > 0.7 * sample.length) return 0
  const isOdd = (kind: CellKind | undefined) => kind === 'date' || kind === 'money' || kind === 'link'
  const fitting = sample.map((cell, at) => (isOdd(kinds[at]) ? 0 : fits(cell, country)))
  return (plausible * fitting.reduce((sum, one) => sum + one, 0)) / sample.length
}

function spread(cells: readonly string[], most: number): readonly string[] {
  const step = Math.max(1, cells.length / most)
  return Array.from({ length: Math.min(most, cells.length) }, (_, n) => cells[Math.floor(n * step)] ?? '')
}

/** Cells that mostly fit, and cells that do not contradict a clear heading. */
const [MOSTLY, HARDLY] = [0.5, 0.1]
/** From here on, a heading names the field by itself. */
const CLEAR = 0.5

/** The field of each column. Headings come first; cells count alone for fields that no heading names. */
function named(
  { fields, takesExtra, unwanted = [] }: Target,
  columns: readonly Column[],
  body: Rows,
): readonly string[] {
  const taken = new Map<number, string>()
  const isTaken = (field: ImportField) => [...taken.values()].includes(field.key)
  const take = (pairs: readonly Scored[]) => {
    const best = pairs.toSorted((a, b) => b.score - a.score || compare(a.column, b.column))
    for (const { column, field, score } of best)
      if (score > 0 && !taken.has(column.at) && (field.isMany || !isTaken(field))) taken.set(column.at, field.key)
  }
  take(columns.flatMap((column) => fields.map((field, n) => ({ column, field, score: byBoth(column, n) }))))
  for (const { least, mayBeBlocked, isForAll } of passes)
    for (const [n, field] of fields.entries()) {
      if (isTaken(field) || field.needsHeading || !(isForAll || field.isRequired)) continue
      const scored = columns.map((column) => ({
        column,
        field,
        score: column.isBlocked && !mayBeBlocked ? 0 : byCells(column, n, least),
      }))
      take(scored.toSorted((a, b) => b.score - a.score || compare(a.column, b.column)).slice(0, 1))
    }
  const saysNothingNew = ({ at, byHead }: Column) =>
    fields.some((field, n) => {
      const other = columns.find((one) => taken.get(one.at) === field.key)
      return !field.isMany && other !== undefined && (byHead[n] ?? 0) > 0 && isWithin(body, at, other.at)
    })
  return columns.map((column) => {
    const { at, head } = column
    const isWanted = takesExtra && head !== '' && !unwanted.includes(plain(head)) && !isNoise(head)
    return taken.get(at) ?? (isWanted && !saysNothingNew(column) ? EXTRA : IGNORED)
  })
}

type Scored = { readonly column: Column; readonly field: ImportField; readonly score: number }

function byBoth({ byHead, byCells, filled }: Column, n: number): number {
  const [head, cells] = [byHead[n] ?? 0, byCells[n]]
  if (head === 0) return 0
  if (cells === undefined) return filled === 0 ? head / 10 : head > CLEAR ? head * (1 + filled) : 0
  return cells < (head > CLEAR ? HARDLY : MOSTLY) ? 0 : (head + cells / 2) * (1 + filled)
}

/** How cells count alone: required fields also take columns with other headings, then columns that hardly fit. */
const passes = [
  { least: MOSTLY, mayBeBlocked: false, isForAll: true },
  { least: MOSTLY, mayBeBlocked: true, isForAll: false },
  { least: 0.3, mayBeBlocked: false, isForAll: false },
]

const byCells = ({ byCells, variety }: Column, n: number, least: number): number => {
  const share = byCells[n] ?? 0
  return share > least ? share + variety / 10 : 0
}

/** Equal columns apart, another order gives the same guess. */
const compare = (a: Column, b: Column): number =>
  b.filled - a.filled || b.variety - a.variety || (a.head < b.head ? -1 : a.head > b.head ? 1 : a.at - b.at)

/** Whether the cells of a column are parts of another's, such as first names of full names. */
function isWithin(body: Rows, at: number, other: number): boolean {
  const rows = body.filter((row) => row[at]).slice(0, SAMPLE)
  return rows.length > 0 && rows.every((row) => fold(row[other] ?? '').includes(fold(row[at] ?? '')))
}

/** Columns of address books that say nothing about a person. */
const isNoise = (head: string): boolean => LABEL.test(head) || NOISE.has(plain(head))
const NOISE = new Set(['photo', 'labels', 'file as', 'group membership', 'name prefix', 'priority', 'sensitivity'])

const plain = (head: string): string =>
  fold(head)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The line with the most headings among the first ones; titles may stand above it. */
function findHead(vocabulary: Vocabulary, rows: Rows): { headRows: number; hasNames: boolean } {
  const first = rows.slice(0, MOST_HEAD_ROWS)
  let dataAbove = 0
  const scores = first.map((cells) => {
    const score = scoreHead(vocabulary, cells) - dataAbove / 2
    if (cells.some(isData)) dataAbove++
    return score
  })
  const most = Math.max(...scores)
  if (most >= LEAST_HEAD) return { headRows: scores.indexOf(most) + 1, hasNames: true }
  // A title is alone in its line.
  const isWide = rows.filter((cells) => countFilled(cells) > 1).length * 2 > rows.length
  const titles = isWide
    ? Math.max(
        0,
        first.findIndex((cells) => countFilled(cells) > 1),
      )
    : 0
  const [line = [], ...below] = rows.slice(titles)
  // Unknown headings look like none of the data below them.
  const hasNames = !line.some(isData) && below.some((cells) => cells.some(isData))
  return { headRows: titles + (hasNames ? 1 : 0), hasNames }
}
const LEAST_HEAD = 0.7

function scoreHead(vocabulary: Vocabulary, cells: readonly string[]): number {
  const filled = cells.filter((cell) => !NOTHING.test(cell))
  if (filled.some(isData)) return 0
  return filled
    .map((head) => {
      if (head.length > LONGEST_HEAD) return 0
      const words = wordsOf(head)
      return Math.max(vocabulary.shareKnown(words) * KNOWN, ...vocabulary.scoresOf(words))
    })
    .filter((score) => score >= KNOWN / 2)
    .reduce((sum, one) => sum + one, 0)
}
const LONGEST_HEAD = 60
/** A heading of no field of ours. */
const KNOWN = 0.5

const countFilled = (cells: readonly string[]): number => cells.filter((cell) => !NOTHING.test(cell)).length

/** No heading looks so. */
const isData = (cell: string): boolean =>
  kindOfCell(cell) !== 'text' || /\S@\S|(\d[^\p{L}\d]{0,3}){8}/u.test(cell.slice(0, 100))
