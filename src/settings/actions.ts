/** Changes a setting and notifies every open desk of the company: what a desk offers depends on settings. */
import { type Doer, recordAct } from '../audit/record'
import type { Cx } from '../platform/cx'
import { defineDomainEvent } from '../platform/extensions'
import { type Setting, settingUpdated } from './contract'
import { findSetting, writeSetting } from './settings'

/** Some settings say what people may see. */
export const settingChanged = defineDomainEvent<Setting>('setting.changed')

export function changeSetting(cx: Cx, doer: Doer, setting: Setting): Setting {
  return cx.transaction((cx) => {
    const before = findSetting(cx.db, setting.key)?.value ?? null
    if (before === setting.value) return setting
    writeSetting(cx.db, setting.key, setting.value)
    recordAct(cx, doer, {
      kind: 'setting',
      act: 'update',
      subject: { id: null, name: setting.key },
      changes: [{ field: setting.key, from: before, to: setting.value }],
    })
    cx.emit(settingUpdated({ setting }), () => true)
    cx.happened(settingChanged(setting))
    return setting
  })
}
