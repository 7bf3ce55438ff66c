/** How people and groups are identified on a messenger. Pure. */

/**
 * One address of a person or group. A LID is WhatsApp's identifier that hides the phone number. `username` is the
 * current one if the messenger reported it, null if it reported that there is none.
 */
export type Address = {
  readonly kind: 'phone' | 'lid' | 'group'
  readonly value: string
  readonly username?: string | null
}

/** Kind and value as one string. */
export const addressKey = ({ kind, value }: Address): string => `${kind}:${value}`

export const overlap = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => addressKey(one) === addressKey(other)))

/** Certainly different: both have an address of the same kind, but share none. A group has no other address. */
export const areOthers = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => one.kind === other.kind || one.kind === 'group' || other.kind === 'group')) &&
  !overlap(a, b)
