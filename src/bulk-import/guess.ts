/**
 * Guesses what a spreadsheet's columns hold, by the words of their headings and by their cells together, and finds the
 * line of headings among the first ones. The guess does not depend on the order of the columns. Pure.
 */
import { fold } from '../platform/text'
import { areSequence, type CellKind, kindOfCell } from './cell-kinds'
import { EXTRA, IGNORED, MOST_HEAD_ROWS } from './contract'
import { areOwn, createVocabulary, LABEL, ownerIn, PUPIL, RESPONSIBLE, type Vocabulary, wordsOf } from './headings'
import type { ImportField, ImportTarget } from './target'

/** `headRows`: rows above the data, the last of which is the line of headings; 0 without one. */
export type Guess = { readonly headRows: number; readonly columns: readonly string[] }
type Target = Pick<ImportTarget, 'fields' | 'takesExtra' | 'unwanted' | 'own'> & {
  readonly country?: string | undefined
}
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
  const asked = headRows ?? (areOwn(rows[0] ?? [], target.own) ? 1 : undefined)
  const found = asked === undefined ? findHead(vocabulary, rows) : { headRows: asked, hasNames: asked > 0 }
  const heads = found.hasNames ? (rows[found.headRows - 1] ?? []) : []
  const { own } = target
  if (areOwn(heads, own))
    return { headRows: found.headRows, columns: Array.from({ length: width }, (_, at) => own.fields[at] ?? EXTRA) }
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
  /** Whose value it is, if the heading says so. */
  readonly owner: string | undefined
  /** By field: whether the heading only names it and an owner. */
  readonly isOwned: readonly boolean[]
  /** For columns that fit equally well. */
  readonly variety: number
}

function describe(
  { fields, country = 'BR' }: Target,
  vocabulary: Vocabulary,
  body: Rows,
  { head, at, width }: Pick<Column, 'head' | 'at'> & { readonly width: number },
): Column {
  const cells = filledCells(body, at)
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
    owner: ownerIn(words),
    isOwned: vocabulary.ownedBy(words),
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

const filledCells = (body: Rows, at: number): readonly string[] =>
  body.flatMap((row) => (NOTHING.test(row[at] ?? '') ? [] : (row[at] ?? '')))

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
  { fields, takesExtra, unwanted = [], country = 'BR' }: Target,
  columns: readonly Column[],
  body: Rows,
): readonly string[] {
  const taken = new Map<number, string>()
  const isTaken = (field: ImportField) => [...taken.values()].includes(field.key)
  const take = (pairs: readonly Score[]) => {
    const best = pairs.toSorted((a, b) => b.score - a.score || compare(a.column, b.column))
    for (const { column, field, score } of best)
      if (score > 0 && !taken.has(column.at) && (field.isMany || !isTaken(field))) taken.set(column.at, field.key)
  }
  const owner = ownerOf(fields, columns)
  const scoreOf = (column: Column, { ownedWith }: ImportField, n: number): number => {
    if (owner === undefined || ownedWith === undefined) return byBoth(column, n)
    return column.owner === owner ? byOwner(column, n) : 0
  }
  take(columns.flatMap((column) => fields.map((field, n) => ({ column, field, score: scoreOf(column, field, n) }))))
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
  for (const [n, field] of fields.entries()) {
    const { completes } = field
    if (!completes || isTaken(field)) continue
    const completed = columns.filter(({ at }) => taken.get(at) === completes.key)
    const cells = completed.flatMap(({ at }) => spread(filledCells(body, at), SAMPLE))
    if (cells.filter((cell) => completes.lacks(cell, country)).length <= MOSTLY * cells.length) continue
    const fitting = columns
      .filter(({ at, head, byCells }) => head === '' && !taken.has(at) && (byCells[n] ?? 0) >= COMPLETING)
      .map((column) => ({ column, field, score: 1 - column.variety }))
    take(fitting.toSorted((a, b) => b.score - a.score || compare(a.column, b.column)).slice(0, 1))
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

/** The part of the cells without heading that must complete another field. */
const COMPLETING = 0.9

type Score = { readonly column: Column; readonly field: ImportField; readonly score: number }

function byBoth({ byHead, byCells, filled }: Column, n: number): number {
  const [head, cells] = [byHead[n] ?? 0, byCells[n]]
  if (head === 0) return 0
  if (cells === undefined) return filled === 0 ? head / 10 : head > CLEAR ? head * (1 + filled) : 0
  return cells < (head > CLEAR ? HARDLY : MOSTLY) ? 0 : (head + cells / 2) * (1 + filled)
}

/** A heading of the owner's column only names the field and the owner. */
const byOwner = ({ byHead, byCells, isOwned, filled }: Column, n: number): number =>
  isOwned[n] && (byCells[n] ?? 0) >= MOSTLY ? (1 + (byHead[n] ?? 0) + (byCells[n] ?? 0) / 2) * (1 + filled) : 0

/** The one owner of the numbers whose name has a column. A pupil's responsible is the one who writes. */
function ownerOf(fields: readonly ImportField[], columns: readonly Column[]): string | undefined {
  const n = fields.findIndex(({ ownedWith }) => ownedWith !== undefined)
  const numbers = fields.findIndex(({ key }) => key === fields[n]?.ownedWith)
  if (n < 0 || numbers < 0) return undefined
  const isNamed = (owner: string | undefined) =>
    owner !== undefined && columns.some((column) => column.owner === owner && byOwner(column, n) > 0)
  const headed = columns.filter((column) => byBoth(column, numbers) > 0)
  const [likely] = columns
    .filter((column) => column.isOwned[numbers] && byCells(column, numbers, MOSTLY) > 0)
    .toSorted((a, b) => byCells(b, numbers, MOSTLY) - byCells(a, numbers, MOSTLY) || compare(a, b))
  const owners = (headed.length > 0 ? headed : likely ? [likely] : []).map(({ owner }) => owner)
  if (owners.every(Boolean)) return owners.find(isNamed)
  return isNamed(RESPONSIBLE) && isNamed(PUPIL) && !owners.includes(PUPIL) ? RESPONSIBLE : undefined
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
  const data = filled.filter(isData)
  // Programs number their columns, or leave a line's number above them.
  if (data.some((cell) => !/^\d{1,2}$/.test(cell)) || data.length * 3 > filled.length) return 0
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
