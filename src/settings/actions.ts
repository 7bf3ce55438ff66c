/** Changes a setting and notifies every open desk of the company: what a desk offers depends on settings. */
import type { Cx } from '../platform/cx'
import { defineDomainEvent } from '../platform/extensions'
import { type Setting, settingUpdated } from './contract'
import { findSetting, writeSetting } from './settings'

/** Some settings say what people may see. */
export const settingChanged = defineDomainEvent<Setting>('setting.changed')

export function changeSetting(cx: Cx, setting: Setting): Setting {
  return cx.transaction((cx) => {
    if (findSetting(cx.db, setting.key)?.value === setting.value) return setting
    writeSetting(cx.db, setting.key, setting.value)
    cx.emit(settingUpdated({ setting }), () => true)
    cx.happened(settingChanged(setting))
    return setting
  })
}
