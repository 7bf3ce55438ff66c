import { queryOptions } from '@tanstack/react-query'
import type { PushSettings } from '../../../src/features/push/contract'
import type { PushRoutes } from '../../../src/features/push/routes'
import { client, unwrap } from '../../shared/client'
import { languageAtom } from '../../shared/i18n/language'
import { personAtom } from '../../shared/session/session'
import { store } from '../../shared/store'
import { newUuid } from '../../shared/uuid'
import { isApp, type PushAbility, subscribe, unsubscribe } from './browser'
import { deviceAtom, wantedAtom } from './state'

const { push } = client<PushRoutes>()

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => unwrap(push.get({ fetch: { signal } })),
})

/** Subscribes this browser, or renews what is known of it. The browser asks the person if it has not yet. */
export async function registerThisDevice(publicKey: string): Promise<number> {
  const person = store.get(personAtom) ?? ''
  const { endpoint, keys } = (await subscribe(publicKey, store.get(deviceAtom).person !== person)).toJSON()
  const subscription = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  const body = { ...subscription, isApp: isApp(), language: store.get(languageAtom) }
  const { id } = await unwrap(push.devices.put(body))
  store.set(deviceAtom, { ...store.get(deviceAtom), person, id })
  store.set(wantedAtom, true)
  return id
}

/** Says once why this browser is silent, or that it no longer is: those who manage the company see it. */
export async function reportAbility(ability: PushAbility): Promise<void> {
  const { key, reported, ...memory } = store.get(deviceAtom)
  const reason = ability === 'granted' || ability === 'unasked' ? null : ability
  const said = reason && `${store.get(personAtom)} ${reason}`
  if (said === reported) return
  const own = key || newUuid()
  await unwrap(push.browser.put({ key: own, reason }))
  store.set(deviceAtom, { ...memory, key: own, reported: said })
}

/** It stays off until its person turns it on again. */
export async function forgetThisDevice(): Promise<void> {
  const { id } = store.get(deviceAtom)
  store.set(wantedAtom, false)
  await unsubscribe()
  if (id !== null) await removeDevice(id).catch(() => undefined) // it may have left the list before
  store.set(deviceAtom, { ...store.get(deviceAtom), id: null })
}

export const removeDevice = (id: number) => unwrap(push.devices({ id }).delete())
export const testDevice = (id: number) => unwrap(push.devices({ id }).test.post())
export const savePushSettings = (settings: PushSettings) => unwrap(push.settings.put(settings))
