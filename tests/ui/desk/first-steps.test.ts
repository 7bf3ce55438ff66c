/** Which of the first steps a company has done, and who sees them. */
import { expect, test } from 'bun:test'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { QueueDetail } from '../../../src/queues/contract'
import { type Company, firstSteps, isNewCompany, stepsDone } from '../../../ui/features/desk/rules/firstSteps'

const connection = (number: string | null, outOfHoursMessage = '') =>
  ({ number, outOfHoursMessage, queueIds: [1] }) as Partial<ConnectionSummary> as ConnectionSummary // no other fields are read
const queue = { id: 1, outOfHoursMessage: '' } as Partial<QueueDetail> as QueueDetail // likewise
const nothing: Company = { queues: [], connections: [], people: 1, attended: 0, hasHours: false }
const done = (company: Partial<Company>) => [...stepsDone({ ...nothing, ...company })]

test('a new company has done nothing, and each step is ticked by its result', () => {
  expect(done({})).toEqual([])
  expect(done({ queues: [queue] })).toEqual(['queue'])
  expect(done({ connections: [connection(null)] })).toEqual([])
  expect(done({ connections: [connection('5521999990000')] })).toEqual(['connection'])
  expect(done({ attended: 1 })).toEqual(['message'])
  expect(done({ people: 2 })).toEqual(['people'])
})

test('the hours step is done once every connection has an out-of-hours text', () => {
  const company = { queues: [queue], people: 2, attended: 1, hasHours: true }
  expect(done({ ...company, connections: [connection('5521999990000')] })).not.toContain('hours')
  expect(done({ ...company, connections: [connection('5521999990000', 'Fechado')] })).toEqual([...firstSteps])
})

test('a company is new until a number is linked or a customer has written', () => {
  expect(isNewCompany([], 0)).toBe(true)
  expect(isNewCompany([{ number: null }], 0)).toBe(true)
  expect(isNewCompany([{ number: '5521999990000' }], 0)).toBe(false)
  expect(isNewCompany([], 3)).toBe(false)
})
