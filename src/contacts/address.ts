/** How people and groups are recognised on a messenger. Pure. */

/**
 * One address of a person or group. A LID is WhatsApp's identifier that hides the phone number; `username` is the one it has
 * at present, where the messenger told it, null where it told that there is none.
 */
export type Address = {
  readonly kind: 'phone' | 'lid' | 'group'
  readonly value: string
  readonly username?: string | null
}

/** As one word. */
export const addressKey = ({ kind, value }: Address): string => `${kind}:${value}`

export const overlap = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => addressKey(one) === addressKey(other)))

/** Certainly not the same: both have an address of one kind, and share none. A group is nobody's other address. */
export const areOthers = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => one.kind === other.kind || one.kind === 'group' || other.kind === 'group')) &&
  !overlap(a, b)
