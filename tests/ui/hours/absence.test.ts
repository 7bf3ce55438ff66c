import { expect, test } from 'bun:test'
import { withoutAbsenceText } from '../../../ui/features/hours/absence'

test('a connection leaves customers unanswered out of hours unless it or its only queue has a text', () => {
  const queues = [
    { id: 1, outOfHoursMessage: 'Fechado' },
    { id: 2, outOfHoursMessage: ' ' },
  ]
  const connection = (queueIds: number[], outOfHoursMessage = '') => ({ queueIds, outOfHoursMessage })
  const silent = [connection([]), connection([2]), connection([1, 2]), connection([1], 'Volte amanhã'), connection([1])]
  expect(withoutAbsenceText(silent, queues)).toEqual(silent.slice(0, 3))
})
