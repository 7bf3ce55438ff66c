/** The rate policy over simulated days: random settings, two campaigns on one connection, and a clock that is set. */
import { describe, expect, test } from 'bun:test'
import type { CampaignSettings } from '../../src/outbound/contract'
import { dayAt, openFrom, sendingHours } from '../../src/outbound/rate/hours'
import {
  computeForecast,
  type DeliveryStats,
  decide,
  type Facts,
  judge,
  meanSeconds,
  newRateState,
  type RateState,
} from '../../src/outbound/rate/policy'
import { defaultSettings } from '../../src/outbound/settings'
import { inSuite } from '../support/long'
import { createRandom, type Random } from '../support/random'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ZONE = 'America/Sao_Paulo'
/** A Monday, at eight in the morning there. */
const MONDAY = Date.UTC(2026, 2, 2, 11)

function factsAt(settings: CampaignSettings, now: number, also: Partial<Facts> = {}, zone = ZONE): Facts {
  return {
    today: dayAt(now, zone),
    hours: sendingHours(settings, zone),
    isOpen: true,
    restriction: null,
    linkedDays: null,
    held: null,
    ...also,
  }
}

type Sent = {
  readonly at: number
  readonly wall: number
  readonly by: number
  readonly isCold: boolean
  readonly day: string
}
type Run = { readonly days: number; readonly jumps?: boolean; readonly coldOneIn?: number; readonly zone?: string }

/** Two campaigns ask in turn, and again when told to. `wall` is the clock's time, `at` the real time. */
function simulate(
  settings: CampaignSettings,
  random: Random,
  { days, jumps = false, coldOneIn = 3, zone = ZONE }: Run,
) {
  let rate: RateState = newRateState('2000-01-01')
  let [at, offset] = [MONDAY, 0]
  const hours = sendingHours(settings, zone)
  const sent: Sent[] = []
  const jumped: number[] = []
  while (at < MONDAY + days * DAY && sent.length < 5_000) {
    if (jumps && random.oneIn(150)) {
      offset += random.oneIn(2) ? HOUR : -HOUR
      jumped.push(at)
    }
    const now = at + offset
    const facts = { ...factsAt(settings, now, {}, zone), hours }
    const isCold = random.oneIn(coldOneIn)
    const { wait, rate: next } = decide(rate, settings, facts, { isCold }, { now, random: random.next })
    rate = next
    if (wait === null) sent.push({ at, wall: now, by: random.below(2), isCold, day: rate.day })
    else if (wait.why === 'coldCap') at += SECOND
    else at += Math.max(1, Math.min((wait.until ?? now + HOUR) - now, jumps ? 10 * MINUTE : DAY))
  }
  return { sent, jumped, rate }
}

/** An independent clock, not the rate policy's. */
function clockOf(at: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const {
    weekday = '',
    hour = '',
    minute = '',
  } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return { weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday), time: `${hour}:${minute}` }
}

function isWithin({ sendFrom, sendDays, ...settings }: CampaignSettings, at: number, zone: string): boolean {
  const sendTo = settings.sendTo === '23:59' ? '24:00' : settings.sendTo // the end of the day
  const { weekday, time } = clockOf(at, zone)
  const isOn = (day: number) => sendDays.includes((day + 7) % 7)
  if (sendFrom === sendTo) return isOn(weekday)
  if (sendFrom < sendTo) return isOn(weekday) && sendFrom <= time && time < sendTo
  return (isOn(weekday) && time >= sendFrom) || (isOn(weekday - 1) && time < sendTo)
}

const randomSettings = (random: Random): CampaignSettings => ({
  ...defaultSettings,
  messageInterval: random.pick([0, 5, 20, 60, 120]),
  longerIntervalAfter: random.pick([0, 5, 20, 50]),
  greaterInterval: random.pick([0, 20, 60, 300]),
  sendFrom: random.pick(['00:00', '08:00', '13:30', '20:00']),
  sendTo: random.pick(['06:15', '12:00', '20:00', '23:59']),
  sendDays: random.pick([[1, 2, 3, 4, 5, 6], [0, 6], [3], [0, 1, 2, 3, 4, 5, 6]]),
  dailyCap: random.pick([0, 10, 100, 1000]),
  coldCap: random.pick([0, 3, 50]),
})

const countBy = <T>(all: readonly T[], key: (one: T) => string) => {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
  return [...counts.values()]
}

