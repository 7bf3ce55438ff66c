/** The timetable of the backups: cron patterns as weekdays and a time. */
import { describe, expect, test } from 'bun:test'
import { readWeekly, weeklyPattern } from '../../../ui/features/operator-settings/weekly'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

describe('a timetable', () => {
  test.each([
    ['0 3 * * *', everyDay, '03:00'],
    ['30 23 * * 1-6', [0, 1, 2, 3, 4, 5], '23:30'],
    ['5 0 * * 0', [6], '00:05'],
    ['0 12 * * 7', [6], '12:00'],
    ['0 3 * * 0,1,3-4', [0, 2, 3, 6], '03:00'],
    ['', [], ''],
  ] as const)('reads %p', (pattern, days, time) => {
    expect(readWeekly(pattern)).toEqual({ days: [...days], time })
  })

  test.each(['0 */6 * * *', '0 3 1 * *', '0 3 * 1 *', '0,30 3 * * *', '0 3 * * mon', '0 3 * * 6-1', '61 3 * * *', 'x'])(
    'leaves %p to the field for patterns',
    (pattern) => expect(readWeekly(pattern)).toBeUndefined(),
  )

  test.each([
    [[0, 6], '03:05', '5 3 * * 0,1'],
    [[6, 5, 4, 3, 2, 1, 0], '00:00', '0 0 * * *'],
    [[], '03:00', ''],
    [[1], '3', ''],
  ] as const)('of %p at %p is written as %p', (days, time, pattern) => {
    expect(weeklyPattern({ days, time })).toBe(pattern)
  })

  test('is the same after writing and reading it, whatever the days', () => {
    for (let chosen = 1; chosen < 128; chosen++) {
      const days = everyDay.filter((day) => chosen & (1 << day))
      expect(readWeekly(weeklyPattern({ days, time: '21:07' }))).toEqual({ days, time: '21:07' })
    }
  })
})
