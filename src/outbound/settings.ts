/** Campaign settings: the company's own, with defaults for what is not set. */
import * as v from 'valibot'
import { changesBetween, type Doer, recordAct } from '../audit/record'
import { fail } from '../errors'
import type { OpeningHours } from '../hours/opening'
import type { Cx } from '../platform/cx'
import { getOrMake } from '../platform/maps'
import { execute, getValue } from '../platform/sql'
import { type Db, rememberedIn } from '../platform/sqlite'
import { variableNames } from '../tickets/variables/contract'
import {
  type CampaignSettingKey,
  CampaignSettings,
  type ChangeCampaignSettings,
  campaignSettingKeys,
  campaignSettingsUpdated,
} from './contract'
import { rateLimitChanged } from './events'
import { sendingHours } from './rate/hours'
import { mayManage } from './rights'

export const defaultSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  sendFrom: '08:00',
  sendTo: '20:00',
  sendDays: [1, 2, 3, 4, 5, 6],
  skipHolidays: true,
  dailyCap: 1000,
  coldCap: 50,
  variables: [],
}

/** Names of the variables that a campaign fills in itself. */
export const standardVariables: readonly string[] = [...variableNames, 'number', 'email']

/** The settings are read for each message. */
type CachedSettings = {
  readonly settings: CampaignSettings
  readonly holidays: ReadonlySet<string>
  readonly hours: Map<string, OpeningHours>
}

const knownOf = rememberedIn(
  ({ $client }): CachedSettings => {
    const text = getValue(
      $client,
      `SELECT json_object('settings', json((SELECT json_group_object(key, json(value)) FROM campaign_settings)),
         'holidays', json((SELECT json_group_array(day) FROM holidays WHERE queue_id IS NULL)))`,
    )
    const stored = JSON.parse(String(text)) as { settings: Record<string, unknown>; holidays: string[] } // written by SQLite
    return { settings: readSettings(stored.settings), holidays: new Set(stored.holidays), hours: new Map() }
  },
  ['campaign_settings', 'holidays'],
)

/** Ignores a stored value that is no longer valid. */
function readSettings(stored: Readonly<Record<string, unknown>>): CampaignSettings {
  const sound = campaignSettingKeys.flatMap((key) =>
    v.is(CampaignSettings.entries[key], stored[key]) ? [[key, stored[key]] as const] : [],
  )
  return { ...defaultSettings, ...Object.fromEntries(sound) }
}

export const campaignSettings = ({ db }: Pick<Cx, 'db'>): CampaignSettings => knownOf(db).settings

/** When campaigns of this company may send. */
export function companySendingHours({ db, tenant }: Pick<Cx, 'db' | 'tenant'>): OpeningHours {
  const { settings, holidays, hours } = knownOf(db)
  const daysOff = settings.skipHolidays ? holidays : undefined
  return getOrMake(hours, tenant.timeZone, () => sendingHours(settings, tenant.timeZone, daysOff))
}

export function changeCampaignSettings(cx: Cx, doer: Doer, { settings }: ChangeCampaignSettings): CampaignSettings {
  return cx.transaction((cx) => {
    requireOwnNames(settings.variables ?? [])
    const before = campaignSettings(cx)
    const wanted = compact(settings)
    const changes = changesBetween<CampaignSettings>(before, wanted)
    if (changes.length === 0) return before
    storeCampaignSettings(cx.db, wanted)
    const after = campaignSettings(cx)
    recordAct(cx, doer, { kind: 'campaignSettings', act: 'update', subject: { id: null, name: '' }, changes })
    cx.emit(campaignSettingsUpdated({ settings: after }), mayManage)
    cx.happened(rateLimitChanged({ connectionId: null }))
    return after
  })
}

/** Drops what was not sent, and repeated days. */
function compact({ sendDays, ...settings }: ChangeCampaignSettings['settings']): Partial<CampaignSettings> {
  const sent = Object.entries({ ...settings, sendDays: sendDays && [...new Set(sendDays)].toSorted() })
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** Inside a transaction; checks nothing, and tells nobody. */
export function storeCampaignSettings(db: Db, settings: Partial<CampaignSettings>) {
  for (const key of Object.keys(settings) as CampaignSettingKey[]) write(db, key, settings[key]) // keys of the schema
}

function write(db: Db, key: CampaignSettingKey, value: CampaignSettings[CampaignSettingKey] | undefined) {
  if (value === undefined) return
  execute(db, 'INSERT INTO campaign_settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [
    key,
    JSON.stringify(value),
  ])
}

/** Names are unique regardless of case, and no standard variable may be redefined. */
function requireOwnNames(variables: CampaignSettings['variables']) {
  const taken = new Set(standardVariables.map((name) => name.toLowerCase()))
  for (const [at, { key }] of variables.entries()) {
    const name = key.toLowerCase()
    if (taken.has(name))
      fail('ERR_INVALID_INPUT', [{ field: `settings.variables.${at}.key`, message: 'form.variable.taken' }])
    taken.add(name)
  }
}
