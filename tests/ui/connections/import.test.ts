/** The form's days and the moments on the wire. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { dayOf, formSchema, formValues, momentOf } from '../../../ui/features/connections/formSchema'

const NOW = new Date(2026, 10, 21, 15, 30).getTime()

test('a day is its first and its last moment where the reader is; today ends now', () => {
  expect(dayOf(momentOf('2026-11-01', 'start', NOW))).toBe('2026-11-01')
  expect(dayOf(momentOf('2026-11-01', 'end', NOW))).toBe('2026-11-01')
  expect(momentOf('2026-11-01', 'start', NOW)).toBe(new Date(2026, 10, 1).toISOString())
  expect(momentOf('2026-11-21', 'end', NOW)).toBe(new Date(NOW).toISOString())
  expect(momentOf('', 'start', NOW)).toBeNull()
  expect(dayOf(null)).toBe('')
})

test('the form says at once what the server would say, of what was changed', () => {
  const values = { ...formValues(undefined, true), name: 'Loja', importOldMessagesEnable: true }
  const several = { ...formValues(undefined, true), name: 'Loja', queueIds: [1, 2] }
  expect(v.safeParse(formSchema(undefined), several).issues).toMatchObject([{ message: 'form.required' }])
  expect(v.safeParse(formSchema(several as never), { ...several, name: 'Matriz' }).success).toBe(true)
  const faults = v.safeParse(formSchema(undefined), values).issues?.map((issue) => [v.getDotPath(issue), issue.message])
  expect(faults).toEqual([['queueIdImportMessages', 'form.import.queue']])
  const old = { ...values, queueIdImportMessages: 1, importDateStartMessages: '2001-01-01T00:00:00.000Z' }
  expect(v.safeParse(formSchema(undefined), old).success).toBe(false)
  expect(v.safeParse(formSchema(old as never), { ...old, name: 'Matriz' }).success).toBe(true)
})
