/** Rating results of a period, by rating, attendant and queue. */

import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Period } from '../../platform/days'
import { getOrMake } from '../../platform/maps'
import { PAGE_SIZE, readCursor, writeCursor } from '../../platform/pages'
import { getRows, getValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import { textsOfCompany } from '../../texts/texts'
import { visibleTo } from '../../tickets/visibility'
import { findUser } from '../../users/people'
import { OF_CONNECTION, type RatingOption, type RatingResults, type RatingType, type Score } from './contract'
import { overTime, QUARTER, type Quarter } from './over-time'
import { type AnswerCondition, findRating, listAnswers } from './queries'
import { usualOptions } from './rating'

export type ResultFilter = {
  /** Period in which the questions were asked. */
  readonly period: Period
  /** `OF_CONNECTION` selects the connections' questions. */
  readonly ratingId: number | null
  readonly userId: number | null
  readonly queueId: number | null
  /** Limits the results to tickets this person may open. */
  readonly actor: Actor
}

const seesAll = (actor: Actor): boolean => visibleTo(actor).sql === '1'

/** Equal answers to equal questions; `n` is their number. */
export type Cell = {
  readonly ratingId: number | null
  readonly name: string
  readonly type: RatingType
  readonly userId: number | null
  readonly queueId: number | null
  readonly value: number | null
  readonly label: string | null
  readonly satisfied: number | null
  readonly top: number
  readonly n: number
}

function narrowed({ period, ratingId, userId, queueId, actor }: ResultFilter): AnswerCondition {
  const parts: [string, number][] = [
    ['r.asked_at >= ?', period.from],
    ['r.asked_at < ?', period.to],
  ]
  if (ratingId === OF_CONNECTION) parts.push([`r.rating_id IS NULL AND r.name = '' AND 0 = ?`, 0])
  else if (ratingId !== null) parts.push(['r.rating_id = ?', ratingId])
  if (userId !== null) parts.push(['r.user_id = ?', userId])
  if (queueId !== null) parts.push(['r.queue_id = ?', queueId])
  const visible = visibleTo(actor)
  const ofVisible = `EXISTS (SELECT 1 FROM tickets t WHERE t.id = r.ticket_id AND ${visible.sql})`
  return {
    sql: [...parts.map(([sql]) => sql), ...(seesAll(actor) ? [] : [ofVisible])].join(' AND '),
    params: [...parts.map(([, value]) => value), ...visible.params],
  }
}

/** Rows of `rating_counts` per batch; yields to the event loop in between. */
const SLICE = 5000

/** One pass over the counts that triggers keep; all results are sums of these few cells. */
async function countsOf(cx: Cx, filter: ResultFilter): Promise<{ cells: Cell[]; quarters: Quarter[] }> {
  const cells = new Map<string, Cell>()
  const quarters: Quarter[] = []
  const end = Math.ceil(filter.period.to / QUARTER)
  for (let from = Math.floor(filter.period.from / QUARTER); ; ) {
    const next = findNextSlice(cx.db, from)
    const slice = countedIn(filter, { from, end: Math.min(end, next ?? end) })
    for (const { n, ...cell } of readCells(cx.db, slice)) {
      const key = JSON.stringify(cell)
      cells.set(key, { ...cell, n: n + (cells.get(key)?.n ?? 0) })
    }
    quarters.push(...readQuarters(cx.db, slice))
    if (next === undefined || next >= end) return { cells: [...cells.values()], quarters }
    from = next
    await new Promise(setImmediate)
  }
}

/** Skips all rows of the same quarter; otherwise the loop could not advance. */
function findNextSlice(db: Db, from: number): number | undefined {
  const last = getValue(
    db,
    `SELECT quarter FROM rating_counts WHERE quarter >= ? ORDER BY quarter LIMIT 1 OFFSET ${SLICE - 1}`,
    from,
  )
  return typeof last === 'number' ? last + 1 : undefined
}

type Slice = { readonly from: number; readonly end: number }

function countedIn({ ratingId, userId, queueId, actor }: ResultFilter, { from, end }: Slice): Condition {
  const parts: [string, number][] = [
    ['r.quarter >= ?', from],
    ['r.quarter < ?', end],
  ]
  if (ratingId === OF_CONNECTION) parts.push([`r.name = '' AND r.rating_id = ?`, 0])
  else if (ratingId !== null) parts.push(['r.rating_id = ?', ratingId])
  if (userId !== null) parts.push(['r.user_id = ?', userId])
  if (queueId !== null) parts.push(['r.queue_id = ?', queueId])
  const visible = visibleTo(actor)
  // The place of the ticket, under the names that `visibleTo` uses.
  const ofVisible = `EXISTS (SELECT 1 FROM (SELECT r.connection_id AS connection_id, nullif(r.ticket_queue_id, 0) AS queue_id,
    nullif(r.ticket_user_id, 0) AS user_id) t WHERE ${visible.sql})`
  return {
    sql: ['r.n <> 0', ...parts.map(([sql]) => sql), ...(seesAll(actor) ? [] : [ofVisible])].join(' AND '),
    params: [...parts.map(([, value]) => value), ...visible.params],
  }
}

const readCells = (db: Db, { sql, params }: Condition): Cell[] =>
  getRows<Cell>(
    db,
    `SELECT nullif(r.rating_id, 0) AS ratingId, r.name, r.type, nullif(r.user_id, 0) AS userId, nullif(r.queue_id, 0) AS queueId,
       nullif(r.value, -1) AS value, nullif(r.label, '') AS label, nullif(r.satisfied, -1) AS satisfied, r.top, sum(r.n) AS n
     FROM rating_counts r WHERE ${sql} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    params,
  )

const readQuarters = (db: Db, { sql, params }: Condition): Quarter[] =>
  getRows<Quarter>(
    db,
    `SELECT r.quarter, sum(r.n) AS asked, ${Object.entries(sums)
      .map(([name, of]) => `ifnull(sum(r.n) FILTER (WHERE ${of}), 0) AS ${name}`)
      .join(', ')} FROM rating_counts r WHERE ${sql} GROUP BY 1 ORDER BY 1`,
    params,
  )

const sums = {
  answered: 'r.value >= 0',
  csat: `r.type = 'csat' AND r.value >= 0`,
  satisfied: `r.type = 'csat' AND r.satisfied = 1`,
  promoters: `r.type = 'nps' AND r.value >= 9`,
  passives: `r.type = 'nps' AND r.value BETWEEN 7 AND 8`,
  detractors: `r.type = 'nps' AND r.value BETWEEN 0 AND 6`,
} as const satisfies Record<Exclude<keyof Quarter, 'quarter' | 'asked'>, string>

export function scoreOf(cells: readonly Cell[]): Score {
  const count = (of: (cell: Cell) => boolean) => cells.reduce((sum, cell) => sum + (of(cell) ? cell.n : 0), 0)
  const csat = cells.filter(({ type, value }) => type === 'csat' && value !== null)
  const answered = csat.reduce((sum, { n }) => sum + n, 0)
  const [top, another] = [...new Set(csat.map(({ top }) => top))]
  const isOneScale = top !== undefined && another === undefined
  const nps = (from: number, to: number) =>
    count(({ type, value }) => type === 'nps' && value !== null && value >= from && value <= to)
  return {
    asked: count(() => true),
    answered: count(({ value }) => value !== null),
    csat: {
      answered,
      satisfied: count(({ type, satisfied }) => type === 'csat' && satisfied === 1),
      mean: isOneScale ? csat.reduce((sum, { value, n }) => sum + (value ?? 0) * n, 0) / answered : null,
      top: isOneScale ? top : null,
    },
    nps: { promoters: nps(9, 10), passives: nps(7, 8), detractors: nps(0, 6) },
  }
}

export async function readResults(cx: Cx, filter: ResultFilter): Promise<RatingResults> {
  const { cells, quarters } = await countsOf(cx, filter)
  const grouped = <K>(keyOf: (cell: Cell) => K): [K, Cell[]][] => {
    const groups = new Map<K, Cell[]>()
    for (const cell of cells) getOrMake(groups, keyOf(cell), () => []).push(cell)
    return [...groups].sort(([, a], [, b]) => scoreOf(b).asked - scoreOf(a).asked)
  }
  return {
    total: scoreOf(cells),
    times: overTime(quarters, cx.tenant.timeZone),
    ratings: grouped(({ ratingId, name }) => ratingId ?? name).map(([, of]) => ofRating(cx, of)),
    users: grouped(({ userId }) => userId).map(([id, of]) => {
      const user = id === null ? undefined : findUser(cx.db, id)
      return { user: user ? { id: user.id, name: user.name } : null, score: scoreOf(of) }
    }),
    queues: grouped(({ queueId }) => queueId).map(([id, of]) => {
      const queue = id === null ? undefined : findQueue(cx.db, id)
      return { queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null, score: scoreOf(of) }
    }),
  }
}

/** Uses the current name and options. Includes options without answers, and answers to former options. */
function ofRating({ db, tenant }: Cx, cells: readonly Cell[]): RatingResults['ratings'][number] {
  const { ratingId = null, name = '', type = 'csat' } = cells[0] ?? {}
  const rating = ratingId === null ? undefined : findRating(db, ratingId)
  const words = textsOfCompany(tenant.language).toContact
  const options =
    rating?.type === type
      ? rating.options
      : type === 'csat' && name === '' && ratingId === null
        ? usualOptions([words.ratingBad, words.ratingGood, words.ratingBest])
        : []
  const answers = new Map(scaleOf(type, options).map((one) => [one.value, { ...one, count: 0 }]))
  for (const { value, label, n } of cells)
    if (value !== null) getOrMake(answers, value, () => ({ value, label: label ?? String(value), count: 0 })).count += n
  return {
    ratingId,
    name: rating?.name ?? name,
    type,
    score: scoreOf(cells),
    answers: [...answers.values()].sort((a, b) => a.value - b.value),
  }
}

const scaleOf = (type: RatingType, options: readonly RatingOption[]) =>
  type === 'nps'
    ? Array.from({ length: 11 }, (_, value) => ({ value, label: String(value) }))
    : options.map(({ value, name }) => ({ value, label: name }))

/** A message may reach us days after it was sent. */
const MAX_MESSAGE_DELAY_MS = 30 * DAY

export function pageOfAnswers(
  db: Db,
  filter: ResultFilter & { readonly comments: boolean; readonly after: string | null },
) {
  const { comments, after, period } = filter
  const { sql, params } = narrowed(filter)
  const cursor = after === null ? null : readCursor(after)
  const found = listAnswers(db, {
    // Bounds on the sort key, so that no other rows are read.
    sql: `${sql} AND r.answered_at >= ? AND r.answered_at <= ?${cursor ? ' AND (r.answered_at, r.id) < (?, ?)' : ''}`,
    params: [...params, period.from, period.to + MAX_MESSAGE_DELAY_MS, ...(cursor ? [cursor.value, cursor.id] : [])],
    comments,
    most: PAGE_SIZE + 1,
  })
  const [last, hasMore] = [found[PAGE_SIZE - 1], found.length > PAGE_SIZE]
  const next = hasMore && last ? writeCursor({ value: Date.parse(last.answeredAt), id: last.id }) : null
  return { answers: found.slice(0, PAGE_SIZE), hasMore, next }
}
