/** Notes when somebody of a company last signed in, for the operator's list. */
import type { Log } from '../platform/log'
import type { ControlDb } from '../platform/sqlite'
import { type Clock, MINUTE } from '../platform/time'
import { noteLogin } from '../tenancy/companies'

type Deps = { readonly control: ControlDb; readonly clock: Clock; readonly log: Log }

/** After the sign-in, which does not depend on it, and once a minute for each company. */
export function createLoginNotes({ control, clock, log }: Deps) {
  const noted = new Map<number, number>()
  return (companyId: number): void => {
    const now = clock()
    if (Math.abs(now - (noted.get(companyId) ?? Number.NEGATIVE_INFINITY)) < MINUTE) return
    noted.set(companyId, now)
    try {
      noteLogin(control, companyId, now)
    } catch (error) {
      noted.delete(companyId)
      log.warn({ err: error, companyId }, 'could not note when somebody last signed in')
    }
  }
}
