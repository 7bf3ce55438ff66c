/** Typed events: defined once beside the contract they belong to, checked on emission in tests, heard by screens. */
import type * as v from 'valibot'
import type { Actor } from '../actor'

type PayloadSchema = v.GenericSchema<Record<string, unknown>>

/** What an event speaks of, by a name that only has to differ from others': `ticket 5`. */
export type Subject = string

/** For who comes back later: what was said of something that has been taken back since is not told again. */
type Telling<P> = {
  about?(payload: P): readonly Subject[]
  /** What may not be told any more, to whoever hears this event; null: nothing. */
  takesBack?(payload: P): Subject | null
}

/** `name` is `<thing>.<action>`; on the wire it becomes `company-{id}-<thing>` with `{ action, …payload }`. */
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
}

/** Who may hear an event: a claim about the listener, asked for each open socket and again at replay. */
export type Audience = (listener: Actor) => boolean

export function defineEvent<S extends PayloadSchema>(
  eventName: string,
  schema: S,
  { about, takesBack }: Telling<v.InferOutput<S>> = {},
): EventDefinition<S> {
  const make = (payload: v.InferOutput<S>): LiveEvent => ({
    name: eventName,
    payload,
    schema,
    about: about?.(payload) ?? [],
    takesBack: takesBack?.(payload) ?? null,
  })
  return Object.assign(make, { eventName, schema })
}

/** The specification's name and action for an event: `ticket.update` of company 3 is `company-3-ticket`, action `update`. */
export function wireName(eventName: string, companyId: number): { event: string; action: string } {
  const dot = eventName.lastIndexOf('.')
  return { event: `company-${companyId}-${eventName.slice(0, dot)}`, action: eventName.slice(dot + 1) }
}
