/** Passwords typed for one e-mail. */
import type { Services } from '../../platform/module'

const MOST_KEPT = 1_000

export type Passwords = {
  of(emailId: number): string | null
  keep(emailId: number, password: string | null | undefined): void
  forget(emailId: number): void
}

export function passwordsIn({ emailWork }: Pick<Services, 'emailWork'>, tenantUuid: string): Passwords {
  const all = emailWork.passwords
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
