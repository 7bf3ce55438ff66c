/** Changes a setting and notifies all open pages of the company, because screens depend on settings. */
import type { Actor } from '../actor'
import { type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import type { Encryption } from '../platform/encryption'
import { defineDomainEvent } from '../platform/extensions'
import {
  isIntegration,
  isOperators,
  isSealed,
  isSecret,
  type Setting,
  type SettingKey,
  settingUpdated,
} from './contract'
import { findSetting, storeSetting } from './settings'

/** Subscribers: some settings change what users may see. */
export const settingChanged = defineDomainEvent<Setting>('setting.changed')

/** A setting as entered, including a secret's value. */
export type TypedSetting = { readonly key: SettingKey; readonly value: string }

export function changeSetting(cx: Cx, doer: Doer, encryption: Encryption, typed: TypedSetting): Setting {
  const { key, value } = typed
  return cx.transaction((cx) => {
    const before = findSetting(cx, encryption, key)
    // A secret counts as changed even if equal: nobody can see that it was entered again.
    if (before && before.value === value && !(isSecret(key) && value !== '')) return before
    storeSetting(cx, encryption, typed)
    const setting = { key, value: isSecret(key) && value !== '' ? 'set' : value } as Setting // the routes validate the value by key
    recordAct(cx, doer, {
      kind: 'setting',
      act: isSecret(key) && before?.value === setting.value ? 'renew' : 'update',
      subject: { id: null, name: key },
      changes: [{ field: key, from: noted(key, before?.value), to: noted(key, setting.value) }],
    })
    cx.emit(settingUpdated({ setting }), isOperators(key) ? isSuper : isIntegration(key) ? isAdmin : () => true)
    cx.happened(settingChanged(setting))
    return setting
  })
}

/** What is stored encrypted is in no history either. */
const noted = (key: SettingKey, value: string | undefined) => (value ? (isSealed(key) ? 'set' : value) : null)

const isSuper = (listener: Actor) => listener.super
const isAdmin = ({ profile }: Actor) => profile === 'admin'
