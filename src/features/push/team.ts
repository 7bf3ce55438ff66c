/** Everybody's devices: which receive notifications, and which are silent for what reason. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { execute, getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { can } from '../../users/permissions'
import {
  MOST_DEVICES,
  MOST_TEAM_DEVICES,
  pushDevicesChanged,
  type ReportBrowser,
  type SilentReason,
  type TeamDevice,
} from './contract'

export const announceDevices = (cx: Cx, userId: number): void =>
  cx.emit(
    pushDevicesChanged({ userId }),
    (listener) => listener.userId === userId || can(listener, 'settings-page:change'),
  )

type Reporter = Pick<Actor, 'userId' | 'sessionId'>

/** What a browser says about itself when that has changed. */
export const reportBrowser = (
  cx: Cx,
  { userId, sessionId }: Reporter,
  { key, reason }: ReportBrowser,
  browser: string,
): void =>
  cx.transaction((cx) => {
    const now = cx.now()
    const before = getRow<{ reason: SilentReason }>(
      cx.db,
      'SELECT reason FROM push_silent_browsers WHERE user_id = ? AND browser_key = ?',
      [userId, key],
    )
    if (reason === null)
      execute(cx.db, 'DELETE FROM push_silent_browsers WHERE user_id = ? AND browser_key = ?', [userId, key])
    else {
      execute(
        cx.db,
        `INSERT INTO push_silent_browsers (user_id, browser_key, session_id, browser, reason, since, seen_at)
         VALUES (@userId, @key, @sessionId, @browser, @reason, @now, @now)
         ON CONFLICT DO UPDATE SET session_id = @sessionId, browser = @browser, reason = @reason, seen_at = @now,
           since = iif(reason = @reason, since, @now)`,
        { userId, key, sessionId, browser, reason, now },
      )
      // The longest unused gives way, as among devices.
      execute(
        cx.db,
        `DELETE FROM push_silent_browsers WHERE user_id = @userId AND browser_key NOT IN
           (SELECT browser_key FROM push_silent_browsers WHERE user_id = @userId ORDER BY seen_at DESC, browser_key LIMIT ${MOST_DEVICES})`,
        { userId },
      )
    }
    if ((before?.reason ?? null) !== reason) announceDevices(cx, userId)
  })

type TeamRow = Omit<TeamDevice, 'user' | 'isApp' | 'since'> & {
  readonly userId: number
  readonly name: string
  readonly isApp: number
  readonly since: number
}

/** Of active people, by name; those that receive first. */
export const listTeamDevices = (db: Db): TeamDevice[] =>
  getRows<TeamRow>(
    db,
    `SELECT u.id AS userId, u.name, d.browser, d.is_app AS isApp, NULL AS reason, d.created_at AS since
     FROM push_devices d JOIN users u ON u.id = d.user_id AND u.active = 1
     UNION ALL
     SELECT u.id, u.name, s.browser, 0, s.reason, s.since
     FROM push_silent_browsers s JOIN users u ON u.id = s.user_id AND u.active = 1
     ORDER BY 2, 1, 5 IS NOT NULL, 6 LIMIT ${MOST_TEAM_DEVICES}`,
  ).map(({ userId, name, isApp, since, ...device }) => ({
    user: { id: userId, name },
    ...device,
    isApp: isApp === 1,
    since: instant(since),
  }))
