/** Reads calendar files (RFC 5545) as other programs write them. */
import ICAL from 'ical.js'
import * as v from 'valibot'
import type { Budget } from '../../platform/budget'
import { isPlannable } from '../../platform/formats'
import { DAY, HOUR, MINUTE } from '../../platform/time'
import {
  CreateEvent,
  EVENT_DESCRIPTION_LENGTH,
  EVENT_TITLE_LENGTH,
  LONGEST_REPEATED,
  MOST_IMPORTED,
  MOST_SKIPPED,
  type Repeat,
} from './contract'
import { kindOf, lastOfCount, type Rule } from './ics-repeat'
import { type FileZone, zoneNamed } from './ics-zones'
import { firstDay, type Zone } from './repeat'
import { zoneOf } from './zone'

/** An event of a file, in our terms. */
export type FileEvent = {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly start: number
  readonly end: number
  readonly repeat: Repeat | null
  readonly skipped: readonly string[]
  /** Undefined: the file has no reminder that we can keep. */
  readonly remindLead: number | undefined
  /** It repeats in a way that we lack. */
  readonly isSimplified: boolean
}
export type FileContent = {
  readonly events: readonly FileEvent[]
  readonly unreadable: number
  /** Beyond the limit of a file. */
  readonly left: number
}

/** Characters of one event. Longer ones hold pictures, or are an attack. */
const LONGEST_EVENT = 64_000
const LONGEST_UID = 300

/** Undefined if the text is no calendar. */
export async function readCalendar(text: string, timeZone: string, budget: Budget): Promise<FileContent | undefined> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text)) return undefined
  const { events, zones, left } = await piecesOf(text, budget)
  const described = new Map<string, FileZone>()
  for (const zone of zones) {
    await budget.rest()
    const parsed = parse(zone)
    if (parsed) described.set(parsed.text('tzid'), fileZoneOf(parsed))
  }
  const reader = { zone: zoneOf(timeZone), described }
  const found = new Map<string, FileEvent>()
  const changed: { uid: string; day: string; at: string; event: FileEvent | undefined }[] = []
  let unreadable = 0
  for (const piece of events) {
    await budget.rest()
    const part =
      piece.length > LONGEST_EVENT ? undefined : (parse(piece) ?? parse(piece.replace(/^RRULE[^\r\n]*/gim, 'X-LOST:1')))
    const event = part && eventOf(part, reader)
    if (!part || !event) {
      unreadable++
      continue
    }
    const isCancelled = part.text('status').toUpperCase() === 'CANCELLED'
    const of = part.time('recurrence-id', reader)
    if (of !== undefined) {
      const day = reader.zone.localOf(of).slice(0, 10)
      const at = new Date(of).toISOString()
      changed.push({ uid: event.uid, day, at, event: isCancelled ? undefined : { ...event, repeat: null } })
    } else if (!isCancelled) found.set(event.uid, event)
  }
  for (const { uid, day, at, event } of changed) {
    const series = found.get(uid)
    if (series?.repeat && series.skipped.length < MOST_SKIPPED && !series.skipped.includes(day))
      found.set(uid, { ...series, skipped: [...series.skipped, day] })
    if (event) found.set(`${uid}#${at}`, { ...event, uid: `${uid}#${at}` })
  }
  return { events: [...found.values()], unreadable, left }
}

/** The texts of the events and zones. */
async function piecesOf(text: string, budget: Budget) {
  const [events, zones]: [string[], string[]] = [[], []]
  let left = 0
  let begins: { at: number; name: string } | undefined
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at)
    const end = line < 0 ? text.length : line + 1
    const word = end - at < 30 ? text.slice(at, end).trim().toUpperCase() : ''
    const name = /^(?:BEGIN|END):(VEVENT|VTIMEZONE)$/.exec(word)?.[1]
    if (name && word.startsWith('B')) begins = { at, name }
    else if (name && begins?.name === name) {
      const list = name === 'VEVENT' ? events : zones
      if (list.length < MOST_IMPORTED) list.push(text.slice(begins.at, end))
      else if (name === 'VEVENT') left++
      begins = undefined
    }
    at = end
    await budget.rest()
  }
  return { events, zones: zones.filter((one) => one.length <= LONGEST_EVENT), left }
}

/** As jCal (RFC 7265) holds it; its values follow. */
const Property = v.looseTuple([v.string(), v.record(v.string(), v.unknown()), v.string()])
type Reader = { readonly zone: Zone; readonly described: ReadonlyMap<string, FileZone> }

/** A part of the file, as its properties. */
class Part {
  readonly #properties: readonly unknown[]
  readonly parts: readonly { readonly name: string; readonly part: Part }[]
  constructor([, properties, parts]: readonly unknown[]) {
    this.#properties = Array.isArray(properties) ? properties : []
    this.parts = (Array.isArray(parts) ? parts : []).map((one) => ({ name: String(one[0]), part: new Part(one) }))
  }
  all(name: string): (readonly unknown[])[] {
    return this.#properties.filter((one): one is readonly unknown[] => v.is(Property, one) && one[0] === name)
  }
  value(name: string): unknown {
    return this.all(name)[0]?.[3]
  }
  text(name: string): string {
    const value = this.value(name)
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''
  }
  /** The instants of all its values. */
  times(name: string, reader: Reader): number[] {
    return this.all(name).flatMap(([, params, , ...values]) =>
      values.flatMap((value) => instantOf(value, params, reader) ?? []),
    )
  }
  time(name: string, reader: Reader): number | undefined {
    return this.times(name, reader)[0]
  }
}
function parse(piece: string): Part | undefined {
  try {
    return new Part(
      ICAL.parse(
        piece
          .replaceAll('\uFEFF', '')
          .replace(/\r\n?|\n/g, '\r\n')
          .replace(/(\r\n)+/g, '\r\n')
          .trim(),
      ),
    )
  } catch {
    return undefined
  }
}

