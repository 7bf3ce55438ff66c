/** Reaching out: how many messages nobody asked for may leave over a connection, and when; who wants none any more. */
import * as v from 'valibot'
import { TypedNumber } from '../contacts/contract'
import { defineEvent, type Subject } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

export { manageCampaigns } from './rights/contract'

/** In seconds; 0 is none. The choices of the settings page. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20, 30, 60, 80, 100, 120] as const
/** In messages; 0 is never. */
export const LONGER_INTERVAL_AFTER = [0, 5, 10, 15, 20, 30, 40, 50, 60] as const
/** In seconds. */
export const GREATER_INTERVALS = [0, 20, 30, 40, 50, 60, 90, 120, 150, 180, 240, 300] as const
export const MOST_VARIABLES = 50
export const VARIABLE_LENGTH = 500

const Time = v.pipe(text(5, 'form.invalid'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'form.invalid'))
const oneOf = <const T extends readonly number[]>(choices: T) => v.picklist(choices, 'form.invalid')

export const CampaignVariable = v.object({
  /** Written `{{key}}` in a text; of the signs that a variable has (`tickets/variables`). */
  key: v.pipe(text(40), v.trim(), v.regex(/^\w{1,20}$/, 'form.invalid')),
  value: v.pipe(text(VARIABLE_LENGTH), v.trim(), v.minLength(1, 'form.required')),
})

export const CampaignSettings = v.object({
  /** A message leaves after a random time of 0 to so many seconds. */
  messageInterval: oneOf(MESSAGE_INTERVALS),
  longerIntervalAfter: oneOf(LONGER_INTERVAL_AFTER),
  greaterInterval: oneOf(GREATER_INTERVALS),
  /** In the company's time. `sendTo` before `sendFrom` is over midnight; equal is the whole day. */
  sendFrom: Time,
  sendTo: Time,
  /** Of the week: 0 is Sunday. */
  sendDays: list(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)), { least: 1, most: 7 }),
  /** Nothing leaves on holidays of the whole company. */
  skipHolidays: v.boolean(),
  /** Messages a day over one connection; 0 is no limit. */
  dailyCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  /** Contacts a day that never wrote to us, over one connection; 0 is none at all. */
  coldCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  variables: list(CampaignVariable, { most: MOST_VARIABLES }),
})
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>
export type CampaignSettingKey = keyof CampaignSettings
export const campaignSettingKeys = Object.keys(CampaignSettings.entries) as CampaignSettingKey[] // those of a literal

/** Body of `POST /campaign-settings`: those that change. */
export const ChangeCampaignSettings = v.object({ settings: v.partial(CampaignSettings) })
export type ChangeCampaignSettings = v.InferOutput<typeof ChangeCampaignSettings>
/** As the wire has them: a list, one line for each key. */
export const CampaignSetting = v.object({
  key: v.picklist(campaignSettingKeys),
  value: v.union([v.number(), v.string(), v.boolean(), v.array(v.number()), v.array(CampaignVariable)]),
})
export type CampaignSetting = v.InferOutput<typeof CampaignSetting>
export const listedSettings = (settings: CampaignSettings): CampaignSetting[] =>
  campaignSettingKeys.map((key) => ({ key, value: settings[key] }))
/** The other way round. */
export const settingsListed = (listed: readonly CampaignSetting[]): CampaignSettings =>
  v.parse(CampaignSettings, Object.fromEntries(listed.map(({ key, value }) => [key, value])))
export const campaignSettingsUpdated = defineEvent('campaignSettings.update', v.object({ settings: CampaignSettings }))

/** Why nothing leaves now. */
export const WaitReason = v.picklist([
  'hours',
  'holiday',
  'interval',
  'longPause',
  'dailyCap',
  'coldCap',
  'restricted',
  'disconnected',
  /** The number of whose turn it is is being looked up. */
  'checking',
  /** Too many failures, blocks or opt-outs: by itself no more until somebody lets it go on. */
  'stopped',
  /** The company was restored from a backup and not yet released. */
  'resting',
])
export type WaitReason = v.InferOutput<typeof WaitReason>
/** `until` is null when time alone does not end it. */
export const Wait = v.object({ why: WaitReason, until: v.nullable(Instant) })
export type Wait = v.InferOutput<typeof Wait>

/** How a connection stands today. */
export const ConnectionSendLimits = v.object({
  whatsappId: Id,
  name: v.string(),
  /** By the company's calendar. `mayToday` counts those sent, and what the hours that are left have room for. */
  sentToday: v.number(),
  mayToday: v.number(),
  /** Contacts that never wrote to us. */
  coldToday: v.number(),
  coldMayToday: v.number(),
  isRestricted: v.boolean(),
  restrictedUntil: v.nullable(Instant),
  /** How many times slower it goes than it is set, because of how the latest messages fared. */
  factor: v.number(),
  /** Null: one may leave now, to somebody who wrote to us. */
  wait: v.nullable(Wait),
})
export type ConnectionSendLimits = v.InferOutput<typeof ConnectionSendLimits>
/** It stopped by itself, goes on, or goes slower or faster. */
export const sendLimitsUpdated = defineEvent('reach.update', v.object({ standing: ConnectionSendLimits }))

/** Below `campaigns.risk`; in each pair the first warns. `restricted` stands alone. */
export const riskKeys = [
  'restricted',
  'youngLink',
  'oldLink',
  'coldShare',
  'noCold',
  'links',
  'noLinks',
  'identical',
  'varied',
  'blocks',
  'noBlocks',
  'volume',
  'usualVolume',
] as const
export type RiskKey = (typeof riskKeys)[number]

export const Risk = v.object({
  level: v.picklist(['low', 'medium', 'high']),
  /** With the numbers that stand in its words (`days`, `share`, `count`, `usual`); warnings first. */
  reasons: v.array(
    v.object({ key: v.picklist(riskKeys), warns: v.boolean(), values: v.record(v.string(), v.number()) }),
  ),
})
export type Risk = v.InferOutput<typeof Risk>

/** How many would leave on each day, in the company's time. */
export const ForecastDay = v.object({ day: v.string(), count: v.number(), isClosed: v.boolean() })
export const Forecast = v.object({ endsAt: v.nullable(Instant), days: v.array(ForecastDay) })
export type Forecast = v.InferOutput<typeof Forecast>

/** Somebody who wants nothing that was not asked for. */
export const OptOut = v.object({
  id: Id,
  contactId: v.nullable(Id),
  /** Empty: only the number is known, or, without one, its hash: the person was erased. */
  name: v.string(),
  number: v.nullable(v.string()),
  /** What the contact wrote; null: a person of the company put them here. */
  word: v.nullable(v.string()),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  whatsapp: v.nullable(v.object({ id: Id, name: v.string() })),
  at: Instant,
})
export type OptOut = v.InferOutput<typeof OptOut>
/** Newest first; `next` is the cursor of the following page. */
export const OptOutPage = v.object({
  optOuts: v.array(OptOut),
  count: v.number(),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})
export const CreateOptOut = v.object({ number: TypedNumber })
export type CreateOptOut = v.InferOutput<typeof CreateOptOut>

const subjectOf = (id: number): Subject => `opt-out ${id}`
export const optOutCreated = defineEvent('optOut.create', v.object({ optOut: OptOut }), {
  about: ({ optOut }) => [subjectOf(optOut.id)],
})
export const optOutDeleted = defineEvent('optOut.delete', v.object({ optOutId: Id }), {
  takesBack: ({ optOutId }) => subjectOf(optOutId),
})
