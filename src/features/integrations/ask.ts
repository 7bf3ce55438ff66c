/** What runners ask other servers through: guarded, bounded in time and size, and noted among the last calls. */
import { AppError } from '../../errors'
import { BudgetSpent, createBudget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { askOutside, type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { type Call, type ChatTurn, MOST_ANSWER, MOST_ANSWERS, type RunnerContext, TURN_LIMIT } from './runner'

export type AskDeps = {
  readonly cx: Cx
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  readonly left: AbortSignal
  readonly services: RunnerContext['services']
  readonly think?: Think
  readonly file?: RunnerContext['file']
  /** Milliseconds for all calls together. */
  readonly limit?: number
}

/** Asks the company's language model. */
export type Think = (cx: Cx, turns: readonly ChatTurn[], left: AbortSignal) => Promise<string>

/** So much earlier than the other calls, for a way on without an answer. */
const EARLY = SECOND

export type Asking = { readonly context: RunnerContext; readonly calls: Call[] }

export function createAsking({ allowed, left, think, file, limit = TURN_LIMIT, ...deps }: AskDeps): Asking {
  const { cx, encryption, services } = deps
  const calls: Call[] = []
  const budget = createBudget({ bytes: MOST_ANSWERS })
  const until = performance.now() + limit
  const signal = AbortSignal.any([left, AbortSignal.timeout(limit)])
  return {
    calls,
    context: {
      cx,
      encryption,
      services,
      signal,
      budget,
      file: file ?? (() => Promise.resolve(undefined)),
      async ask({ what, most = MOST_ANSWER, ...request }) {
        const at = cx.now()
        const since = performance.now()
        const note = (status: number | null, fault: string | null) =>
          calls.push({ at, ms: performance.now() - since, status, what: what ?? nameOf(request), fault })
        try {
          if (!URL.canParse(request.url)) throw new OutsideFailed('notPublic')
          const answer = await askOutside({
            ...request,
            reach: 'public',
            wait: cx.wait,
            allowed,
            left: signal,
            limit: Math.max(1, until - since),
            most: Math.min(most, MOST_ANSWER),
          })
          budget.read(answer.body.length)
          note(answer.status, answer.status >= 200 && answer.status < 300 ? null : `HTTP ${answer.status}`)
          return answer
        } catch (error) {
          const failed = failureOf(error)
          const fault = failed.fault === 'unreachable' && signal.aborted && !left.aborted ? 'timeout' : failed.fault
          note(null, fault)
          throw fault === failed.fault ? failed : new OutsideFailed(fault)
        }
      },
      async think(turns) {
        const at = cx.now()
        const since = performance.now()
        const note = (fault: string | null) =>
          calls.push({ at, ms: performance.now() - since, status: null, what: 'AI', fault })
        const late = AbortSignal.timeout(Math.max(1, until - since - EARLY))
        try {
          if (!think) throw new OutsideFailed('unreachable')
          const answer = await think(cx, turns, AbortSignal.any([signal, late]))
          note(null)
          return answer
        } catch (error) {
          note(late.aborted ? 'timeout' : error instanceof AppError ? error.code : 'unreachable')
          throw error
        }
      },
      fault(words) {
        const last = calls.pop()
        if (last) calls.push({ ...last, fault: words })
      },
    },
  }
}

function failureOf(error: unknown): OutsideFailed {
  if (error instanceof OutsideFailed) return error
  return new OutsideFailed(error instanceof BudgetSpent ? 'tooLong' : 'unreachable')
}

/** Without host and query: the host stands in the integration, and a query may hold a secret. */
const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname : ''}`