function fileZoneOf(part: Part): FileZone {
  const standard = part.parts.find(({ name }) => name === 'standard')?.part
  return { place: part.text('x-lic-location') || undefined, offset: standard?.text('tzoffsetto') || undefined }
}

/** A day begins at the company's midnight; a time without zone is the company's wall clock. */
function instantOf(value: unknown, params: unknown, { zone, described }: Reader): number | undefined {
  if (typeof value !== 'string') return undefined
  try {
    if (value.length === 10) return zone.instantOf(`${Temporal.PlainDate.from(value)}T00:00`)
    if (value.endsWith('Z')) return Temporal.Instant.from(value).epochMilliseconds
    const name = tzidOf(params)
    const own = name === '' ? zone : (zoneNamed(name, described.get(name)) ?? zone)
    return own.instantOf(`${Temporal.PlainDateTime.from(value)}`)
  } catch {
    return undefined
  }
}
const tzidOf = (params: unknown): string => {
  const tzid = (params as { tzid?: unknown } | undefined)?.tzid
  return typeof tzid === 'string' ? tzid : ''
}

function eventOf(part: Part, reader: Reader): FileEvent | undefined {
  const start = part.time('dtstart', reader)
  if (start === undefined || !isPlannable(new Date(start).toISOString())) return undefined
  const isAllDay = String(part.value('dtstart')).length === 10
  const end = endOf(part, start, isAllDay, reader)
  if (!isPlannable(new Date(end).toISOString())) return undefined
  const title = cleanTitle(part.text('summary') || part.text('location')) || '—'
  const where = part.text('summary') && part.text('location')
  const description = [where, part.text('description')]
    .filter(Boolean)
    .join('\n')
    .trim()
    .slice(0, EVENT_DESCRIPTION_LENGTH)
    .toWellFormed()
  const repeat = repeatIn(part, { start, end }, reader)
  const isSimplified = !repeat && ['rrule', 'rdate', 'x-lost'].some((name) => part.all(name).length > 0)
  const days = part.times('exdate', reader).map((at) => reader.zone.localOf(at).slice(0, 10))
  return {
    uid: part.text('uid').slice(0, LONGEST_UID) || `${title}@${start}`,
    title,
    description,
    start,
    end,
    repeat,
    skipped: repeat ? [...new Set(days)].sort().slice(0, MOST_SKIPPED) : [],
    remindLead: leadIn(part),
    isSimplified: isSimplified || (repeat !== null && part.all('rdate').length > 0),
  }
}

const cleanTitle = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, EVENT_TITLE_LENGTH)
    .toWellFormed()
    .trim()

/** Some programs write no end, or one before the start. */
function endOf(part: Part, start: number, isAllDay: boolean, reader: Reader): number {
  const end = part.time('dtend', reader) ?? start + minutesOf(part.text('duration')) * MINUTE
  if (end > start) return end
  return isAllDay
    ? reader.zone.instantOf(`${reader.zone.localOf(start + DAY + HOUR).slice(0, 10)}T00:00`)
    : start + HOUR
}

function minutesOf(duration: string): number {
  try {
    return Temporal.Duration.from(duration).total({ unit: 'minutes', relativeTo: '2026-01-01' })
  } catch {
    return 0
  }
}

function repeatIn(part: Part, times: { start: number; end: number }, reader: Reader): Repeat | null {
  const rules = part.all('rrule')
  const rule = rules[0]?.[3]
  if (rules.length !== 1 || typeof rule !== 'object' || rule === null) return null
  if (times.end - times.start > LONGEST_REPEATED) return null
  const { until, count } = rule as Rule // an object
  const begins = reader.zone.localOf(times.start)
  const [first, time] = [begins.slice(0, 10), begins.slice(10)]
  const day = String(part.value('dtstart')).slice(0, 10)
  const kind = kindOf(rule as Rule, { day, isSameDay: day === first })
  if (!kind) return null
  if (count !== undefined) return { kind, until: lastOfCount(kind, first, count) }
  if (until === undefined) return { kind, until: null }
  const params = part.all('dtstart')[0]?.[1]
  const ends = instantOf(until, params, reader)
  if (ends === undefined) return null
  const last = reader.zone.localOf(ends).slice(0, 10)
  const isIn = String(until).length === 10 || reader.zone.instantOf(last + time) <= ends
  const lastDay = isIn ? last : reader.zone.localOf(ends - DAY).slice(0, 10)
  return lastDay < firstDay(first, kind) ? null : { kind, until: lastDay < '2200' ? lastDay : null }
}

/** The first reminder that is relative to the start. */
function leadIn(part: Part): number | undefined {
  for (const { name, part: alarm } of part.parts) {
    const [trigger] = alarm.all('trigger')
    if (name !== 'valarm' || !trigger || trigger[2] !== 'duration' || relatedOf(trigger[1]) === 'END') continue
    const lead = -Math.round(minutesOf(String(trigger[3]))) + 0
    if (v.is(CreateEvent.entries.remindLead, lead)) return lead
  }
  return undefined
}
const relatedOf = (params: unknown): string =>
  String((params as { related?: unknown } | undefined)?.related).toUpperCase()
