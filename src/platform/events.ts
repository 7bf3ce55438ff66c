/** Typed events: defined once in a contract, checked on emission in tests, received by screens. */
import type * as v from 'valibot'
import type { Actor } from '../actor'

type PayloadSchema = v.GenericSchema<Record<string, unknown>>

/** The subject of an event, as a unique name such as `ticket 5`. */
export type Subject = string

/** For clients that reconnect: events about something withdrawn since are not repeated. */
type Telling<P> = {
  about?(payload: P): readonly Subject[]
  /** The subject of which earlier events may not be repeated any more; null: none. */
  takesBack?(payload: P): Subject | null
  /** Also told while the company's subscription has expired. */
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

export function defineEvent<S extends PayloadSchema>(
  eventName: string,
  schema: S,
  { about, takesBack, whileOverdue }: Telling<v.InferOutput<S>> = {},
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

/** Things whose events the specification names otherwise. */
const exceptions: Readonly<Record<string, (companyId: number) => string>> = {
  tag: (companyId) => `company${companyId}-tag`,
  // The operator's, for all companies.
  announcement: () => 'company-announcement',
  help: () => 'company-help',
}

/**
 * The specification's name and action for an event: `ticket.update` of company 3 is `company-3-ticket`, action `update`.
 * An event that carries only some fields of the changed thing also names that part.
 */
export function wireName(eventName: string, companyId: number): WireName {
  const [thing = '', action = '', part] = eventName.split('.')
  const event = exceptions[thing]?.(companyId) ?? `company-${companyId}-${thing}`
  return { event, action, ...(part && { part }) }
}

/** The thing that an event on the wire is about: of `company-3-ticket`, in company 3, `ticket`; undefined if it is none of its events. */
export function thingOf(event: string, companyId: number): string | undefined {
  const named = Object.keys(exceptions).find((thing) => wireName(thing, companyId).event === event)
  const usual = wireName('', companyId).event
  return named ?? (event.startsWith(usual) ? event.slice(usual.length) : undefined)
}
