/** Takes in what a session reports of its state: stored on the row, shown on every screen; the outbox is woken when it can send. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import type { ControlDb } from '../../platform/sqlite'
import type { ConnectionRef, SessionNews } from '../channel'
import { findConnection } from '../connections/queries'
import { claimAccount, releaseAccount } from './accounts'
import type { LiveSessions } from './live-sessions'
import { ableToSend, nothingPassing, running, type SessionStates } from './states'

export type SessionNewsDeps = {
  readonly control: ControlDb
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** The connection can send now. */
  opened(ref: ConnectionRef): void
}

type Parts = {
  readonly states: SessionStates
  readonly live: LiveSessions
  logOut(ref: ConnectionRef): Promise<void>
}

export function createSessionNews({ control, log, cxOf, opened }: SessionNewsDeps, { states, live, logOut }: Parts) {
  function take(ref: ConnectionRef, news: SessionNews) {
    const cx = cxOf(ref.tenantUuid)
    const before = findConnection(cx.db, ref.connectionId)
    if (!before) return
    live.touch(ref)
    const told = isOfAnother(cx, ref, news) ? refuse(ref, news) : news
    // Unlinked by the phone: the account may now be linked to another connection.
    if (told.reason === 'loggedOut') releaseAccount(control, ownerIn(cx, ref.connectionId))
    live.set(ref, running.has(told.status) || told.until !== null)
    states.write(cx, before, told)
    if (!ableToSend.has(told.status)) return
    if (!ableToSend.has(before.status)) log.info(fieldsOf(ref), 'connection open')
    opened(ref)
  }

  /** The account is linked to another connection already. */
  function isOfAnother(cx: Cx, { connectionId }: ConnectionRef, { status, number }: SessionNews): boolean {
    if (number === null || !running.has(status)) return false
    return !claimAccount(control, ownerIn(cx, connectionId), number)
  }

  /** The session of an account that is linked to another connection ends; what is told in its place. */
  function refuse(ref: ConnectionRef, news: SessionNews): SessionNews {
    if (news.status === 'PAIRING') fail('ERR_WAPP_IN_USE') // the channel unlinks the device it was about to link
    log.warn(fieldsOf(ref), 'account already linked to another connection')
    const refusal: SessionNews = {
      ...news,
      ...nothingPassing,
      status: 'DISCONNECTED',
      reason: 'accountInUse',
      number: null,
    }
    // Its own last report would carry no reason.
    logOut(ref)
      .then(() => take(ref, refusal))
      .catch((error: unknown) => log.warn({ err: error, ...fieldsOf(ref) }, 'refusal could not be told again'))
    return refusal
  }

  return take
}

export const ownerIn = (cx: Cx, connectionId: number) => ({ companyId: cx.tenant.id, connectionId })

export const fieldsOf = ({ tenantUuid, connectionId }: ConnectionRef) => ({
  tenant: tenantUuid,
  connection: connectionId,
})
