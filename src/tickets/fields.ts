/** What modules add to tickets: fields of the summary (`ticketFields`), and filters of lists (`ticketFilters`). */
import type * as v from 'valibot'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import { getOrMake } from '../platform/maps'
import { IdList, readIds } from '../platform/params'
import type { Condition, Db } from '../platform/sqlite'
import { addToSummary, type TicketExtras } from './contract'

type Extra<F extends keyof TicketExtras> = Exclude<TicketExtras[F], undefined>

export type TicketField<F extends keyof TicketExtras = keyof TicketExtras> = {
  readonly name: F
  readonly schema: v.GenericSchema<Extra<F>>
  /** Read for all tickets of a page at once; a ticket that has none is missing. */
  readonly of: (db: Db, ticketIds: readonly number[]) => ReadonlyMap<number, Extra<F>>
  readonly none: Extra<F>
}

/** Its type is a line of `TicketExtras`: `declare module '../../tickets/contract' { interface TicketExtras { … } }`. */
export function defineTicketField<F extends keyof TicketExtras>(field: TicketField<F>): TicketField<F> {
  addToSummary(field.name, field.schema)
  return field
}

type Plugged = Pick<TicketField, 'name' | 'none'> & {
  readonly of: (db: Db, ticketIds: readonly number[]) => ReadonlyMap<number, unknown>
}
export const ticketFields = defineExtensionPoint<Plugged>('ticket.fields')

export type FieldReader = Pick<Cx, 'db' | 'membersOf'>

/** Those of one ticket. */
export function extrasOf({ db, membersOf }: FieldReader, id: number): TicketExtras {
  const values: Record<string, unknown> = {}
  for (const { name, of, none } of membersOf(ticketFields)) values[name] = of(db, [id]).get(id) ?? none
  return values as object as TicketExtras // the fields were defined for it
}

/** One of them for several tickets, where a module provides it. */
export function extraOf<F extends keyof TicketExtras>(
  { db, membersOf }: FieldReader,
  wanted: F,
  ticketIds: readonly number[],
): ReadonlyMap<number, Extra<F>> {
  const field = membersOf(ticketFields).find(({ name }) => name === wanted)
  return (field?.of(db, ticketIds) ?? new Map()) as ReadonlyMap<number, Extra<F>> // the field was defined for it
}

/** Those of a page, by ticket, as they follow in its JSON. */
export function writtenExtras({ db, membersOf }: FieldReader, ticketIds: readonly number[]): (id: number) => string {
  const plugged = membersOf(ticketFields)
  const { written, noneWritten } = getOrMake(prepared, plugged, () => prepare(plugged))
  const fields = written.map(({ of, label, none }) => ({ values: of(db, ticketIds), label, none }))
  if (fields.every(({ values }) => values.size === 0)) return () => noneWritten
  return (id) =>
    fields.map(({ label, values, none }) => (values.has(id) ? label + JSON.stringify(values.get(id)) : none)).join('')
}

function prepare(plugged: readonly Plugged[]) {
  const written = plugged.map(({ name, of, none }) => {
    const label = `,"${name}":`
    return { of, label, none: label + JSON.stringify(none) }
  })
  return { written, noneWritten: written.map(({ none }) => none).join('') }
}
const prepared = new WeakMap<readonly Plugged[], ReturnType<typeof prepare>>()

/** A list shows tickets that have all of the ids that are asked for. */
export type TicketFilter = {
  /** In the query of a list. */
  readonly name: string
  /** Of ids at once: each costs a look-up for each ticket. */
  readonly most: number
  /** SQL: the ticket `t` has it. */
  has(id: number): Condition
  /** SQL for a ticket `t`, where one of these is on so few that finding and sorting them is faster than going through a tab. */
  few?(db: Db, ids: readonly number[]): Condition | null
}
export const ticketFilters = defineExtensionPoint<TicketFilter>('ticket.filters')

/** What a list is asked for by one of these filters. */
export type Chosen = {
  readonly name: string
  readonly ids: readonly number[]
  readonly conditions: readonly Condition[]
}

/** For the query of a route; their values are read by `readChosen`. */
export const filterQuery = (filters: readonly TicketFilter[]): object =>
  Object.fromEntries(filters.map(({ name }) => [name, IdList]))

export function readChosen({ membersOf }: FieldReader, query: object): readonly Chosen[] | null {
  const chosen = membersOf(ticketFilters).flatMap(({ name, most, has }) => {
    const asked: unknown = Reflect.get(query, name)
    const ids = typeof asked === 'string' ? readIds(asked, name, most) : null
    return ids === null ? [] : [{ name, ids, conditions: ids.map(has) }]
  })
  return chosen.length > 0 ? chosen : null
}

export function fewOf({ db, membersOf }: FieldReader, chosen: readonly Chosen[] | null): Condition | null {
  if (chosen === null) return null
  const filters = membersOf(ticketFilters)
  for (const { name, ids } of chosen) {
    const few = filters.find((one) => one.name === name)?.few?.(db, ids)
    if (few) return few
  }
  return null
}
