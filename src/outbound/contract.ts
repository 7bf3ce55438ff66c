/** Outbound messages (campaigns): how many may leave over a connection and when, and the suppression list. */
import * as v from 'valibot'
import { TypedNumber } from '../contacts/contract'
import { defineEvent, type Subject } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

export { manageCampaigns } from './rights/contract'

/** In seconds; 0 means no interval. The settings page offers these. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20, 30, 60, 80, 100, 120] as const
/** In messages; 0 means never. */
export const LONGER_INTERVAL_AFTER = [0, 5, 10, 15, 20, 30, 40, 50, 60] as const
/** In seconds. */
export const GREATER_INTERVALS = [0, 20, 30, 40, 50, 60, 90, 120, 150, 180, 240, 300] as const
export const MOST_VARIABLES = 50
export const VARIABLE_LENGTH = 500

const Time = v.pipe(text(5, 'form.invalid'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'form.invalid'))
const oneOf = <const T extends readonly number[]>(choices: T) => v.picklist(choices, 'form.invalid')

export const CampaignVariable = v.object({
  /** Written `{{key}}` in a text, in the characters allowed for a variable (`tickets/variables`). */
  key: v.pipe(text(40), v.trim(), v.regex(/^\w{1,20}$/, 'form.invalid')),
  value: v.pipe(text(VARIABLE_LENGTH), v.trim(), v.minLength(1, 'form.required')),
})

export const CampaignSettings = v.object({
  /** Each message leaves after a random delay of 0 to this many seconds. */
  messageInterval: oneOf(MESSAGE_INTERVALS),
  longerIntervalAfter: oneOf(LONGER_INTERVAL_AFTER),
  greaterInterval: oneOf(GREATER_INTERVALS),
  /** In the company's time zone. A `sendTo` before `sendFrom` spans midnight; equal times mean the whole day. */
  sendFrom: Time,
  sendTo: Time,
  /** Weekdays; 0 is Sunday. */
  sendDays: list(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)), { least: 1, most: 7 }),
  /** Nothing leaves on the holidays of the whole company. */
  skipHolidays: v.boolean(),
  /** Messages per day and connection; 0 means no limit. */
  dailyCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  /** New contacts (who never wrote to us) per day and connection; 0 means none. */
  coldCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  variables: list(CampaignVariable, { most: MOST_VARIABLES }),
})
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>
export type CampaignSettingKey = keyof CampaignSettings
export const campaignSettingKeys = Object.keys(CampaignSettings.entries) as CampaignSettingKey[] // the keys of a literal

/** Body of `POST /campaign-settings`: only the given settings change. */
export const ChangeCampaignSettings = v.object({ settings: v.partial(CampaignSettings) })
export type ChangeCampaignSettings = v.InferOutput<typeof ChangeCampaignSettings>
/** The wire format: a list with one entry per key. */
export const CampaignSetting = v.object({
  key: v.picklist(campaignSettingKeys),
  value: v.union([v.number(), v.string(), v.boolean(), v.array(v.number()), v.array(CampaignVariable)]),
})
export type CampaignSetting = v.InferOutput<typeof CampaignSetting>
export const listedSettings = (settings: CampaignSettings): CampaignSetting[] =>
  campaignSettingKeys.map((key) => ({ key, value: settings[key] }))
/** The inverse of `listedSettings`. */
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
  /** The next recipient's number is being looked up. */
  'checking',
  /** Too many failures, blocks or opt-outs: sending stays stopped until a user releases the connection. */
  'stopped',
  /** The company was restored from a backup and is still on standby. */
  'resting',
  /** The company's subscription has expired. */
  'overdue',
  /** The company's plan no longer includes it. */
  'plan',
  /** The messenger rates the quality of the number as low. */
  'lowQuality',
  /** As many people as the messenger allows within 24 hours have been written to. */
  'peopleLimit',
  /** The month's ceiling for costs is reached. */
  'ceiling',
  /** The messenger has no valid payment method of the account. */
  'payment',
])
export type WaitReason = v.InferOutput<typeof WaitReason>
/** `until` is null when time alone does not end it. */
export const Wait = v.object({ why: WaitReason, until: v.nullable(Instant) })
export type Wait = v.InferOutput<typeof Wait>

/** Days after linking in which fewer new contacts are allowed. */
export const YOUNG_LINK_DAYS = 14

/** Send limits of a connection today. */
export const ConnectionSendLimits = v.object({
  whatsappId: Id,
  name: v.string(),
  /**
   * By the company's calendar. `mayToday` counts the messages already sent plus those that fit into the remaining
   * hours.
   */
  sentToday: v.number(),
  mayToday: v.number(),
  /** The same for new contacts, who never wrote to us. */
  coldToday: v.number(),
  coldMayToday: v.number(),
  isRestricted: v.boolean(),
  restrictedUntil: v.nullable(Instant),
  /**
   * Days since the connection was linked to its phone; in the first two weeks fewer new contacts are allowed. Null:
   * unknown.
   */
  linkedDays: v.nullable(v.number()),
  /** How many times slower than configured it sends, because of its recent delivery stats. */
  factor: v.number(),
  /** Null: a message to somebody who has written to us may leave now. */
  wait: v.nullable(Wait),
})
export type ConnectionSendLimits = v.InferOutput<typeof ConnectionSendLimits>
/** Sending over a connection stopped, resumed, slowed down or sped up. */
export const sendLimitsUpdated = defineEvent('reach.update', v.object({ standing: ConnectionSendLimits }))

/**
 * Keys below `campaigns.risk`; the first of each pair is a warning, the second the all-clear. `restricted` has no
 * counterpart.
 */
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
  'poorQuality',
  'goodQuality',
] as const
export type RiskKey = (typeof riskKeys)[number]

export const Risk = v.object({
  level: v.picklist(['low', 'medium', 'high']),
  /** `values` holds the numbers in the reason's text (`days`, `share`, `count`, `usual`). Warnings come first. */
  reasons: v.array(
    v.object({ key: v.picklist(riskKeys), warns: v.boolean(), values: v.record(v.string(), v.number()) }),
  ),
})
export type Risk = v.InferOutput<typeof Risk>

/** How many messages would leave on each day, in the company's time zone. */
export const ForecastDay = v.object({ day: v.string(), count: v.number(), isClosed: v.boolean() })
export const Forecast = v.object({ endsAt: v.nullable(Instant), days: v.array(ForecastDay) })
export type Forecast = v.InferOutput<typeof Forecast>

/** An entry of the suppression list. */
export const OptOut = v.object({
  id: Id,
  contactId: v.nullable(Id),
  /** Empty if only the number is known, or only its hash because the person was erased. */
  name: v.string(),
  number: v.nullable(v.string()),
  /** The message with which the contact opted out; null if a user added the entry. */
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
