/** Stores the sends of one event loop turn in one transaction, so a slow disk costs one delay for all. */
import { createBatcher } from '../../platform/batcher'
import type { RouteServices } from '../../platform/module'
import type { PreparedSend, SendResponse } from './prepare'
import { store } from './store'

/** A larger transaction would block everybody else. */
const SENDS_PER_TX = 24

type Pending = { readonly prepared: PreparedSend; resolve(response: SendResponse): void; reject(error: unknown): void }

export function createSendBatches({ cxOf }: Pick<RouteServices, 'cxOf'>) {
  const pending = createBatcher(storeTogether, SENDS_PER_TX)

  function storeTogether(tenantUuid: string, some: readonly Pending[]) {
    let responses: readonly SendResponse[]
    try {
      responses = cxOf(tenantUuid).transaction((cx) => some.map(({ prepared }) => store(cx, prepared)))
    } catch (error) {
      const [first, ...others] = some
      if (others.length === 0) first?.reject(error)
      // A refused one must not take the others with it.
      else for (const one of some) storeTogether(tenantUuid, [one])
      return
    }
    for (const [at, { resolve }] of some.entries()) {
      const response = responses[at]
      if (response) resolve(response)
    }
  }

  return {
    /** Resolves when the send is stored. */
    add(prepared: PreparedSend): Promise<SendResponse> {
      const { promise, resolve, reject } = Promise.withResolvers<SendResponse>()
      pending.add(prepared.caller.cx.tenant.uuid, { prepared, resolve, reject })
      return promise
    },
  }
}
