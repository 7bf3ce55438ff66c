/** Compares the two sides of a condition by the kind of what they hold. Pure. */
import { fold } from '../../platform/text'
import { fullYear } from './answers/dates'
import { numberIn, plainNumberIn } from './answers/numbers'
import { type AnswerContext, readAnswer } from './answers/read'
import type { AnswerKind, Comparison, Flow } from './format/contract'

/** One side as it is written in the test, and what it says once variables are filled in. */
export type Side = { readonly written: string; readonly text: string }
export type TextComparison = Exclude<Comparison, 'matches'>

/** What a side is compared as: `order` if it can be counted. */
type Value = { readonly text: string; readonly order: Order | undefined }
/** Only one kind is compared with itself. */
type Order = { readonly of: 'number' | 'day' | 'time'; readonly at: number }

export function compare(flow: Flow, left: Side, op: TextComparison, right: Side, asked: AnswerContext): boolean {
  const kind = kindOf(flow, left.written) ?? kindOf(flow, right.written) ?? 'text'
  const readSide = (side: Side): Value => {
    const value = byKind(kind, side.text, op, asked)
    return value ?? { text: side.text, order: countable(flow, side, asked) }
  }
  const [x, y] = [readSide(left), readSide(right)]
  const [a, b] = [comparable(x.text), comparable(y.text)]
  const isCounted = x.order !== undefined && x.order.of === y.order?.of
  // An answer that is missing or in words is neither more nor less than a number.
  if (!isCounted && (x.order ?? y.order) !== undefined && isOrder(op)) return false
  const order = isCounted ? (x.order?.at ?? 0) - (y.order?.at ?? 0) : a < b ? -1 : a > b ? 1 : 0
  switch (op) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    // An empty variable is in no text.
    case 'contains':
      return b !== '' && a.includes(b)
    case 'starts':
      return b !== '' && a.startsWith(b)
    case 'ends':
      return b !== '' && a.endsWith(b)
    case 'empty':
      return a === ''
    case 'filled':
      return a !== ''
  }
}

/** Phones send invisible signs and wide spaces beside what people type. */
const comparable = (text: string): string => fold(text.normalize('NFKC').replace(/\p{Cf}/gu, '')).replace(/\s+/g, ' ')

const isOrder = (op: TextComparison): boolean => op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte'

/** The kind of answer that fills the variable which a side consists of; undefined for anything else. */
function kindOf(flow: Flow, written: string): AnswerKind | undefined {
  const name = /^\s*\{\{([^{}]+)\}\}\s*$/.exec(written)?.[1]
  if (name === undefined) return undefined
  const kinds = new Set(
    Object.values(flow.nodes).flatMap((node) => (node.t === 'ask' && node.var === name ? [node.as] : [])),
  )
  const [kind] = kinds
  return kinds.size === 1 && kind !== 'text' ? kind : undefined
}

/** Longer texts are compared as texts. */
const LONGEST = 100

/** A side as an answer of that kind is kept; undefined if it is none. Parts of one are compared as they are written. */
function byKind(kind: AnswerKind, text: string, op: TextComparison, asked: AnswerContext): Value | undefined {
  if (kind === 'cpf' || kind === 'cnpj' || kind === 'cpfcnpj' || kind === 'cep' || kind === 'phone') {
    const whole = kind === 'phone' && !isPart(op) ? kept(kind, text, asked) : undefined
    return { text: bare(whole ?? text), order: undefined }
  }
  if (isPart(op) || (kind !== 'date' && kind !== 'time' && kind !== 'yesNo')) return undefined
  const value = kept(kind, text, asked)
  return value === undefined ? undefined : { text: value, order: orderOf(kind, value) }
}

const isPart = (op: TextComparison): boolean =>
  op === 'contains' || op === 'starts' || op === 'ends' || op === 'empty' || op === 'filled'

function kept(kind: AnswerKind, text: string, asked: AnswerContext): string | undefined {
  if (text.trim() === '' || text.length > LONGEST) return undefined
  const read = readAnswer(kind, { text, fileUrl: null }, asked)
  return 'value' in read ? read.value : undefined
}

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const orderOf = (kind: AnswerKind, value: string): Order | undefined =>
  kind === 'date' ? dayOrder(value) : kind === 'time' ? timeOrder(value) : undefined

/** A date as flows and programs write it, a time, or a number. */
const countable = (flow: Flow, { written, text }: Side, asked: AnswerContext): Order | undefined => {
  const known = dayOrder(text) ?? timeOrder(text)
  if (known) return known
  const isOfProgram = writtenByPrograms(flow).some((name) => written.trim() === `{{${name}}}`)
  const number = (isOfProgram ? plainNumberIn(text) : undefined) ?? numberIn(text, asked)
  return number === undefined ? undefined : { of: 'number', at: number }
}

/** 28/11/2026 and 2026-11-28T12:00Z are 20261128. Without a year, only a date variable makes a date of it. */
function dayOrder(text: string): Order | undefined {
  if (text.length > LONGEST) return undefined
  const [, day, month, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\s*$/.exec(text) ?? []
  if (year !== undefined) return dayAt(fullYear(Number(year)), Number(month), Number(day))
  const [, isoYear, isoMonth, isoDay] =
    /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?\s*$/.exec(text) ?? []
  return isoYear === undefined ? undefined : dayAt(Number(isoYear), Number(isoMonth), Number(isoDay))
}
const dayAt = (year: number, month: number, day: number): Order => ({
  of: 'day',
  at: year * 10_000 + month * 100 + day,
})

function timeOrder(text: string): Order | undefined {
  const [, hours, minutes] = /^\s*([01]?\d|2[0-3])[:h]([0-5]\d)\s*$/i.exec(text.slice(0, LONGEST)) ?? []
  return hours === undefined ? undefined : { of: 'time', at: Number(hours) * 60 + Number(minutes) }
}

/** Variables that questions for a number and the answers of other servers fill. */
const writtenByPrograms = (flow: Flow): readonly string[] =>
  Object.values(flow.nodes).flatMap((node) => {
    if (node.t === 'ask') return node.as === 'number' ? [node.var] : []
    return node.t === 'http' ? node.map.map((one) => one.var) : []
  })
