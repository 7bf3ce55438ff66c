/** What becomes of requests that Meta has not accepted, and how long their account waits before it sends again. */
import type { Log } from '../../platform/log'
import { SECOND } from '../../platform/time'
import { type ConnectionRef, keyOf, type SendResult } from '../channel'
import { type ConnectionTrouble, judgeFailure } from './failures'
import { GraphFailed, GraphSilent } from './graph'
import { type Account, Unsendable } from './product'

const UNREACHABLE_PAUSE_MS = 5 * SECOND

export type RefusalDeps = {
  now(): number
  trouble(ref: ConnectionRef, trouble: ConnectionTrouble): void
  readonly log: Log
}

export const later = (after: number): SendResult => ({ outcome: 'later', after })

export function createRefusals({ now, trouble, log }: RefusalDeps) {
  /** Until when an account sends nothing, because Meta asked us to wait or was not reached. */
  const pausedUntil = new Map<string, number>()

  function pause({ ref }: Account, ms: number): SendResult {
    pausedUntil.set(keyOf(ref), now() + ms)
    return later(ms)
  }

  return {
    /** Undefined if the account may send. */
    pauseOf({ ref }: Account): SendResult | undefined {
      const left = (pausedUntil.get(keyOf(ref)) ?? 0) - now()
      return left > 0 ? later(left) : undefined
    },
    resultOf(account: Account, error: unknown): SendResult {
      if (error instanceof Unsendable) return { outcome: 'refused', reason: error.reason }
      if (error instanceof GraphSilent) return pause(account, UNREACHABLE_PAUSE_MS)
      if (!(error instanceof GraphFailed)) throw error
      const { ref } = account
      const verdict = judgeFailure(error)
      const { code, subcode, details } = error
      log.info({ tenant: ref.tenantUuid, connection: ref.connectionId, code, subcode, details }, 'meta: refused')
      switch (verdict.is) {
        case 'refused':
          if (verdict.connection) trouble(ref, verdict.connection)
          return { outcome: 'refused', reason: verdict.reason }
        case 'temporary':
          return { outcome: 'unknown' }
        case 'busy':
          return verdict.whom === 'contact' ? later(verdict.after) : pause(account, verdict.after)
        case 'stopped':
          trouble(ref, verdict.connection)
          return { outcome: 'notNow' }
      }
    },
    forget: (ref: ConnectionRef): void => void pausedUntil.delete(keyOf(ref)),
  }
}
