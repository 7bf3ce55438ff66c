/** Accepts the sends of one event loop turn in one transaction, so a slow disk costs one delay for all. */
import type { Cx } from '../../platform/cx'
import { createGathering } from '../../platform/gathering'
import type { RouteServices } from '../../platform/module'
import { type Accepted, type Accepting, acceptSend } from './send'

/** A larger transaction would block everybody else. */
const AT_ONCE = 24

type Pending = { readonly wanted: Accepting; resolve(accepted: Accepted): void; reject(error: unknown): void }

export type Acceptance = ReturnType<typeof createAcceptance>

export function createAcceptance({ cxOf }: Pick<RouteServices, 'cxOf'>) {
  const pending = createGathering(acceptTogether, AT_ONCE)

  function acceptTogether(tenantUuid: string, some: readonly Pending[]) {
    let accepted: readonly Accepted[]
    try {
      accepted = cxOf(tenantUuid).transaction((cx) => some.map(({ wanted }) => acceptSend(cx, wanted)))
    } catch (error) {
      const [first, ...others] = some
      if (others.length === 0) first?.reject(error)
      // A refused one must not take the others with it.
      else for (const one of some) acceptTogether(tenantUuid, [one])
      return
    }
    for (const [at, { resolve }] of some.entries()) {
      const one = accepted[at]
      if (one) resolve(one)
    }
  }

  return {
    /** Resolves when the send is stored. */
    accept({ tenant }: Cx, wanted: Accepting): Promise<Accepted> {
      const { promise, resolve, reject } = Promise.withResolvers<Accepted>()
      pending.add(tenant.uuid, { wanted, resolve, reject })
      return promise
    },
  }
}
