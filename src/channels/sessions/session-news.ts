/**
 * Handles state changes that a session reports: stores them, publishes them, and wakes the outbox when the session can
 * send.
 */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import type { WritableControl } from '../../platform/sqlite'
import { isMeta } from '../acts'
import { CLOSED_SESSION, type ConnectionRef, type SessionNews } from '../channel'
import { channelOf, findConnection } from '../connections/queries'
import { claimAccount, releaseAccount } from './accounts'
import type { LiveSessions } from './live-sessions'
import { ableToSend, running, type SessionStates } from './states'

export type SessionNewsDeps = {
  readonly control: WritableControl
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

export function createSessionNews({ control, log, cxOf, opened }: SessionNewsDeps, { states, live, logOut }: Parts) {
  function take(ref: ConnectionRef, reported: SessionNews) {
    const cx = cxOf(ref.tenantUuid)
    const before = findConnection(cx.db, ref.connectionId)
    if (!before) return
    live.touch(ref)
    const news = isOfAnother(cx, ref, reported) ? refuse(ref, reported) : reported
    // Unlinked on the phone: the account may now be linked to another connection.
    if (news.reason === 'loggedOut') releaseAccount(control, ownerIn(cx, ref.connectionId))
    live.set(ref, running.has(news.status) || news.until !== null)
    states.write(cx, before, news)
    if (!ableToSend.has(news.status)) return
    if (!ableToSend.has(before.status)) log.info(fieldsOf(ref), 'connection open')
    opened(ref)
  }

  /** Handles an account that is already linked to another connection. */
  function isOfAnother(cx: Cx, { connectionId }: ConnectionRef, { status, number }: SessionNews): boolean {
    if (number === null || !running.has(status) || isMeta(channelOf(cx.db, connectionId))) return false
    return !claimAccount(control, ownerIn(cx, connectionId), number)
  }

  /** Ends the session of such an account and returns the news to report instead. */
  function refuse(ref: ConnectionRef, news: SessionNews): SessionNews {
    if (news.status === 'PAIRING') fail('ERR_WAPP_IN_USE') // the channel unlinks the device it was about to link
    log.warn(fieldsOf(ref), 'account already linked to another connection')
    const refusal: SessionNews = { ...CLOSED_SESSION, reason: 'accountInUse' }
    // The session's own last report has no reason.
    logOut(ref)
      .then(() => take(ref, refusal))
      .catch((error: unknown) => log.warn({ err: error, ...fieldsOf(ref) }, 'the refusal could not be reported'))
    return refusal
  }

  return take
}

export const ownerIn = (cx: Cx, connectionId: number) => ({ companyId: cx.tenant.id, connectionId })

export const fieldsOf = ({ tenantUuid, connectionId }: ConnectionRef) => ({
  tenant: tenantUuid,
  connection: connectionId,
})
