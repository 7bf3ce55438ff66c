/**
 * Handles state changes that a session reports: stores them, publishes them, and wakes the outbox when the session can
 * send. The account of a linked phone is claimed first.
 */
import type { ControlWrites } from '../../platform/control-writes'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { atOnce } from '../../platform/promises'
import type { Claims } from '../../tenancy/claims'
import { isMeta } from '../acts'
import { CLOSED_SESSION, type ConnectionRef, keyOf, type SessionNews } from '../channel'
import { channelOf, findConnection } from '../connections/queries'
import { phoneKey, releaseAccount, releasePhone } from './accounts'
import type { LiveSessions } from './live-sessions'
import { ableToSend, refIn, running, type SessionStates } from './states'

export type SessionNewsDeps = {
  readonly controlWrites: ControlWrites
  readonly claims: Claims
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** Called when the connection can send. */
  opened(ref: ConnectionRef): void
}

type Parts = {
  readonly states: SessionStates
  readonly live: LiveSessions
  logOut(ref: ConnectionRef): Promise<void>
}

export function createSessionNews(deps: SessionNewsDeps, { states, live, logOut }: Parts) {
  const { claims, log, cxOf, opened } = deps
  /** The number that each connection has claimed since this process started. */
  const held = new Map<string, string>()
  /** News that waits until the connection's number is claimed. */
  const waiting = new Map<string, SessionNews[]>()

  const isThere = (ref: ConnectionRef): boolean =>
    findConnection(cxOf(ref.tenantUuid).db, ref.connectionId) !== undefined

  /** Whether the number is this connection's from now on. */
  const claim = (ref: ConnectionRef, number: string): Promise<boolean> =>
    atOnce(claims.take('account', phoneKey(number), ref), (outcome) => {
      if (outcome === 'taken') return false
      // Removed meanwhile, which could not release what was not claimed yet.
      if (!isThere(ref)) return releasePhone(claims, ref, number).then(() => false)
      held.set(keyOf(ref), number)
      return true
    })

  /** In the order of the reports. */
  function news(ref: ConnectionRef, reported: SessionNews): void {
    const number = numberToClaim(ref, reported)
    const behind = waiting.get(keyOf(ref))
    if (behind) behind.push(reported)
    else if (number === null || !isThere(ref)) take(ref, reported)
    else claimFirst(ref, reported, number)
  }

  function numberToClaim(ref: ConnectionRef, { number, status }: SessionNews): string | null {
    if (number === null || !running.has(status) || held.get(keyOf(ref)) === number) return null
    return isMeta(channelOf(cxOf(ref.tenantUuid).db, ref.connectionId)) ? null : number
  }

  function claimFirst(ref: ConnectionRef, reported: SessionNews, number: string): void {
    const behind: SessionNews[] = []
    waiting.set(keyOf(ref), behind)
    atOnce(claim(ref, number), (isOurs) => {
      waiting.delete(keyOf(ref))
      take(ref, isOurs || !isThere(ref) ? reported : refuse(ref))
    })
      .catch((error: unknown) => {
        waiting.delete(keyOf(ref))
        notStored(ref, error)
      })
      .then(() => {
        for (const later of behind) news(ref, later)
      })
      .catch((error: unknown) => notStored(ref, error)) // the company may have left this process
  }

  const notStored = (ref: ConnectionRef, error: unknown) =>
    log.warn({ err: error, ...fieldsOf(ref) }, 'the state of a session could not be stored')

  /** Ends the session of an account that another connection has, and returns the news to report instead. */
  function refuse(ref: ConnectionRef): SessionNews {
    log.warn(fieldsOf(ref), 'account already linked to another connection')
    const refusal: SessionNews = { ...CLOSED_SESSION, reason: 'accountInUse' }
    // The session's own last report has no reason.
    logOut(ref)
      .then(() => news(ref, refusal))
      .catch((error: unknown) => log.warn({ err: error, ...fieldsOf(ref) }, 'the refusal could not be reported'))
    return refusal
  }

  function take(ref: ConnectionRef, reported: SessionNews): void {
    const cx = cxOf(ref.tenantUuid)
    const before = findConnection(cx.db, ref.connectionId)
    if (!before) return
    live.touch(ref)
    live.set(ref, running.has(reported.status) || reported.until !== null)
    states.write(cx, before, reported)
    // Unlinked on the phone, or linked with another one: the account may now be linked to another connection.
    const { number } = before
    const isLeft = reported.reason === 'loggedOut' || (reported.number !== null && reported.number !== number)
    if (number !== null && isLeft && !isMeta(before.channel)) letGo(ref, number)
    if (!ableToSend.has(reported.status)) return
    if (!ableToSend.has(before.status)) log.info(fieldsOf(ref), 'connection open')
    opened(ref)
  }

  /** A claim that stays is taken over when another connection wants the account. */
  function letGo(ref: ConnectionRef, number: string): void {
    if (held.get(keyOf(ref)) === number) held.delete(keyOf(ref))
    releasePhone(claims, ref, number).catch((error: unknown) =>
      log.warn({ err: error, ...fieldsOf(ref) }, 'an account could not be released'),
    )
  }

  return {
    news,
    claim,
    /** Gives the account up, also that of a removed connection. */
    async release(cx: Cx, connectionId: number): Promise<void> {
      held.delete(keyOf(refIn(cx, connectionId)))
      await releaseAccount(deps, cx, connectionId)
    },
    /** Another process may change the claims of the company's sessions. */
    forget: (ref: ConnectionRef): void => void held.delete(keyOf(ref)),
  }
}

export const fieldsOf = ({ tenantUuid, connectionId }: ConnectionRef) => ({
  tenant: tenantUuid,
  connection: connectionId,
})
