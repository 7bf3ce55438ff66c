/**
 * The rate policy: how many outbound messages may leave over a connection, and when. The state belongs to the
 * connection, so all campaigns on it share one rate. Pure: no clock, no database.
 */
import { type OpeningHours, openSpansBetween } from '../../hours/opening'
import type { Period } from '../../platform/days'
import { SECOND } from '../../platform/time'
import { type CampaignSettings, type WaitReason, YOUNG_LINK_DAYS } from '../contract'
import { openFrom, type Today } from './hours'

/** `until` in epoch milliseconds; null if time alone does not end the wait. */
export type Wait = { readonly why: WaitReason; readonly until: number | null }

export type RateState = {
  /** The day on which `sent` and `cold` were counted. */
  readonly day: string
  readonly sent: number
  readonly cold: number
  /** Messages since the last long pause. */
  readonly burst: number
  readonly freeAt: number
  /** The wait until `freeAt` is a long pause. */
  readonly isPausing: boolean
  readonly factor: number
  readonly stoppedAt: number | null
  /** The messenger's quota of new chats; null while it has reported none. */
  readonly newChats: { readonly left: number; readonly until: number | null } | null
}

export const newRateState = (day: string): RateState => ({
  day,
  sent: 0,
  cold: 0,
  burst: 0,
  freeAt: 0,
  isPausing: false,
  factor: 1,
  stoppedAt: null,
  newChats: null,
})

/** Facts that do not depend on the send rate. */
export type Facts = {
  readonly today: Today
  readonly hours: OpeningHours
  readonly isOpen: boolean
  /** Null: not restricted. */
  readonly restriction: { readonly until: number | null } | null
  /** Days since the connection was linked to its phone; null: unknown, so long ago. */
  readonly linkedDays: number | null
  /** Why nothing may leave, whatever the rate. */
  readonly held: Wait | null
}

/** The share of the company's cap in the first days after linking: WhatsApp restricts young links first. */
const YOUNG_LINKS = [
  { below: 3, share: 0.2 },
  { below: 7, share: 0.4 },
  { below: YOUNG_LINK_DAYS, share: 0.8 },
] as const

/** New contacts per day: with the default of 50 they are 10, 20 and 40 in the first days of a link. */
export const coldCapOf = ({ coldCap }: Pick<CampaignSettings, 'coldCap'>, linkedDays: number | null): number => {
  const young = linkedDays === null ? undefined : YOUNG_LINKS.find(({ below }) => linkedDays < below)
  return Math.ceil(coldCap * (young?.share ?? 1))
}

export type AdmissionRequest = {
  readonly isCold: boolean
  /** A person set the time: hours, interval and the company's caps do not apply, but the message is counted. */
  readonly isScheduled?: boolean
  /** Over an official number: the recipient's reply window is closed, so that Meta's limit of people applies. */
  readonly isFirst?: boolean
}

/** Keep `rate` whether the message leaves or waits. */
export type Decision = { readonly wait: Wait | null; readonly rate: RateState }

type Moment = { readonly now: number; readonly random: () => number }

export function decide(
  before: RateState,
  settings: CampaignSettings,
  facts: Facts,
  asked: AdmissionRequest,
  moment: Moment,
): Decision {
  const rate = asOf(before, settings, facts.today, moment.now)
  const wait = waitOf(rate, settings, facts, asked, moment.now)
  return wait ? { wait, rate } : { wait, rate: booked(rate, settings, asked, moment) }
}

/** In seconds. A connection without an interval gets one as soon as it has to slow down. */
const intervalOf = ({ messageInterval }: CampaignSettings, factor: number): number =>
  factor * (factor > 1 ? Math.max(SLOWED, messageInterval) : messageInterval)
const SLOWED = 2

/** The longest delay that one message can cause for the next. */
const longestGap = (settings: CampaignSettings, factor: number): number =>
  (intervalOf(settings, factor) + settings.greaterInterval * factor) * SECOND

