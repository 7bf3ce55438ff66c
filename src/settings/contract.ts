/** Settings of a company, as the browser knows them. Keys and values are the specification's. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'

/** Key → allowed values, default first. */
export const knownSettings = {
  CheckMsgIsGroup: ['enabled', 'disabled'],
  restrictedChannels: ['disabled', 'enabled'],
  sendSignMessage: ['disabled', 'enabled'],
  defaultSignature: ['disabled', 'enabled'],
  sendGreetingAccepted: ['disabled', 'enabled'],
  sendMsgTransfTicket: ['disabled', 'enabled'],
  sendFarewellWaitingTicket: ['disabled', 'enabled'],
  acceptCallWhatsapp: ['enabled', 'disabled'],
  acceptAudioMessageContact: ['enabled', 'disabled'],
} as const satisfies Record<string, readonly [SettingValue, SettingValue]>

export const SettingValue = v.picklist(['enabled', 'disabled'])
export type SettingValue = v.InferOutput<typeof SettingValue>
export type SettingKey = keyof typeof knownSettings

export const settingKeys = Object.keys(knownSettings) as SettingKey[] // the keys of a literal are its type's keys

export const Setting = v.object({ key: v.picklist(settingKeys), value: SettingValue })
export type Setting = v.InferOutput<typeof Setting>

/** Body of `PUT /settings/{key}`. */
export const ChangeSetting = v.object({ value: SettingValue })

export const settingUpdated = defineEvent('settings.update', v.object({ setting: Setting }))
