/** Registers and removes devices, and stores what their person chose. They are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { mayAskOutside, type OutsideAllow } from '../../platform/outside'
import { execute, getValue } from '../../platform/sql'
import { MOST_DEVICES, type PushDevice, type PushSettings, type RegisterDevice } from './contract'
import { pushErrors } from './errors'
import { encryptDeviceKeys, isPublicKey } from './keys'
import { anySilent, findDeviceOrFail, listDevices, showDevice } from './queries'
import { addNotice } from './record'
import { pushDevices, pushSettings } from './tables'
import { announceDevices } from './team'

export type Deps = { readonly encryption: Encryption; readonly allowed: OutsideAllow }
/** Where and with what the person opened the screens. */
export type Screens = { readonly origin: string; readonly browser: string }

/** A browser registers each time it opens the screens. It notifies whoever used it last. */
export function registerDevice(
  { encryption, allowed }: Deps,
  cx: Cx,
  { userId, sessionId }: Actor,
  { endpoint, keys, isApp, language }: RegisterDevice,
  { origin, browser }: Screens,
): PushDevice {
  if (!mayAskOutside(endpoint, allowed))
    fail(pushErrors.ERR_PUSH_ADDRESS, [{ field: 'endpoint', message: 'form.invalid' }])
  if (!isPublicKey(keys.p256dh)) fail('ERR_INVALID_INPUT', [{ field: 'keys.p256dh', message: 'form.invalid' }])
  return cx.transaction((cx) => {
    const now = cx.now()
    const encrypted = encryptDeviceKeys(cx, encryption, keys)
    const change = { userId, sessionId, keys: encrypted, origin, language, browser, isApp, seenAt: now, refused: 0 }
    const formerId = getValue<number>(cx.db, 'SELECT user_id FROM push_devices WHERE endpoint = ?', endpoint)
    // Another person's notifications do not wait for this one, nor do their buttons act for it.
    if (formerId !== undefined && formerId !== userId) {
      execute(cx.db, 'DELETE FROM push_devices WHERE endpoint = ?', endpoint)
      announceDevices(cx, formerId)
    }
    const device = cx.db
      .insert(pushDevices)
      .values({ ...change, endpoint, createdAt: now })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: change })
      .returning()
      .get()
    for (const { id } of listDevices(cx.db, userId).slice(MOST_DEVICES)) removeRow(cx, id)
    // It was silent before.
    if (anySilent(cx.db))
      execute(cx.db, 'DELETE FROM push_silent_browsers WHERE user_id = ? AND session_id = ?', [userId, sessionId])
    if (formerId !== userId) announceDevices(cx, userId)
    return showDevice(device)
  })
}

export const removeDevice = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    removeRow(cx, findOwn(cx, actor, id).id)
    announceDevices(cx, actor.userId)
  })

const removeRow = ({ db }: Cx, id: number) => void db.delete(pushDevices).where(eq(pushDevices.id, id)).run()

/** Sent also in quiet hours: its person is waiting for it. */
export const testDevice = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const { id: deviceId } = findOwn(cx, actor, id)
    addTest(cx, deviceId)
  })

/** Returns how many devices get it. */
export const testOwnDevices = (cx: Cx, { userId }: Actor): number =>
  cx.transaction((cx) => {
    const devices = listDevices(cx.db, userId)
    for (const { id } of devices) addTest(cx, id)
    return devices.length
  })

const addTest = (cx: Cx, deviceId: number) =>
  addNotice(cx, deviceId, { kind: 'test', tag: 'test', data: {}, nextAt: cx.now() })

function findOwn({ db }: Cx, { userId }: Actor, id: number) {
  const device = findDeviceOrFail(db, id)
  return device.userId === userId ? device : fail(pushErrors.ERR_NO_PUSH_DEVICE_FOUND)
}

export function savePushSettings(cx: Cx, { userId }: Actor, { muted, showsText, quiet }: PushSettings): PushSettings {
  const kinds = [...new Set(muted)]
  const values = { muted: kinds, showsText, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }
  cx.transaction(({ db }) =>
    db
      .insert(pushSettings)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: pushSettings.userId, set: values })
      .run(),
  )
  return { muted: kinds, showsText, quiet }
}
