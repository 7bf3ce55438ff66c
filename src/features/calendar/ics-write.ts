/** Writes events as a calendar file (RFC 5545). */
import ICAL from 'ical.js'
import { createBudget } from '../../platform/budget'
import { MINUTE } from '../../platform/time'
import { ruleOf } from './ics-repeat'
import { type FoundEvent, repeatOf } from './queries'
import type { Zone } from './repeat'
import { zoneOf } from './zone'

/** The library does not count the space before a continued line. */
ICAL.foldLength = 74

/** How jCal (RFC 7265) writes a property: name, parameters, type, values. */
type Property = readonly [name: string, params: Readonly<Record<string, string>>, type: string, ...values: unknown[]]

/** Years ahead for which the file describes the clock changes of the zone. */
const YEARS_AHEAD = 10
const MOST_CHANGES = 100

/** The name of an event that came from no file. Another company's event has another time of creation. */
export const uidOf = ({ id, createdAt, plan }: FoundEvent): string => plan.uid ?? `event-${id}-${createdAt}@balcao`

/** The whole file. */
export async function writeCalendar(events: readonly FoundEvent[], timeZone: string, now: number): Promise<string> {
  const budget = createBudget()
  const zone = zoneOf(timeZone)
  const series = events.filter(({ plan }) => plan.repeat)
  const parts = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Balcao//Calendar//PT', 'CALSCALE:GREGORIAN']
  if (series.length > 0) parts.push(describeZone(timeZone, Math.min(...series.map(({ startAt }) => startAt)), now))
  for (const event of events) {
    await budget.rest()
    parts.push(ICAL.stringify(['vevent', propertiesOf(event, zone, timeZone), alarmOf(event)]))
  }
  return `${[...parts, 'END:VCALENDAR'].join('\r\n')}\r\n`
}

function propertiesOf(event: FoundEvent, zone: Zone, timeZone: string): Property[] {
  const { title, description, startAt, endAt, plan, contactName, createdAt, updatedAt } = event
  const [begins, ends] = [zone.localOf(startAt), zone.localOf(endAt)]
  const isAllDay = begins.endsWith('T00:00') && ends.endsWith('T00:00')
  const repeat = repeatOf(plan)
  // A repeated event keeps its wall clock times.
  const timeOf = (name: string, ...at: number[]): Property => {
    if (isAllDay) return [name, {}, 'date', ...at.map((one) => zone.localOf(one).slice(0, 10))]
    if (!repeat) return [name, {}, 'date-time', ...at.map(inUtc)]
    return [name, { tzid: timeZone }, 'date-time', ...at.map((one) => `${zone.localOf(one)}:00`)]
  }
  const time = begins.slice(10)
  const skipped = plan.skipped.map((day) => zone.instantOf(day + time))
  const until = repeat?.until && (isAllDay ? repeat.until : inUtc(zone.instantOf(repeat.until + time)))
  return [
    ['uid', {}, 'text', uidOf(event)],
    ['dtstamp', {}, 'date-time', inUtc(updatedAt)],
    ['created', {}, 'date-time', inUtc(createdAt)],
    ['last-modified', {}, 'date-time', inUtc(updatedAt)],
    timeOf('dtstart', startAt),
    timeOf('dtend', endAt),
    ['summary', {}, 'text', title],
    ...(description === '' ? [] : [['description', {}, 'text', description] as const]),
    ...(contactName === null ? [] : [['contact', {}, 'text', contactName] as const]),
    ...(repeat ? [['rrule', {}, 'recur', ruleOf(repeat, begins, until || null)] as const] : []),
    ...(repeat && skipped.length > 0 ? [timeOf('exdate', ...skipped)] : []),
  ]
}

function alarmOf({ title, plan: { remindLead } }: FoundEvent) {
  if (remindLead === null) return []
  const trigger = `${remindLead > 0 ? '-' : ''}PT${Math.abs(remindLead)}M`
  const alarm: Property[] = [
    ['action', {}, 'text', 'DISPLAY'],
    ['description', {}, 'text', title],
    ['trigger', {}, 'duration', trigger],
  ]
  return [['valarm', alarm, []]]
}

const inUtc = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The zone with its clock changes, for programs that do not know it by name. */
function describeZone(timeZone: string, from: number, now: number): string {
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  const last = now + YEARS_AHEAD * 366 * 24 * 60 * MINUTE
  const changes = [observance(at.offset, at.offset, '1970-01-01T00:00:00', at.offset)]
  for (let count = 0; count < MOST_CHANGES; count++) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds > last) break
    // Written as the old offset shows it.
    const before = next.toInstant().toZonedDateTimeISO(at.offset).toPlainDateTime().toString({ smallestUnit: 'second' })
    const standard = next.with({ month: 1, day: 1 }).offset
    changes.push(observance(at.offset, next.offset, before, standard))
    at = next
  }
  return ICAL.stringify(['vtimezone', [['tzid', {}, 'text', timeZone]], changes])
}

const observance = (from: string, to: string, start: string, standard: string) => [
  to === standard || to <= from ? 'standard' : 'daylight',
  [
    ['dtstart', {}, 'date-time', start],
    ['tzoffsetfrom', {}, 'utc-offset', from],
    ['tzoffsetto', {}, 'utc-offset', to],
  ],
  [],
]
