/** Typed keys and values of a company. A key that was never set has its default. */
import type { Db } from '../platform/sqlite'
import { statement } from '../platform/sqlite'

const onOff = ['enabled', 'disabled'] as const

/** Key → allowed values, default first. Keys are the specification's. */
const known = {
  CheckMsgIsGroup: ['enabled', 'disabled'],
  restrictedChannels: ['disabled', 'enabled'],
  sendSignMessage: ['disabled', 'enabled'],
  defaultSignature: ['disabled', 'enabled'],
  sendGreetingAccepted: ['disabled', 'enabled'],
  sendMsgTransfTicket: ['disabled', 'enabled'],
  sendFarewellWaitingTicket: ['disabled', 'enabled'],
  sendGreetingMessageOneQueues: ['disabled', 'enabled'],
  acceptAudioMessageContact: ['enabled', 'disabled'],
} as const satisfies Record<string, readonly [(typeof onOff)[number], ...(typeof onOff)[number][]]>

export type SettingKey = keyof typeof known

export function readSetting(db: Db, key: SettingKey): (typeof onOff)[number] {
  const value = statement(db.$client, 'SELECT value FROM settings WHERE key = ?').pluck().get(key)
  return onOff.find((word) => word === value) ?? known[key][0]
}

export const isEnabled = (db: Db, key: SettingKey): boolean => readSetting(db, key) === 'enabled'

export const listSettings = (db: Db): { key: SettingKey; value: string }[] =>
  settingKeys.map((key) => ({ key, value: readSetting(db, key) }))

export function writeSetting(db: Db, key: SettingKey, value: (typeof onOff)[number]) {
  statement(db.$client, 'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}

const settingKeys = Object.keys(known) as SettingKey[] // the keys of a literal are its type's keys
