/** Sums of the figures of a period, for what a person may see. */
import type { Actor } from '../../actor'
import { createBudget } from '../../platform/budget'
import type { Period } from '../../platform/days'
import { getOrMake } from '../../platform/maps'
import { getTuples } from '../../platform/sql'
import { type Db, oneOf } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { visibleTo } from '../visibility'
import { columns, type FigureColumn, type Source, sources } from './columns'

export type Figures = Readonly<Record<FigureColumn, number>>

export type FigureFilter = {
  /** Figures are kept by the hour: in time zones that begin within one, its edges are those of the hour. */
  readonly period: Period
  readonly userIds?: readonly number[] | null
  /** 0 stands for "no queue". */
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
}

/** Grouping of the sums. `hour` counts from 1970; null makes one sum of all, under the key null. */
export type FigureKey = 'hour' | 'queue_id' | 'user_id' | 'connection_id' | null

/** Hours read at once, before other work gets its turn. */
const PIECE = 7 * 24

/** The sums for each value of `by`; null stands for nobody, or no queue. */
export async function sumFigures(
  db: Db,
  actor: Actor,
  filter: FigureFilter,
  by: FigureKey,
): Promise<Map<number | null, Figures>> {
  const sums = new Map<number | null, Record<FigureColumn, number>>()
  const budget = createBudget()
  const [first, end] = [hourOf(filter.period.from), hourOf(filter.period.to + HOUR - 1)]
  for (let from = first; from < end; from += PIECE) {
    await budget.rest()
    const piece: Piece = { ...filter, by, hours: [from, Math.min(from + PIECE, end)] }
    for (const source of sources) {
      const own = Object.keys(source.sums) as FigureColumn[] // of its sums
      for (const [at, ...values] of readSums(db, actor, piece, source)) {
        const sum = getOrMake(sums, at, () => ({ ...NONE }))
        own.forEach((column, nth) => {
          sum[column] += values[nth] ?? 0
        })
      }
    }
  }
  return sums
}

type Piece = FigureFilter & { readonly by: FigureKey; readonly hours: readonly [from: number, end: number] }

function readSums(
  db: Db,
  actor: Actor,
  { by, hours, userIds, queueIds, connectionIds }: Piece,
  { table, time, anHour, uses, sums }: Source,
): [at: number | null, ...sums: number[]][] {
  const visible = visibleTo(actor)
  const conditions = [visible]
  if (userIds) conditions.push(oneOf('ifnull(t.user_id, 0)', userIds))
  if (queueIds) conditions.push(oneOf('ifnull(t.queue_id, 0)', queueIds))
  if (connectionIds) conditions.push(oneOf('t.connection_id', connectionIds))
  // A user who sees everything needs no check of queue or attendant. Rows are grouped in their stored order, so nothing is sorted.
  const rows =
    visible.sql === '1'
      ? table
      : `(SELECT ${time}, nullif(queue_id, 0) AS queue_id, nullif(user_id, 0) AS user_id, connection_id, ${uses.join(', ')} FROM ${table})`
  const grouped = by === 'hour' ? `t.${time} / ${anHour}` : `t.${by}`
  return getTuples<[number | null, ...number[]]>(
    db,
    `SELECT ${by === null ? 'NULL' : `nullif(${grouped}, 0)`} AS at, ${Object.values(sums)
      .map((sql) => `ifnull(sum(${sql}), 0)`)
      .join(', ')}
     FROM ${rows} t WHERE t.${time} >= (? + 0) AND t.${time} < (? + 0) AND ${conditions.map(({ sql }) => sql).join(' AND ')}
     ${by === null ? '' : `GROUP BY ${by === 'user_id' ? `t.${time}, ` : ''}${grouped}`}`,
    [...hours.map((hour) => hour * anHour), ...conditions.flatMap(({ params }) => params)],
  )
}

/** New contacts of a period, by hour: they belong to no queue, so everybody counts them. */
export function newContacts(db: Db, { from, to }: Period): Map<number, number> {
  const rows = getTuples<[number, number]>(
    db,
    `SELECT hour, contacts FROM figures WHERE hour >= (? + 0) AND hour < (? + 0) AND queue_id = 0 AND user_id = 0
       AND connection_id = 0 AND contacts > 0`,
    [hourOf(from), hourOf(to + HOUR - 1)],
  )
  return new Map(rows)
}

const hourOf = (at: number): number => Math.floor(at / HOUR)

const NONE = Object.fromEntries(columns.map((column) => [column, 0])) as Figures // all of its columns

export function addUp(all: Iterable<Figures>): Figures {
  const sums: Record<FigureColumn, number> = { ...NONE }
  for (const one of all) for (const column of columns) sums[column] += one[column]
  return sums
}

/** Where an hour stands in a calendar. */
export type LocalHour = {
  readonly day: string
  /** 1 is Monday. */
  readonly weekday: number
  readonly hour: number
}

/** The hours of a period, counted from 1970, in a time zone's calendar. */
export function hoursOf({ from, to }: Period, timeZone: string): Map<number, LocalHour> {
  const hours = new Map<number, LocalHour>()
  const end = hourOf(to + HOUR - 1)
  for (let hour = hourOf(from); hour < end; ) {
    const here = Temporal.Instant.fromEpochMilliseconds(hour * HOUR).toZonedDateTimeISO(timeZone)
    const [day, weekday] = [here.toPlainDate().toString(), here.dayOfWeek]
    const next = here.startOfDay().add({ days: 1 }).epochMilliseconds
    const isEven = here.hoursInDay === 24
    for (let ahead = 0; hour < end && hour * HOUR < next; ahead++, hour++)
      hours.set(hour, { day, weekday, hour: isEven ? here.hour + ahead : hourIn(hour, timeZone) })
  }
  return hours
}

/** On a day with a clock change. */
const hourIn = (hour: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(hour * HOUR).toZonedDateTimeISO(timeZone).hour

/** In whole seconds; null where there is nothing to average. */
export const meanSeconds = (milliseconds: number, count: number): number | null =>
  count === 0 ? null : Math.round(milliseconds / count / 1000)

/** The usual csat scale, used for mean scores. */
export const CSAT_TOP = 3
export const csatOf = ({ csat, csat_sum }: Figures): number | null =>
  csat === 0 ? null : Math.round((100 * CSAT_TOP * csat_sum) / csat / 2520) / 100
