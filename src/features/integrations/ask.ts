/** What runners ask other servers through: guarded, bounded in time and size, and noted among the last calls. */
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { askOutside, type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { type Call, MOST_ANSWER, type RunnerContext, TURN_LIMIT } from './runner'

export type AskDeps = {
  readonly cx: Cx
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  readonly left: AbortSignal
  /** Milliseconds for all calls together. */
  readonly limit?: number
}

export type Asking = { readonly context: RunnerContext; readonly calls: Call[] }

export function createAsking({ cx, encryption, allowed, left, limit = TURN_LIMIT }: AskDeps): Asking {
  const calls: Call[] = []
  const until = performance.now() + limit
  const signal = AbortSignal.any([left, AbortSignal.timeout(limit)])
  return {
    calls,
    context: {
      cx,
      encryption,
      signal,
      async ask({ what, most = MOST_ANSWER, ...request }) {
        const at = cx.now()
        const since = performance.now()
        const note = (status: number | null, fault: string | null) =>
          calls.push({ at, ms: performance.now() - since, status, what: what ?? nameOf(request), fault })
        try {
          if (!URL.canParse(request.url)) throw new OutsideFailed('notPublic')
          const answer = await askOutside({
            ...request,
            ...{ reach: 'public', allowed, left: signal },
            limit: Math.max(1, until - since),
            most: Math.min(most, MOST_ANSWER),
          })
          note(answer.status, answer.status >= 200 && answer.status < 300 ? null : `HTTP ${answer.status}`)
          return answer
        } catch (error) {
          const failed = error instanceof OutsideFailed ? error : new OutsideFailed('unreachable')
          const fault = failed.fault === 'unreachable' && signal.aborted && !left.aborted ? 'timeout' : failed.fault
          note(null, fault)
          throw fault === failed.fault ? failed : new OutsideFailed(fault)
        }
      },
      fault(words) {
        const last = calls.pop()
        if (last) calls.push({ ...last, fault: words })
      },
    },
  }
}

/** Without host and query: the host stands in the integration, and a query may hold a secret. */
const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname : ''}`
