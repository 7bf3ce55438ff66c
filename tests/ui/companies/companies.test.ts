import { describe, expect, test } from 'bun:test'
import type { CompanyRow } from '../../../src/operator/tenants/contract'
import { daysLeft, stateOf, toneOf, usedWords } from '../../../ui/features/companies/spec'

const NOW = Date.parse('2026-11-19T23:30:00-03:00')
const due = (day: string, timeZone = 'America/Sao_Paulo') => ({
  id: 7,
  dueDate: new Date(Date.parse(`${day}T23:59:59.999-03:00`)).toISOString(),
  timeZone,
  plan: null,
  trialUntil: null,
})

describe('a company’s due date', () => {
  test('is counted in calendar days of its time zone', () => {
    expect(daysLeft(due('2026-11-19'), NOW)).toBe(0)
    expect(daysLeft(due('2026-11-20'), NOW)).toBe(1)
    expect(daysLeft(due('2026-09-04'), NOW)).toBe(-76)
    expect(daysLeft({ ...due('2026-11-19'), id: 1 }, NOW)).toBeNull()
    // In Lisbon it is already the 20th, and the company is due on that day.
    expect(daysLeft(due('2026-11-19', 'Europe/Lisbon'), NOW)).toBe(0)
  })

  test('is yellow in the five days before, red on the day and after', () => {
    expect([6, 5, 1, 0, -1, null].map(toneOf)).toEqual(['fine', 'soon', 'soon', 'late', 'late', 'fine'])
  })
})

test('the state says what its people can do', () => {
  const company = { ...due('2026-11-20'), status: true, plan: null }
  expect(stateOf(company, NOW)).toBe('active')
  expect(stateOf({ ...company, status: false }, NOW)).toBe('suspended')
  expect(stateOf({ ...company, ...due('2026-11-18') }, NOW)).toBe('limited')
  expect(stateOf({ ...company, ...due('2026-11-18'), id: 1 }, NOW)).toBe('active')
  expect(stateOf({ ...company, trialUntil: '2026-11-20T12:00:00.000Z' }, NOW)).toBe('trial')
  expect(stateOf({ ...company, trialUntil: '2026-11-18T12:00:00.000Z' }, NOW)).toBe('active')
})

test('a free plan never expires, and is no trial', () => {
  const plan = { amount: 0 } as CompanyRow['plan'] // the rules read no more of it
  const company = { ...due('2026-09-04'), status: true, plan }
  expect([daysLeft(company, NOW), stateOf(company, NOW)]).toEqual([null, 'active'])
})

test('usage shows the limit where there is one, and a dash where nothing could be read', () => {
  expect([usedWords(2, 3), usedWords(2, null), usedWords(2, undefined), usedWords(undefined, 3)]).toEqual([
    '2/3',
    '2',
    '2',
    '–',
  ])
})
