/** Notes when somebody of a company last signed in. */
import type { ControlWrites } from '../platform/control-writes'
import type { Log } from '../platform/log'
import { type Clock, MINUTE } from '../platform/time'
import { noteLogin } from './control-writes'

type Deps = { readonly controlWrites: Pick<ControlWrites, 'run'>; readonly clock: Clock; readonly log: Log }

/** After the sign-in, which does not depend on it, and once a minute for each company. */
export function createLoginNotes({ controlWrites, clock, log }: Deps) {
  const noted = new Map<number, number>()
  return (companyId: number): void => {
    const at = clock()
    if (Math.abs(at - (noted.get(companyId) ?? Number.NEGATIVE_INFINITY)) < MINUTE) return
    noted.set(companyId, at)
    controlWrites.run(noteLogin, { companyId, at }).catch((error: unknown) => {
      noted.delete(companyId)
      log.warn({ err: error, companyId }, 'could not note when somebody last signed in')
    })
  }
}
