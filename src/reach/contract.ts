/** Reaching out: how many messages nobody asked for may leave over a connection, and when; who wants none any more. */
import * as v from 'valibot'
import { definePermission } from '../access/permissions'
import { Instant, list, text } from '../platform/formats'

/** Campaigns, contact lists, their settings and the opt-outs. */
export const manageCampaigns = definePermission('campaigns-page:view', ['admin', 'supervisor'])

/** In seconds; 0 is none. The choices of the settings page. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20, 30, 60, 80, 100, 120] as const
/** In messages; 0 is never. */
export const LONGER_INTERVAL_AFTER = [0, 10, 15, 20, 30, 40, 50, 60] as const
/** In seconds. */
export const GREATER_INTERVALS = [0, 20, 30, 60, 90, 120, 150, 180, 240, 300] as const
export const MOST_VARIABLES = 50
export const VARIABLE_LENGTH = 500

const Time = v.pipe(text(5, 'form.invalid'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'form.invalid'))
const oneOf = <const T extends readonly number[]>(choices: T) => v.picklist(choices, 'form.invalid')

export const CampaignVariable = v.object({
  /** Written `{{key}}` in a text. */
  key: v.pipe(text(40), v.trim(), v.regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'form.invalid')),
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
  /** Messages a day over one connection; 0 is no limit. */
  dailyCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  /** Contacts a day that never wrote to us, over one connection; 0 is none at all. */
  coldCap: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  variables: list(CampaignVariable, { most: MOST_VARIABLES }),
})
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>

/** Why nothing leaves now. */
export const WaitReason = v.picklist([
  'hours',
  'interval',
  'longPause',
  'dailyCap',
  'coldCap',
  'restricted',
  'disconnected',
  /** Too many failures, blocks or opt-outs: by itself no more until somebody lets it go on. */
  'stopped',
])
export type WaitReason = v.InferOutput<typeof WaitReason>
/** `until` is null when time alone does not end it. */
export const Wait = v.object({ why: WaitReason, until: v.nullable(Instant) })

export const Risk = v.object({
  level: v.picklist(['low', 'medium', 'high']),
  /** `key` below `campaigns.risk`, with the numbers that stand in its words; warnings first. */
  reasons: v.array(v.object({ key: v.string(), warns: v.boolean(), values: v.record(v.string(), v.number()) })),
})
export type Risk = v.InferOutput<typeof Risk>

/** How many would leave on each day, in the company's time. */
export const ForecastDay = v.object({ day: v.string(), count: v.number(), isClosed: v.boolean() })
export const Forecast = v.object({ endsAt: v.nullable(Instant), days: v.array(ForecastDay) })
export type Forecast = v.InferOutput<typeof Forecast>
