/**
 * The company of an API token that does not name it: an old one, or one of another product. Each node knows those of the
 * companies that it has read, so an unknown token is asked of all nodes, once for a while.
 */
import { fail } from '../../errors'
import { forwardingErrors } from '../../fleet/forwarding/errors'
import type { AskNode } from '../../fleet/nodes'
import { createFairQueues } from '../../platform/fair-queues'
import { type Clock, MINUTE, SECOND } from '../../platform/time'

export const FIND_TOKEN = 'tokens.find'

type Deps = {
  readonly ask: AskNode
  /** All nodes that live, this one too. */
  listNodes(): readonly string[]
  readonly clock: Clock
}

const [KNOWN_FOR, UNKNOWN_FOR] = [10 * MINUTE, 30 * SECOND]
const KEPT = 10_000
const ASK_WITHIN = 5 * SECOND
/** Strangers can make up tokens. */
const SEARCHES = { atOnce: 4, most: 64 }

export function createTokenSearch({ ask, listNodes, clock }: Deps) {
  const kept = new Map<string, { readonly uuid: string | undefined; readonly until: number }>()
  const searching = new Map<string, Promise<string | undefined>>()
  const turns = createFairQueues({ atOnce: SEARCHES.atOnce, each: Number.POSITIVE_INFINITY })

  /** Fails while a node does not answer: its companies may have the token. */
  async function search(hash: string): Promise<string | undefined> {
    const asked = listNodes().map((node) =>
      ask({ node }, FIND_TOKEN, { hash }, { within: ASK_WITHIN, changesNothing: true, shows: [] }),
    )
    const answers = await Promise.allSettled(asked)
    const found = answers.flatMap((one) =>
      one.status === 'fulfilled' && typeof one.value === 'string' ? [one.value] : [],
    )
    if (found[0] !== undefined) return found[0]
    if (answers.some(({ status }) => status === 'rejected'))
      fail(forwardingErrors.ERR_COMPANY_MOVING, { retryAfter: 2 })
    return undefined
  }

  function keep(hash: string, uuid: string | undefined): void {
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(hash, { uuid, until: clock() + (uuid === undefined ? UNKNOWN_FOR : KNOWN_FOR) })
  }

  return async (hash: string): Promise<string | undefined> => {
    const known = kept.get(hash)
    if (known && clock() < known.until) return known.uuid
    const under = searching.get(hash)
    if (under) return under
    if (searching.size >= SEARCHES.most) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: 1 })
    const found = turns.run('', () => search(hash))
    searching.set(hash, found)
    try {
      const uuid = await found
      keep(hash, uuid)
      return uuid
    } finally {
      searching.delete(hash)
    }
  }
}
