/**
 * How many recipients a person may send e-mails to within any hour (`emailRecipientsPerHour`). An e-mail counts when it is
 * sent, a scheduled one when it is due; so does each correction and each further try that a person asks for. Nothing is
 * given back: a refused or cancelled copy has counted.
 */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { execute, getOnlyValue, getRows } from '../../platform/sql'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import { emailErrors } from './errors'

type Deps = { readonly operatorSettings: Pick<OperatorSettings, 'read'> }

const limitOf = ({ operatorSettings }: Deps): number => operatorSettings.read('emailRecipientsPerHour') || Infinity

/** Rows of the last hour. Later ones were written before the clock was set back. */
const RECENT = 'FROM email_uses WHERE user_id = @userId AND at > @now - @hour AND at <= @now'
const inLastHour = (userId: number, now: number) => ({ userId, now, hour: HOUR })

/** Below zero after the operator has lowered the limit. */
const balanceOf = (cx: Cx, deps: Deps, userId: number): number =>
  limitOf(deps) -
  getOnlyValue<number>(cx.db, `SELECT ifnull(sum(recipients), 0) ${RECENT}`, inLastHour(userId, cx.now()))

/** How many more the person may send to right now. */
export const roomFor = (cx: Cx, deps: Deps, userId: number): number => Math.max(0, balanceOf(cx, deps, userId))

/** When there is room for this many, if the person sends nothing else; undefined if never. */
export function nextRoomFor(cx: Cx, deps: Deps, userId: number, recipients: number): number | undefined {
  if (recipients > limitOf(deps)) return undefined
  let room = balanceOf(cx, deps, userId)
  if (room >= recipients) return cx.now()
  const uses = getRows<{ at: number; recipients: number }>(
    cx.db,
    `SELECT at, recipients ${RECENT} ORDER BY at`,
    inLastHour(userId, cx.now()),
  )
  for (const use of uses) {
    room += use.recipients
    if (room >= recipients) return use.at + HOUR
  }
  return undefined
}

export function countRecipients(cx: Cx, userId: number, recipients: number): void {
  execute(
    cx.db,
    'DELETE FROM email_uses WHERE user_id = @userId AND (at <= @now - @hour OR at > @now)',
    inLastHour(userId, cx.now()),
  )
  execute(cx.db, 'INSERT INTO email_uses (user_id, at, recipients) VALUES (?, ?, ?)', [userId, cx.now(), recipients])
}

/** Counts them, or fails with how many remain and when there is room for all. */
export function takeRecipients(cx: Cx, deps: Deps, userId: number, recipients: number): void {
  const left = roomFor(cx, deps, userId)
  if (recipients > left) {
    const at = nextRoomFor(cx, deps, userId, recipients)
    const limit = limitOf(deps)
    if (at === undefined) fail(emailErrors.ERR_EMAIL_OVER_HOURLY_LIMIT, { recipients, limit })
    fail(emailErrors.ERR_EMAIL_HOURLY_LIMIT, {
      ...{ recipients, limit, left, at: instant(at), time: clockTime(at, cx.tenant.timeZone) },
      retryAfter: Math.ceil((at - cx.now()) / SECOND),
    })
  }
  countRecipients(cx, userId, recipients)
}

/** `14:35`, with its seconds rounded up. */
const clockTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at + MINUTE - 1)
