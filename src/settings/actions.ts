/** Changes a setting and notifies every open desk of the company: what a desk offers depends on settings. */
import type { Actor } from '../actor'
import { type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import type { Encryption } from '../platform/encryption'
import { defineDomainEvent } from '../platform/extensions'
import { isIntegration, isSecret, type Setting, type SettingKey, settingUpdated } from './contract'
import { findSetting, storeSetting } from './settings'

/** Some settings say what people may see. */
export const settingChanged = defineDomainEvent<Setting>('setting.changed')

/** As it is typed: the value of a secret too. */
export type TypedSetting = { readonly key: SettingKey; readonly value: string }

export function changeSetting(cx: Cx, doer: Doer, encryption: Encryption, typed: TypedSetting): Setting {
  const { key, value } = typed
  return cx.transaction((cx) => {
    const before = findSetting(cx, encryption, key)
    // Nobody can see that a secret is typed again as it was.
    if (before && before.value === value && !(isSecret(key) && value !== '')) return before
    storeSetting(cx, encryption, typed)
    const setting = { key, value: isSecret(key) && value !== '' ? 'set' : value } as Setting // the routes judge it by the key
    recordAct(cx, doer, {
      kind: 'setting',
      act: isSecret(key) && before?.value === setting.value ? 'renew' : 'update',
      subject: { id: null, name: key },
      changes: [{ field: key, from: before?.value || null, to: setting.value || null }],
    })
    cx.emit(settingUpdated({ setting }), isIntegration(key) ? isAdmin : () => true)
    cx.happened(settingChanged(setting))
    return setting
  })
}

const isAdmin = ({ profile }: Actor) => profile === 'admin'
