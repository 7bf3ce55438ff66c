/** Takes over the opening hours of another product's company, and the days on which it is closed. */
import * as v from 'valibot'
import { type Move, type Mover, movers } from '../moving-in/mover'
import { type ReadHours, readHours } from '../moving-in/reading/hours'
import type { Cx } from '../platform/cx'
import { execute, getOnlyValue, getValue } from '../platform/sql'
import { oneLine } from '../platform/text'
import { CalendarDay } from './contract'
import { setCompanyWeek } from './queries'

/** A day of each year stands here for some years. */
const YEARS = 3
const MOST_DAYS = 300
const LONGEST_NAME = 50

function moveHours({ cx, company, report, inSlices, isAgain }: Move): Promise<void> {
  return inSlices('hours', [company], () => {
    const found = readHours(company.hours)
    if (isAgain && getValue(cx.db, 'SELECT 1 FROM company_hours') !== undefined) return
    if (found.week) setCompanyWeek(cx.db, found.week)
    addClosedDays(cx, found, null)
    noteLosses({ report }, found, company.name)
  })
}

export function noteLosses({ report }: Pick<Move, 'report'>, { breaks, oddDays }: ReadHours, name: string): void {
  for (let n = 0; n < breaks; n += 1) report.noted('hours', 'lunchBreak', name)
  for (let n = 0; n < oddDays; n += 1) report.noted('hours', 'oddDay', name)
}

/** `queueId` null: of the whole company. */
export function addClosedDays(cx: Cx, { closed }: ReadHours, queueId: number | null): void {
  const year = new Date(cx.now()).getUTCFullYear()
  let count = getOnlyValue<number>(cx.db, 'SELECT count(*) FROM holidays')
  for (const { day, isYearly, name } of closed) {
    const days = isYearly ? Array.from({ length: YEARS }, (_, n) => `${year + n}${day.slice(4)}`) : [day]
    for (const one of days.filter((one) => v.is(CalendarDay, one))) {
      if (count >= MOST_DAYS) return
      const plain = oneLine(name, LONGEST_NAME)
      const { changes } = execute(cx.db, 'INSERT OR IGNORE INTO holidays (day, name, queue_id) VALUES (?, ?, ?)', [
        one,
        plain.length >= 2 ? plain : 'Fechado',
        queueId,
      ])
      count += changes
    }
  }
}

const hoursMover: Mover = { name: 'hours', move: moveHours }
export const movesHours = movers.filledWith(hoursMover)
