/** What is known of a request that hands a message to Meta: accepted, in doubt, or to be sent. */
import type { Raw } from '../../platform/sqlite'
import { SECOND } from '../../platform/time'
import { type Address, type ConnectionRef, keyOf, type SendResult } from '../channel'
import { findAttempt, noteAccepted } from './attempts'
import { hasParts } from './journal'

const JOURNAL_INTERVAL_MS = SECOND

export type AcceptanceDeps = {
  openSessionStore(tenantUuid: string): Raw
  now(): number
  /** Milliseconds after which a message without an answer is sent again. */
  readonly doubt: number
  /** Since when everything that Meta reports for this company is stored. What was not, Meta repeats. */
  hearsSince(tenantUuid: string): number
  /** Meta has accepted a message. */
  accepted(ref: ConnectionRef, to: Address, recipient: readonly Address[]): void
}

type Acceptance = { readonly to: Address; readonly externalId: string; readonly recipient: readonly Address[] }

export const later = (after: number): SendResult => ({ outcome: 'later', after })

export function createAcceptances({ openSessionStore, now, doubt, hearsSince, accepted }: AcceptanceDeps) {
  /** What Meta has accepted, but could not be noted because the disk is full. */
  const unnoted = new Map<string, Acceptance>()

  /** Throws while it cannot be noted. */
  function accept(ref: ConnectionRef, ours: string, acceptance: Acceptance): SendResult {
    const { to, externalId, recipient } = acceptance
    const { tenantUuid, connectionId } = ref
    unnoted.set(nameOf(ref, ours), acceptance)
    noteAccepted(openSessionStore(tenantUuid), { connectionId, ours }, externalId)
    unnoted.delete(nameOf(ref, ours))
    accepted(ref, to, recipient)
    return { outcome: 'sent', externalId }
  }

  return {
    accept,
    /** Undefined if it is to be sent. */
    stateOf(ref: ConnectionRef, ours: string): SendResult | undefined {
      const { tenantUuid, connectionId } = ref
      const db = openSessionStore(tenantUuid)
      const attempt = findAttempt(db, { connectionId, ours })
      if (!attempt) return undefined
      if (attempt.externalId !== null) return { outcome: 'sent', externalId: attempt.externalId }
      const acceptance = unnoted.get(nameOf(ref, ours))
      if (acceptance) return accept(ref, ours, acceptance)
      const end = Math.max(attempt.begunAt, hearsSince(tenantUuid)) + doubt
      const left = end - now()
      if (Math.abs(left) > doubt) return undefined
      if (left > 0) return later(left)
      // What was told in time may wait to be applied.
      const mayBeNamed = hasParts(db, connectionId, { from: attempt.begunAt, to: end })
      return mayBeNamed ? later(JOURNAL_INTERVAL_MS) : undefined
    },
  }
}

const nameOf = (ref: ConnectionRef, ours: string): string => `${keyOf(ref)}/${ours}`
