/** A value in the payload of an event. */
type Payload = Record<string, never>
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((one, key) => (one as Payload)[key], value) // a path into an event's payload
