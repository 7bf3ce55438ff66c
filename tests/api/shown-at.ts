/**
 * By event, the route by which a receiver can request the event's data. `own`: only for the user it names. `sign`: only
 * a signal to refetch, or the id of a deleted row.
 */
export type ShownAt = Readonly<Record<string, ((payload: unknown) => string) | 'own' | 'sign'>>

type Payload = Record<string, never>
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((one, key) => (one as Payload)[key], value) // a path into an event's payload
