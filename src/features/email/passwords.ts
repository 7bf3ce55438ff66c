/** Passwords typed for one e-mail. In memory only, until all its copies have an outcome; a restart loses them. */

import { getOrMake } from '../../platform/maps'
import type { Services } from '../../platform/module'

const MOST_KEPT = 1_000
const kept = new WeakMap<object, Map<string, string>>()

export type Passwords = {
  of(emailId: number): string | null
  keep(emailId: number, password: string | null | undefined): void
  forget(emailId: number): void
}

export function passwordsIn({ databases }: Pick<Services, 'databases'>, tenantUuid: string): Passwords {
  const all = getOrMake(kept, databases, () => new Map())
  const keyOf = (emailId: number) => `${tenantUuid} ${emailId}`
  return {
    of: (emailId) => all.get(keyOf(emailId)) ?? null,
    keep(emailId, password) {
      if (!password) return
      const [oldest] = all.keys()
      if (all.size >= MOST_KEPT && oldest !== undefined) all.delete(oldest)
      all.set(keyOf(emailId), password)
    },
    forget: (emailId) => void all.delete(keyOf(emailId)),
  }
}
