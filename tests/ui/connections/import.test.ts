/** Converts the form's days to instants. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { dayOf, formSchema, formValues, momentOf } from '../../../ui/features/connections/formSchema'

const NOW = new Date(2026, 10, 21, 15, 30).getTime()

test('a day becomes its first and last instant by the company’s clock; today ends now', () => {
  const zone = 'Asia/Tokyo' // in whatever zone the browser is
  expect(momentOf('2026-11-01', 'start', NOW, zone)).toBe('2026-10-31T15:00:00.000Z')
  expect(momentOf('2026-11-01', 'end', NOW, zone)).toBe('2026-11-01T14:59:59.999Z')
  for (const edge of ['start', 'end'] as const)
    expect(dayOf(momentOf('2026-11-01', edge, NOW, zone), zone)).toBe('2026-11-01')
  expect(momentOf(dayOf(new Date(NOW).toISOString(), zone), 'end', NOW, zone)).toBe(new Date(NOW).toISOString())
  expect([momentOf('', 'start', NOW, zone), momentOf('2026-13-45', 'start', NOW, zone)]).toEqual([null, null])
  expect(dayOf(null, zone)).toBe('')
})

test('the form validates changed fields as the server would', () => {
  const values = { ...formValues(undefined, true, []), name: 'Loja', importOldMessagesEnable: true }
  const several = { ...formValues(undefined, true, []), name: 'Loja', queueIds: [1, 2] }
  expect(v.safeParse(formSchema(undefined), several).issues).toMatchObject([{ message: 'form.required' }])
  expect(v.safeParse(formSchema(several as never), { ...several, name: 'Matriz' }).success).toBe(true)
  const faults = v.safeParse(formSchema(undefined), values).issues?.map((issue) => [v.getDotPath(issue), issue.message])
  expect(faults).toEqual([['queueIdImportMessages', 'form.import.queue']])
  const old = { ...values, queueIdImportMessages: 1, importDateStartMessages: '2001-01-01T00:00:00.000Z' }
  expect(v.safeParse(formSchema(undefined), old).success).toBe(false)
  expect(v.safeParse(formSchema(old as never), { ...old, name: 'Matriz' }).success).toBe(true)
})
