/** Where nobody is answered and nothing said so: a bot without queues, hours without an out-of-hours text. */
import { expect, test } from 'bun:test'
import { isBlank, isSameOutline, newRow } from '../../../ui/features/bot/tree/outline'
import { greetingOf, templates } from '../../../ui/features/bot/tree/templates'
import { formValues } from '../../../ui/features/connections/formSchema'
import { isBotSilent } from '../../../ui/features/connections/spec'
import { withoutAbsenceText } from '../../../ui/features/hours/absence'
import { textIn } from '../support/texts'

test('a new connection uses the only queue; with several somebody chooses', () => {
  expect(formValues(undefined, true, [{ id: 7 }]).queueIds).toEqual([7])
  expect(formValues(undefined, true, [{ id: 7 }, { id: 8 }]).queueIds).toEqual([])
  expect(formValues(undefined, true, []).queueIds).toEqual([])
})

test('a bot that is on without any queue is silent', () => {
  expect(isBotSilent({ enableQueueChatbot: true, queueIds: [] })).toBe(true)
  expect(isBotSilent({ enableQueueChatbot: true, queueIds: [1] })).toBe(false)
  expect(isBotSilent({ enableQueueChatbot: false, queueIds: [] })).toBe(false)
})

test('a connection leaves people unanswered out of hours unless it or its only queue has a text', () => {
  const queues = [
    { id: 1, outOfHoursMessage: 'Fechado' },
    { id: 2, outOfHoursMessage: ' ' },
  ]
  const connection = (queueIds: number[], outOfHoursMessage = '') => ({ queueIds, outOfHoursMessage })
  const silent = [connection([]), connection([2]), connection([1, 2]), connection([1], 'Volte amanhã'), connection([1])]
  expect(withoutAbsenceText(silent, queues)).toEqual(silent.slice(0, 3))
})

test('each template of a bot brings a greeting, with variables as they are stored', async () => {
  for (const language of ['pt-BR', 'en', 'es', 'tr'] as const) {
    const t = await textIn(language)
    for (const template of templates) expect(greetingOf(template, t)).toContain('{{firstName}}')
  }
})

test('a new option is blank until something is written, and an outline is the same by what it says', () => {
  const row = newRow([], 0)
  expect(isBlank(row)).toBe(true)
  expect(isBlank({ ...row, title: 'Preço' })).toBe(false)
  expect(isSameOutline([row], [{ ...row }])).toBe(true)
  expect(isSameOutline([row], [{ ...row, message: 'Oi' }])).toBe(false)
  expect(isSameOutline([row], [])).toBe(false)
})