describe('over simulated days', () => {
  test('exceeds neither cap nor rate nor hours, with any settings', () => {
    const random = createRandom(21)
    for (let n = 0; n < inSuite(10, 40); n++) {
      const settings = randomSettings(random)
      const { sent } = simulate(settings, random, { days: 4 })
      expect(sent.filter(({ at }) => !isWithin(settings, at, ZONE))).toEqual([])
      if (settings.dailyCap > 0)
        for (const count of countBy(sent, ({ day }) => day)) expect(count).toBeLessThanOrEqual(settings.dailyCap)
      const cold = sent.filter(({ isCold }) => isCold)
      for (const count of countBy(cold, ({ day }) => day)) expect(count).toBeLessThanOrEqual(settings.coldCap)
      const { longerIntervalAfter: after, greaterInterval } = settings
      if (after > 0)
        for (const [at, one] of sent.entries()) {
          const last = sent[at + after]
          if (last) expect(last.at - one.at).toBeGreaterThanOrEqual(greaterInterval * SECOND)
        }
    }
  })

  test('waits random intervals from 0 to the setting, shared by two campaigns', () => {
    const settings: CampaignSettings = { ...defaultSettings, longerIntervalAfter: 0, dailyCap: 0, coldCap: 10_000 }
    const { sent } = simulate(settings, createRandom(3), { days: 1 })
    const gaps = sent.slice(1).map(({ at }, n) => at - (sent[n]?.at ?? 0))
    expect(Math.min(...gaps)).toBeLessThan(2 * SECOND)
    expect(Math.max(...gaps)).toBeGreaterThan(18 * SECOND)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20 * SECOND + 1)
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    expect(mean).toBeGreaterThan(9.5 * SECOND)
    expect(mean).toBeLessThan(10.5 * SECOND)
    expect(new Set(sent.map(({ by }) => by)).size).toBe(2)
  })

  test('sends the same at the same times for several campaigns as for one', () => {
    const times = [1, 2, 5].map((campaigns) => {
      const next = Array<number>(campaigns).fill(MONDAY)
      let rate = newRateState('2000-01-01')
      const sent: number[] = []
      while (sent.length < 1500) {
        const now = Math.min(...next)
        const who = next.indexOf(now)
        const { wait, rate: after } = decide(
          rate,
          defaultSettings,
          factsAt(defaultSettings, now),
          { isCold: false },
          {
            now,
            random: () => 0.7,
          },
        )
        rate = after
        if (wait === null) sent.push(now)
        else next[who] = wait.until ?? now + HOUR
      }
      return sent
    })
    expect(times[1]).toEqual(times[0] ?? [])
    expect(times[2]).toEqual(times[0] ?? [])
  })

  test('neither doubles nor skips when the clock is set an hour back or forward', () => {
    const random = createRandom(8)
    for (let n = 0; n < 20; n++) {
      const settings = {
        ...randomSettings(random),
        sendFrom: '00:00',
        sendTo: '00:00',
        sendDays: [0, 1, 2, 3, 4, 5, 6],
      }
      settings.dailyCap = 0
      settings.coldCap = 10_000
      settings.messageInterval = 120
      const { sent, jumped } = simulate(settings, random, { days: 1, jumps: true })
      expect(jumped.length).toBeGreaterThan(0)
      const longest = (settings.messageInterval + settings.greaterInterval) * SECOND
      const gaps = sent.slice(1).map((one, at) => ({ from: sent[at]?.at ?? 0, ms: one.at - (sent[at]?.at ?? 0) }))
      // Twice: it may be set back during the longest wait.
      for (const { from, ms } of gaps) {
        const times = jumped.filter((at) => at >= from && at <= from + ms).length
        expect(ms).toBeLessThanOrEqual((1 + times) * longest + times * SECOND)
      }
      const { longerIntervalAfter: after, greaterInterval } = settings
      if (after === 0) continue
      for (const [at, one] of sent.entries()) {
        const last = sent[at + after]
        if (!last || jumped.some((jump) => jump >= one.at && jump <= last.at)) continue
        expect(last.at - one.at).toBeGreaterThanOrEqual(greaterInterval * SECOND)
      }
    }
  })

  test('goes on counting when the clock is set back over midnight, and starts no day twice', () => {
    const settings: CampaignSettings = {
      ...defaultSettings,
      sendFrom: '00:00',
      sendTo: '00:00',
      messageInterval: 0,
      longerIntervalAfter: 0,
    }
    const afterMidnight = Date.UTC(2026, 2, 3, 3, 10)
    const today = newRateState(dayAt(afterMidnight, ZONE).day)
    const back = afterMidnight - HOUR
    const ask = (rate: RateState, now: number) =>
      decide(rate, settings, factsAt(settings, now), { isCold: false }, { now, random: () => 0 })
    const full = { ...today, sent: settings.dailyCap }
    expect(ask(full, back).wait?.why).toBe('dailyCap')
    expect(ask(full, afterMidnight).wait?.why).toBe('dailyCap')
    expect(ask(full, afterMidnight - 3 * DAY).wait).toBeNull() // that clock was years or days off
  })
})

