/**
 * How many messages nobody asked for may leave over a connection, and when. Its state belongs to the connection, so that all
 * campaigns on it share one pace. Pure: neither clock nor database.
 */
import { type OpeningHours, openSpansBetween } from '../../hours/opening'
import { SECOND } from '../../platform/time'
import type { CampaignSettings, WaitReason } from '../contract'
import { openFrom, type Today } from './hours'

/** `until` in epoch milliseconds; null when time alone does not end it. */
export type Wait = { readonly why: WaitReason; readonly until: number | null }

export type RateState = {
  /** In which `sent` and `cold` were counted. */
  readonly day: string
  readonly sent: number
  readonly cold: number
  /** Since the last longer pause. */
  readonly burst: number
  readonly freeAt: number
  /** Until `freeAt` it is a longer pause. */
  readonly isPausing: boolean
  readonly factor: number
  readonly stoppedAt: number | null
  /** Of the chats the messenger lets the account begin, while it has told. */
  readonly newChats: { readonly left: number; readonly until: number | null } | null
}

export const freshRateState = (day: string): RateState => ({
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

/** What is so, whatever the pace. */
export type Facts = {
  readonly today: Today
  readonly hours: OpeningHours
  readonly isOpen: boolean
  /** Null: it is not restricted. */
  readonly restriction: { readonly until: number | null } | null
}

export type Asked = {
  readonly isCold: boolean
  /** Promised by a person for this time: neither hours nor interval nor the company's caps hold it, but it is counted. */
  readonly isScheduled?: boolean
}

/** `pace` is to be kept, whether it goes or waits. */
export type Verdict = { readonly wait: Wait | null; readonly rate: RateState }

type Moment = { readonly now: number; readonly random: () => number }

export function decide(
  before: RateState,
  settings: CampaignSettings,
  facts: Facts,
  asked: Asked,
  moment: Moment,
): Verdict {
  const rate = asOf(before, settings, facts.today, moment.now)
  const wait = waitOf(rate, settings, facts, asked, moment.now)
  return wait ? { wait, rate } : { wait, rate: booked(rate, settings, asked, moment) }
}

/** In seconds. What is set to go as fast as it can has an interval too once it is to go slower. */
const intervalOf = ({ messageInterval }: CampaignSettings, factor: number): number =>
  factor * (factor > 1 ? Math.max(SLOWED, messageInterval) : messageInterval)
const SLOWED = 2

/** The longest that one message keeps the next waiting. */
const longestGap = (settings: CampaignSettings, factor: number): number =>
  (intervalOf(settings, factor) + settings.greaterInterval * factor) * SECOND

/** A new day counts from nothing; one that the clock was set back from goes on counting, unless it is far off. */
export function asOf(rate: RateState, settings: CampaignSettings, today: Today, now: number): RateState {
  const isSame = rate.day === today.day || rate.day === dayAfter(today.day)
  const counted = isSame ? rate : { ...rate, day: today.day, sent: 0, cold: 0 }
  const newChats = counted.newChats?.until != null && counted.newChats.until <= now ? null : counted.newChats
  const latest = now + longestGap(settings, counted.factor)
  // Later than any wait of ours: the clock was set back, or the intervals were made shorter.
  const freeAt = Math.min(counted.freeAt, latest)
  const isAsBefore = counted === rate && newChats === rate.newChats && freeAt === rate.freeAt
  return isAsBefore ? rate : { ...counted, newChats, freeAt }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

function waitOf(rate: RateState, settings: CampaignSettings, facts: Facts, asked: Asked, now: number): Wait | null {
  const held = asked.isCold ? coldHeld(rate, settings, facts, asked, now) : null
  if (asked.isScheduled) return held
  if (rate.stoppedAt !== null) return { why: 'stopped', until: null }
  if (!facts.isOpen) return { why: 'disconnected', until: null }
  if (held?.why === 'restricted') return held
  const opens = openFrom(facts.hours, now)
  if (opens !== now) return { why: facts.hours.isHoliday(facts.today.day) ? 'holiday' : 'hours', until: opens }
  if (settings.dailyCap > 0 && rate.sent >= settings.dailyCap) return { why: 'dailyCap', until: nextDay(facts) }
  if (held) return held
  if (rate.freeAt > now) return { why: rate.isPausing ? 'longPause' : 'interval', until: rate.freeAt }
  return null
}

/** Chats that the messenger lets nobody begin are not begun for a promise either; the company's own cap is for campaigns. */
function coldHeld(rate: RateState, settings: CampaignSettings, facts: Facts, asked: Asked, now: number): Wait | null {
  if (facts.restriction && !isOver(facts.restriction.until, now))
    return { why: 'restricted', until: facts.restriction.until }
  if (rate.stoppedAt !== null) return { why: 'stopped', until: null }
  if (rate.newChats && rate.newChats.left <= 0) return { why: 'coldCap', until: rate.newChats.until }
  if (asked.isScheduled || rate.cold < settings.coldCap) return null
  return { why: 'coldCap', until: settings.coldCap === 0 ? null : nextDay(facts) }
}

const isOver = (until: number | null, now: number) => until !== null && until <= now

/** When sending begins on the next day. */
const nextDay = ({ hours, today }: Facts): number | null => openFrom(hours, today.to)

function booked(rate: RateState, settings: CampaignSettings, { isCold }: Asked, { now, random }: Moment): RateState {
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

/** Of one message to the next, on the whole. */
export function meanSeconds(settings: CampaignSettings, factor: number): number {
  const { longerIntervalAfter, greaterInterval } = settings
  const pause = longerIntervalAfter > 0 ? greaterInterval / longerIntervalAfter : 0
  return intervalOf(settings, factor) / 2 + pause * factor
}

/** Until the next longer pause; null: there are none. */
export const untilPause = (
  { burst }: RateState,
  { longerIntervalAfter, greaterInterval }: CampaignSettings,
): number | null => (longerIntervalAfter > 0 && greaterInterval > 0 ? Math.max(1, longerIntervalAfter - burst) : null)

/** How the latest messages of a connection fared. */
export type DeliveryStats = {
  /** Of which the messenger has said something. */
  readonly settled: number
  readonly failed: number
  /** Opted out, or blocked us. */
  readonly unwanted: number
  /** Sent so long ago that they should have been read, and how many of these were not. */
  readonly ripe: number
  readonly unread: number
}

/** Fewer say nothing. */
const LEAST = 20
/** Shares from which it goes slower, twice at each step, and from which it stops; nobody is stopped because messages lie unread. */
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

type Count = { readonly day: string; readonly count: number; readonly isClosed: boolean }

type View = { readonly from: number; readonly dayOf: (at: number) => Today; readonly most?: number }
type Wanted = { readonly warm: number; readonly cold: number }

/** A year; who needs longer sees no end. */
const FURTHEST = 366
/** The outbox sends no faster than so, in seconds. */
const FASTEST = 1 / 300

/**
 * When so many would have left, those who never wrote to us within their cap beside the others, and how many on each day.
 * `dayOf` tells the day of an instant.
 */
export function foresee(
  before: RateState,
  settings: CampaignSettings,
  facts: Facts,
  { warm, cold }: Wanted,
  { from, dayOf, most = FURTHEST }: View,
): { endsAt: number | null; days: Count[] } {
  const perMessage = Math.max(FASTEST, meanSeconds(settings, before.factor)) * SECOND
  const days: Count[] = []
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
      ? Math.max(0, Math.min(may, settings.coldCap - counted.cold, left.newChats))
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

/** Not before the restriction is over; one without an end is taken for as long as the rest of the day. */
const mayBegin = (restriction: Facts['restriction'], { to }: Today): boolean =>
  restriction === null || (restriction.until !== null && restriction.until < to)

type Span = { readonly from: number; readonly to: number }

function afterSpans(spans: readonly Span[], ms: number): number {
  let left = ms
  for (const { from, to } of spans) {
    if (left <= to - from) return Math.round(from + left)
    left -= to - from
  }
  return spans.at(-1)?.to ?? 0
}
