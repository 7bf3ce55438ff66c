/** How people and groups are identified on a messenger. Pure. */

/**
 * `lid`: WhatsApp's identifier on linked devices that hides the phone number; `bsuid`: the one of its Cloud API, for one
 * business; `psid`: a person's identifier for one Facebook page; `igsid`: for one Instagram account.
 */
export type AddressKind = 'phone' | 'lid' | 'group' | 'bsuid' | 'psid' | 'igsid'

/**
 * One address of a person or group. `username` is the current one if the messenger reported it, null if it reported
 * that there is none.
 */
export type Address = {
  readonly kind: AddressKind
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
