import { asc, desc, eq } from 'drizzle-orm'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { getColumn, getRows, getValue } from '../../platform/sql'
import { type Db, mayHold } from '../../platform/sqlite'
import { type PushDevice, type PushSettings, usualSettings } from './contract'
import { pushErrors } from './errors'
import { pushDevices, pushNotices, pushSettings, type StoredDevice, type StoredNotice } from './tables'

export const { find: findDevice, findOrFail: findDeviceOrFail } = finder(
  pushDevices,
  pushErrors.ERR_NO_PUSH_DEVICE_FOUND,
)
export const { find: findNotice } = finder(pushNotices, pushErrors.ERR_NO_PUSH_DEVICE_FOUND)

/** False in most companies: then nothing else is read. */
export const anyDevices = mayHold('push_devices')

/** False in most companies. */
export const anySilent = mayHold('push_silent_browsers')

/** The most recently used first. */
export const listDevices = (db: Db, userId: number): StoredDevice[] =>
  db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.seenAt), asc(pushDevices.id))
    .all()

type DeviceRow = { readonly id: number; readonly userId: number; readonly heldUntil: number }

export const listDevicesOf = (db: Db, userIds: readonly number[]): DeviceRow[] =>
  getRows<DeviceRow>(
    db,
    `SELECT id, user_id AS userId, held_until AS heldUntil FROM push_devices
     WHERE user_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(userIds),
  )

/** People with a device. */
export const listNotified = (db: Db): number[] =>
  getColumn<number>(db, 'SELECT DISTINCT user_id FROM push_devices ORDER BY user_id')

export function findPushSettings(db: Db, userId: number): PushSettings {
  const row = db.select().from(pushSettings).where(eq(pushSettings.userId, userId)).get()
  if (!row) return usualSettings
  const { muted, showsText, quietFrom, quietTo } = row
  return {
    muted: [...muted],
    showsText,
    quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
  }
}

export const showDevice = (device: StoredDevice): PushDevice => ({
  id: device.id,
  browser: device.browser,
  isApp: device.isApp,
  createdAt: instant(device.createdAt),
  seenAt: instant(device.seenAt),
  sentAt: instantOrNull(device.sentAt),
})

/** Due notifications, the oldest first. */
export const listDueNotices = (db: Db, now: number, most: number): StoredNotice[] =>
  getColumn<number>(db, 'SELECT id FROM push_notices WHERE next_at <= ? ORDER BY next_at LIMIT ?', [now, most]).flatMap(
    (id) => findNotice(db, id) ?? [],
  )

/** Notifications that a device will get. */
export const countNotices = (db: Db, deviceId: number): number =>
  Number(getValue(db, 'SELECT count(*) FROM push_notices WHERE device_id = ?', deviceId))
