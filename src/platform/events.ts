/** Typed live events: defined once in a contract, received by screens; tests check each payload against its schema. */
import type * as v from 'valibot'
import type { Actor } from '../actor'

type PayloadSchema = v.GenericSchema<Record<string, unknown>>

/** The subject of an event, as a unique name such as `ticket 5`. */
export type Subject = string

/** Delivery options. Clients that reconnect do not get earlier events about something withdrawn since. */
type DeliveryOptions<P> = {
  about?(payload: P): readonly Subject[]
  /** The subject whose earlier events must not be replayed any more; null for none. */
  takesBack?(payload: P): Subject | null
  /** Also sent while the company's subscription has expired. */
  readonly whileOverdue?: true
}

/** `name` is `<thing>.<action>`, or `<thing>.<action>.<part>`; on the wire it becomes `company-{id}-<thing>` with `{ action, part?, …payload }`. */
export type EventDefinition<S extends PayloadSchema = PayloadSchema> = {
  (payload: v.InferOutput<S>): LiveEvent
  readonly eventName: string
  readonly schema: S
}

export type LiveEvent = {
  readonly name: string
  readonly payload: Record<string, unknown>
  readonly schema: PayloadSchema
  readonly about: readonly Subject[]
  readonly takesBack: Subject | null
  readonly whileOverdue?: true | undefined
}

/** Who may receive an event: a predicate over the listener, evaluated for each open socket and again at replay. */
export type Audience = (listener: Actor) => boolean

/** The operator's own people. They are all in one company. */
export const operatorsOnly: Audience = (who) => who.super

export function defineEvent<S extends PayloadSchema>(
  eventName: string,
  schema: S,
  { about, takesBack, whileOverdue }: DeliveryOptions<v.InferOutput<S>> = {},
): EventDefinition<S> {
  const make = (payload: v.InferOutput<S>): LiveEvent => ({
    name: eventName,
    payload,
    schema,
    about: about?.(payload) ?? [],
    takesBack: takesBack?.(payload) ?? null,
    whileOverdue,
  })
  return Object.assign(make, { eventName, schema })
}

export type WireName = { readonly event: string; readonly action: string; readonly part?: string }

/** Things whose event names in the specification do not follow the pattern. */
const exceptions: Readonly<Record<string, (companyId: number) => string>> = {
  tag: (companyId) => `company${companyId}-tag`,
  // The operator's, for all companies.
  announcement: () => 'company-announcement',
  help: () => 'company-help',
  operatorSettings: () => 'company-operator-settings',
  monitor: () => 'company-monitor',
  certificate: () => 'company-certificate',
  update: () => 'company-update',
  machines: () => 'company-machines',
  movingIn: () => 'company-moving-in',
}

/**
 * The wire name and action of an event: `ticket.update` in company 3 is `company-3-ticket`, action `update`. An event
 * with only some fields of the thing also names that part.
 */
export function wireName(eventName: string, companyId: number): WireName {
  const [thing = '', action = '', part] = eventName.split('.')
  const event = exceptions[thing]?.(companyId) ?? `company-${companyId}-${thing}`
  return { event, action, ...(part && { part }) }
}

/**
 * The thing of a wire event: `ticket` for `company-3-ticket` in company 3; undefined if it is not an event of that
 * company.
 */
export function thingOf(event: string, companyId: number): string | undefined {
  const named = Object.keys(exceptions).find((thing) => wireName(thing, companyId).event === event)
  const usual = wireName('', companyId).event
  return named ?? (event.startsWith(usual) ? event.slice(usual.length) : undefined)
}