/** A new day resets the counts. If the clock was set back by up to one day, the counts go on. */
export function asOf(rate: RateState, settings: CampaignSettings, today: Today, now: number): RateState {
  const isSame = rate.day === today.day || rate.day === dayAfter(today.day)
  const counted = isSame ? rate : { ...rate, day: today.day, sent: 0, cold: 0 }
  const newChats = counted.newChats?.until != null && counted.newChats.until <= now ? null : counted.newChats
  const latest = now + longestGap(settings, counted.factor)
  // Later than any delay of ours: the clock was set back, or the intervals were shortened.
  const freeAt = Math.min(counted.freeAt, latest)
  const isAsBefore = counted === rate && newChats === rate.newChats && freeAt === rate.freeAt
  return isAsBefore ? rate : { ...counted, newChats, freeAt }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

function waitOf(
  rate: RateState,
  settings: CampaignSettings,
  facts: Facts,
  asked: AdmissionRequest,
  now: number,
): Wait | null {
  const held = asked.isCold ? coldHeld(rate, settings, facts, asked, now) : null
  if (asked.isScheduled) return held ?? (facts.held?.why === 'peopleLimit' ? facts.held : null)
  if (rate.stoppedAt !== null) return { why: 'stopped', until: null }
  if (!facts.isOpen) return { why: 'disconnected', until: null }
  if (facts.held) return facts.held
  if (held?.why === 'restricted') return held
  const opens = openFrom(facts.hours, now)
  if (opens !== now) return { why: facts.hours.isHoliday(facts.today.day) ? 'holiday' : 'hours', until: opens }
  if (settings.dailyCap > 0 && rate.sent >= settings.dailyCap) return { why: 'dailyCap', until: nextDay(facts) }
  if (held) return held
  if (rate.freeAt > now) return { why: rate.isPausing ? 'longPause' : 'interval', until: rate.freeAt }
  return null
}

/**
 * The messenger's quota of new chats applies to scheduled messages too; the company's own cap applies to campaigns
 * only.
 */
function coldHeld(
  rate: RateState,
  settings: CampaignSettings,
  facts: Facts,
  asked: AdmissionRequest,
  now: number,
): Wait | null {
  if (facts.restriction && !isOver(facts.restriction.until, now))
    return { why: 'restricted', until: facts.restriction.until }
  if (rate.stoppedAt !== null) return { why: 'stopped', until: null }
  if (rate.newChats && rate.newChats.left <= 0) return { why: 'coldCap', until: rate.newChats.until }
  const cap = coldCapOf(settings, facts.linkedDays)
  if (asked.isScheduled || rate.cold < cap) return null
  return { why: 'coldCap', until: cap === 0 ? null : nextDay(facts) }
}

const isOver = (until: number | null, now: number) => until !== null && until <= now

/** When sending starts on the next day. */
const nextDay = ({ hours, today }: Facts): number | null => openFrom(hours, today.to)

function booked(
  rate: RateState,
  settings: CampaignSettings,
  { isCold }: AdmissionRequest,
  { now, random }: Moment,
): RateState {
  const burst = rate.burst + 1
  const isPausing =
    settings.longerIntervalAfter > 0 && settings.greaterInterval > 0 && burst >= settings.longerIntervalAfter
  const pause = isPausing ? settings.greaterInterval * rate.factor : 0
  const seconds = intervalOf(settings, rate.factor) * random() + pause
  return {
    ...rate,
    sent: rate.sent + 1,
    cold: rate.cold + (isCold ? 1 : 0),
    burst: isPausing ? 0 : burst,
    freeAt: Math.max(rate.freeAt, now) + Math.ceil(seconds * SECOND),
    isPausing: isPausing || (rate.isPausing && rate.freeAt > now),
    newChats: isCold && rate.newChats ? { ...rate.newChats, left: rate.newChats.left - 1 } : rate.newChats,
  }
}

/** The average interval between two messages. */
export function meanSeconds(settings: CampaignSettings, factor: number): number {
  const { longerIntervalAfter, greaterInterval } = settings
  const pause = longerIntervalAfter > 0 ? greaterInterval / longerIntervalAfter : 0
  return intervalOf(settings, factor) / 2 + pause * factor
}

/** Messages until the next long pause; null if there are no long pauses. */
export const untilPause = (
  { burst }: RateState,
  { longerIntervalAfter, greaterInterval }: CampaignSettings,
): number | null => (longerIntervalAfter > 0 && greaterInterval > 0 ? Math.max(1, longerIntervalAfter - burst) : null)

/** Delivery stats of a connection's latest automated sends. */
export type DeliveryStats = {
  /** The messenger has reported an outcome. */
  readonly settled: number
  readonly failed: number
  /** The recipient opted out or blocked us. */
  readonly unwanted: number
  /** Sent long enough ago to have been read by now; `unread` of them were not. */
  readonly ripe: number
  readonly unread: number
}

/** A smaller sample is not judged. */
const LEAST = 20
/**
 * Shares from which sending slows down (by half at each step), and from which it stops. Unread messages never stop it.
 */
const FAILED = { slower: [0.05, 0.1, 0.2], stops: 0.35 }
const UNWANTED = { slower: [0.03, 0.05, 0.08], stops: 0.12 }
const UNREAD = { slower: [0.8, 0.95], stops: Number.POSITIVE_INFINITY }
const SLOWEST = 8

export function judge({ settled, failed, unwanted, ripe, unread }: DeliveryStats): { factor: number; stops: boolean } {
  const found = [weigh(failed, settled, FAILED), weigh(unwanted, settled, UNWANTED), weigh(unread, ripe, UNREAD)]
  const steps = found.reduce((sum, one) => sum + one.steps, 0)
  return { factor: Math.min(SLOWEST, 2 ** steps), stops: found.some(({ stops }) => stops) }
}

function weigh(bad: number, of: number, { slower, stops }: { slower: readonly number[]; stops: number }) {
  const share = of < LEAST ? 0 : bad / of
  return { steps: slower.filter((from) => share >= from).length, stops: share >= stops }
}

type DayCount = { readonly day: string; readonly count: number; readonly isClosed: boolean }

type ForecastRange = { readonly from: number; readonly dayOf: (at: number) => Today; readonly most?: number }
type MessageCounts = { readonly warm: number; readonly cold: number }

/** A year, in days; a longer forecast has no end. */
const FURTHEST = 366
/** The outbox sends no faster than this, in seconds per message. */
const FASTEST = 1 / 300

/**
 * When the messages will have left, with new contacts within their own cap, and how many leave on each day. `dayOf`
 * returns the day of an instant.
 */
export function computeForecast(
  before: RateState,
  settings: CampaignSettings,
  facts: Facts,
  { warm, cold }: MessageCounts,
  { from, dayOf, most = FURTHEST }: ForecastRange,
): { endsAt: number | null; days: DayCount[] } {
  const perMessage = Math.max(FASTEST, meanSeconds(settings, before.factor)) * SECOND
  const days: DayCount[] = []
  const left = { warm, cold, newChats: before.newChats?.left ?? Number.POSITIVE_INFINITY }
  let [at, endsAt]: [number, number | null] = [from, null]
  for (let n = 0; n < most && left.warm + left.cold > 0; n++) {
    const today = dayOf(at)
    const counted = today.day === before.day ? before : { sent: 0, cold: 0 }
    if (before.newChats?.until != null && today.from >= before.newChats.until) left.newChats = Number.POSITIVE_INFINITY
    const spans = openSpansBetween(facts.hours, at, today.to)
    const room = Math.floor(spans.reduce((sum, span) => sum + span.to - span.from, 0) / perMessage)
    const may = Math.min(room, settings.dailyCap > 0 ? Math.max(0, settings.dailyCap - counted.sent) : room)
    const mayCold = mayBegin(facts.restriction, today)
      ? Math.max(0, Math.min(may, coldCapOf(settings, daysLater(facts.linkedDays, n)) - counted.cold, left.newChats))
      : 0
    const coldNow = Math.min(left.cold, mayCold)
    const warmNow = Math.min(left.warm, may - coldNow)
    left.cold -= coldNow
    left.newChats -= coldNow
    left.warm -= warmNow
    const count = coldNow + warmNow
    days.push({ day: today.day, count, isClosed: spans.length === 0 })
    if (left.warm + left.cold === 0) endsAt = afterSpans(spans, count * perMessage)
    at = today.to
  }
  return { endsAt, days: days.slice(0, MOST_DAYS) }
}
const MOST_DAYS = 60

const daysLater = (days: number | null, more: number): number | null => (days === null ? null : days + more)

/** Not before the restriction ends; one without an end counts as lasting for the rest of the day. */
const mayBegin = (restriction: Facts['restriction'], { to }: Today): boolean =>
  restriction === null || (restriction.until !== null && restriction.until < to)

function afterSpans(spans: readonly Period[], ms: number): number {
  let left = ms
  for (const { from, to } of spans) {
    if (left <= to - from) return Math.round(from + left)
    left -= to - from
  }
  return spans.at(-1)?.to ?? 0
}