describe('sending hours', () => {
  const settings = { ...defaultSettings, sendFrom: '08:00', sendTo: '20:00', sendDays: [0, 1, 2, 3, 4, 5, 6] }
  const zone = 'America/New_York'

  test.each([
    ['clocks go forward', '2026-03-08'],
    ['clocks go back', '2026-11-01'],
  ])('follow the wall clock on the day when %s', (_, day) => {
    const at = (time: string) => Temporal.ZonedDateTime.from(`${day}T${time}[${zone}]`).epochMilliseconds
    const hours = sendingHours(settings, zone)
    expect(openFrom(hours, at('00:30'))).toBe(at('08:00'))
    expect(openFrom(hours, at('08:00') - 1)).toBe(at('08:00'))
    expect(openFrom(hours, at('19:59'))).toBe(at('19:59'))
    expect(openFrom(hours, at('20:00'))).toBeGreaterThan(at('23:00'))
    const { to, from } = dayAt(at('12:00'), zone)
    expect(to - from).toBe(day === '2026-03-08' ? 23 * HOUR : 25 * HOUR)
  })

  test('that span midnight belong to the day on which they start', () => {
    const night = { ...defaultSettings, sendFrom: '20:00', sendTo: '02:00', sendDays: [5] }
    const hours = sendingHours(night, ZONE)
    const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${ZONE}]`).epochMilliseconds
    expect(openFrom(hours, at('2026-03-06T19:59'))).toBe(at('2026-03-06T20:00'))
    expect(openFrom(hours, at('2026-03-07T01:59'))).toBe(at('2026-03-07T01:59'))
    expect(openFrom(hours, at('2026-03-07T02:00'))).toBe(at('2026-03-13T20:00'))
  })
})

describe('a message that waits', () => {
  const go: CampaignSettings = { ...defaultSettings, messageInterval: 0, longerIntervalAfter: 0 }
  const ask = (rate: Partial<RateState>, facts: Partial<Facts> = {}, asked = { isCold: true }, settings = go) =>
    decide({ ...newRateState(dayAt(MONDAY, ZONE).day), ...rate }, settings, factsAt(settings, MONDAY, facts), asked, {
      now: MONDAY,
      random: () => 0.5,
    }).wait
  const tomorrow = Date.UTC(2026, 2, 3, 11)

  test('names the reason, and until when', () => {
    expect(ask({})).toBeNull()
    expect(ask({ stoppedAt: 1 })).toEqual({ why: 'stopped', until: null })
    expect(ask({}, { isOpen: false })).toEqual({ why: 'disconnected', until: null })
    expect(ask({ sent: 1000 })).toEqual({ why: 'dailyCap', until: tomorrow })
    expect(ask({ cold: 50 })).toEqual({ why: 'coldCap', until: tomorrow })
    expect(ask({ freeAt: MONDAY + 5 }, {}, undefined, { ...go, messageInterval: 10 })).toEqual({
      why: 'interval',
      until: MONDAY + 5,
    })
    expect(ask({ freeAt: MONDAY + 5, isPausing: true }, {}, undefined, { ...go, messageInterval: 10 })?.why).toBe(
      'longPause',
    )
  })

  test('is limited by WhatsApp’s own limits only if it starts a new chat', () => {
    const until = MONDAY + DAY
    expect(ask({}, { restriction: { until } })).toEqual({ why: 'restricted', until })
    expect(ask({}, { restriction: { until: null } })).toEqual({ why: 'restricted', until: null })
    expect(ask({}, { restriction: { until: MONDAY } })).toBeNull()
    expect(ask({}, { restriction: { until } }, { isCold: false })).toBeNull()
    expect(ask({ newChats: { left: 0, until } })).toEqual({ why: 'coldCap', until })
    expect(ask({ newChats: { left: 0, until: MONDAY } })).toBeNull()
    expect(ask({ newChats: { left: 0, until } }, {}, { isCold: false })).toBeNull()
  })

  test('is exempt from hours, interval and the company’s caps if a person scheduled it, but is counted', () => {
    const scheduled = { isCold: true, isScheduled: true }
    const busy = { sent: 1000, cold: 50, freeAt: MONDAY + 5 }
    expect(ask(busy, { isOpen: false }, scheduled)).toBeNull()
    expect(ask({}, { restriction: { until: MONDAY + DAY } }, scheduled)?.why).toBe('restricted')
    expect(ask({ newChats: { left: 0, until: null } }, {}, scheduled)?.why).toBe('coldCap')
    expect(ask({ stoppedAt: 1 }, {}, scheduled)?.why).toBe('stopped')
    expect(ask({ stoppedAt: 1 }, {}, { ...scheduled, isCold: false })).toBeNull()
    const rate = newRateState(dayAt(MONDAY, ZONE).day)
    const after = decide(rate, defaultSettings, factsAt(defaultSettings, MONDAY), scheduled, {
      now: MONDAY,
      random: () => 0.5,
    })
    expect(after.rate).toMatchObject({ sent: 1, cold: 1, burst: 1, freeAt: MONDAY + 10 * SECOND })
  })
})

describe('the delivery stats', () => {
  const stats = (some: Partial<DeliveryStats>): DeliveryStats => ({
    settled: 100,
    failed: 0,
    unwanted: 0,
    ripe: 0,
    unread: 0,
    ...some,
  })

  test('slow it down step by step, and stop it', () => {
    expect(judge(stats({}))).toEqual({ factor: 1, stops: false })
    expect(judge(stats({ failed: 5 })).factor).toBe(2)
    expect(judge(stats({ failed: 10 })).factor).toBe(4)
    expect(judge(stats({ failed: 20, unwanted: 8 })).factor).toBe(8)
    expect(judge(stats({ ripe: 100, unread: 80 })).factor).toBe(2)
    expect(judge(stats({ ripe: 100, unread: 100 }))).toEqual({ factor: 4, stops: false })
    expect(judge(stats({ failed: 35 })).stops).toBe(true)
    expect(judge(stats({ unwanted: 12 })).stops).toBe(true)
    expect(judge(stats({ settled: 10, failed: 10 }))).toEqual({ factor: 1, stops: false }) // too few to judge
  })

  test.each([
    [20, 1, 20],
    [20, 4, 80],
    [0, 1, 0],
    [0, 4, 8],
  ] as const)('an interval of %p s at factor %p is at most %p s', (messageInterval, factor, seconds) => {
    const settings: CampaignSettings = { ...defaultSettings, messageInterval, longerIntervalAfter: 0 }
    const rate = { ...newRateState(dayAt(MONDAY, ZONE).day), factor }
    const moment = { now: MONDAY, random: () => 1 }
    const { rate: after } = decide(rate, settings, factsAt(settings, MONDAY), { isCold: false }, moment)
    expect(Math.max(0, after.freeAt - MONDAY)).toBe(seconds * SECOND)
    expect(meanSeconds(settings, factor)).toBe(seconds / 2)
  })
})

describe('the forecast', () => {
  const today = dayAt(MONDAY, ZONE).day
  const see = (
    wanted: { warm: number; cold: number },
    some: Partial<CampaignSettings> = {},
    rate: Partial<RateState> = {},
  ) => {
    const settings = { ...defaultSettings, ...some }
    const dayOf = (at: number) => dayAt(at, ZONE)
    return computeForecast({ ...newRateState(today), ...rate }, settings, factsAt(settings, MONDAY), wanted, {
      from: MONDAY,
      dayOf,
    })
  }

  test('fills each day to its cap, skips closed days, and ends when the last message has left', () => {
    const { endsAt, days } = see({ warm: 7000, cold: 0 })
    expect(days.map(({ count, isClosed }) => (isClosed ? null : count))).toEqual([
      1000,
      1000,
      1000,
      1000,
      1000,
      1000,
      null,
      1000,
    ])
    // A thousand at 13 s each from eight in the morning.
    expect(endsAt).toBe(MONDAY + 7 * DAY + 13_000 * SECOND)
  })

  test('spreads new contacts by their own cap', () => {
    const { days, endsAt } = see({ warm: 10, cold: 120 })
    expect(days.map(({ count }) => count)).toEqual([60, 50, 20])
    expect(endsAt).toBe(MONDAY + 2 * DAY + 20 * 13 * SECOND)
    expect(see({ warm: 2000, cold: 100 }).days.map(({ count }) => count)).toEqual([1000, 1000, 100])
    expect(see({ warm: 0, cold: 1 }, { coldCap: 0 }).endsAt).toBeNull()
    expect(see({ warm: 10, cold: 0 }, {}, { sent: 995 }).days.map(({ count }) => count)).toEqual([5, 5])
  })
})
