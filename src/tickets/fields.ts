/** Extension points of tickets: fields of the summary (`ticketFields`) and filters of lists (`ticketFilters`). */
import type * as v from 'valibot'
import type { ChannelKind } from '../channels/contract'
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
  /** Reads all tickets of a page at once; tickets without a value are absent. */
  readonly of: (db: Db, ticketIds: readonly number[]) => ReadonlyMap<number, Extra<F>>
  /** Tickets of other channels have no value. */
  readonly channels?: readonly ChannelKind[]
  readonly none: Extra<F>
}

/** Declare its type in `TicketExtras`: `declare module '../../tickets/contract' { interface TicketExtras { … } }`. */
export function defineTicketField<F extends keyof TicketExtras>(field: TicketField<F>): TicketField<F> {
  addToSummary(field.name, field.schema)
  return field
}

type PluggedField = Pick<TicketField, 'name' | 'none' | 'channels'> & {
  readonly of: (db: Db, ticketIds: readonly number[]) => ReadonlyMap<number, unknown>
}
export const ticketFields = defineExtensionPoint<PluggedField>('ticket.fields')

export type FieldReader = Pick<Cx, 'db' | 'membersOf'>
type TicketOnChannel = { readonly id: number; readonly channel: ChannelKind }

/** The module fields of one ticket. */
export function extrasOf({ db, membersOf }: FieldReader, { id, channel }: TicketOnChannel): TicketExtras {
  const values: Record<string, unknown> = {}
  for (const { name, of, none, channels } of membersOf(ticketFields))
    values[name] = (channels && !channels.includes(channel) ? undefined : of(db, [id]).get(id)) ?? none
  return values as object as TicketExtras // the fields were defined for it
}

/** One field for several tickets, if a module provides it. */
export function extraOf<F extends keyof TicketExtras>(
  { db, membersOf }: FieldReader,
  wanted: F,
  ticketIds: readonly number[],
): ReadonlyMap<number, Extra<F>> {
  const field = membersOf(ticketFields).find(({ name }) => name === wanted)
  return (field?.of(db, ticketIds) ?? new Map()) as ReadonlyMap<number, Extra<F>> // the field was defined for it
}

/** The module fields of a page, by ticket, as JSON to append. */
export function writtenExtras({ db, membersOf }: FieldReader, ticketIds: readonly number[]): (id: number) => Buffer {
  const plugged = membersOf(ticketFields)
  const { written, noneWritten } = getOrMake(prepared, plugged, () => prepare(plugged))
  const fields = written.map(({ of, label, none }) => ({ values: of(db, ticketIds), label, none }))
  if (fields.every(({ values }) => values.size === 0)) return () => noneWritten
  return (id) =>
    Buffer.from(
      fields
        .map(({ label, values, none }) => (values.has(id) ? label + JSON.stringify(values.get(id)) : none))
        .join(''),
    )
}

function prepare(plugged: readonly PluggedField[]) {
  const written = plugged.map(({ name, of, none }) => {
    const label = `,"${name}":`
    return { of, label, none: label + JSON.stringify(none) }
  })
  return { written, noneWritten: Buffer.from(written.map(({ none }) => none).join('')) }
}
const prepared = new WeakMap<readonly PluggedField[], ReturnType<typeof prepare>>()

/** A filter by ids: a list shows the tickets that have all of them. */
export type TicketFilter = {
  /** The name of the query parameter. */
  readonly name: string
  /** The most ids per request: each costs a lookup per ticket. */
  readonly most: number
  /** SQL: ticket `t` has it. */
  has(id: number): Condition
  /**
   * SQL on a ticket `t`, if one of the ids is on so few tickets that finding and sorting them is faster than scanning a
   * tab.
   */
  few?(db: Db, ids: readonly number[]): Condition | null
}
export const ticketFilters = defineExtensionPoint<TicketFilter>('ticket.filters')

/** The ids requested for one of these filters. */
export type ChosenFields = {
  readonly name: string
  readonly ids: readonly number[]
  readonly conditions: readonly Condition[]
}

/** For the query schema of a route; `readChosen` reads the values. */
export const filterQuery = (filters: readonly TicketFilter[]): object =>
  Object.fromEntries(filters.map(({ name }) => [name, IdList]))

export function readChosen({ membersOf }: FieldReader, query: object): readonly ChosenFields[] | null {
  const chosen = membersOf(ticketFilters).flatMap(({ name, most, has }) => {
    const asked: unknown = Reflect.get(query, name)
    const ids = typeof asked === 'string' ? readIds(asked, name, most) : null
    return ids === null ? [] : [{ name, ids, conditions: ids.map(has) }]
  })
  return chosen.length > 0 ? chosen : null
}

export function fewOf({ db, membersOf }: FieldReader, chosen: readonly ChosenFields[] | null): Condition | null {
  if (chosen === null) return null
  const filters = membersOf(ticketFilters)
  for (const { name, ids } of chosen) {
    const few = filters.find((one) => one.name === name)?.few?.(db, ids)
    if (few) return few
  }
  return null
}
