/** A cron pattern as weekdays and a time. Pure. */

/** Days from Monday (0) to Sunday (6), in order. */
export type Weekly = { readonly days: readonly number[]; readonly time: string }

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** Undefined for a pattern that says something else, such as several hours a day. An empty one has no days. */
export function readWeekly(pattern: string): Weekly | undefined {
  if (pattern.trim() === '') return { days: [], time: '' }
  const [minute = '', hour = '', date, month, weekday = ''] = pattern.trim().split(/\s+/)
  if (date !== '*' || month !== '*' || !isUpTo(hour, 23) || !isUpTo(minute, 59)) return undefined
  const days = daysOf(weekday)
  return days && { days, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
}

/** Empty without days or time. */
export function weeklyPattern({ days, time }: Weekly): string {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  if (days.length === 0 || hour === undefined) return ''
  const ofCron = days.map((day) => (day + 1) % 7).toSorted((a, b) => a - b)
  return `${Number(minute)} ${Number(hour)} * * ${days.length === EVERY_DAY.length ? '*' : ofCron.join(',')}`
}

const isUpTo = (digits: string, most: number) => /^\d{1,2}$/.test(digits) && Number(digits) <= most

/** Of `*`, `1-6` and `0,3`, where Sunday is 0 or 7. */
function daysOf(weekday: string): number[] | undefined {
  if (weekday === '*') return EVERY_DAY
  const days = new Set<number>()
  for (const part of weekday.split(',')) {
    const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
    if (from === undefined || Number(from) > Number(to)) return undefined
    for (let day = Number(from); day <= Number(to); day++) days.add((day + 6) % 7)
  }
  return [...days].toSorted((a, b) => a - b)
}
