/** The page's sums, and where it is. */
import { describe, expect, test } from 'bun:test'
import type { CompanySummary, ImportSummary } from '../../../src/moving-in/contract'
import type { MovingIn, MovingRun } from '../../../src/operator/moving-in/contract'
import { allRefusalCodes } from '../../../src/operator/moving-in/refusals'
import { pathCodes } from '../../../src/operator/moving-in/source-files'
import { movingTexts } from '../../../src/texts/moving-in'
import { linesOf, partsOf, progressOf, stepOf, warningsOf } from '../../../ui/features/moving-in/rules'
import { texts } from '../../../ui/features/moving-in/texts'

const company = (fields: Partial<CompanySummary> = {}): CompanySummary => ({
  name: 'Padaria',
  theirs: '2',
  id: null,
  isAgain: false,
  imported: { users: 2, contacts: 9, messages: 100 },
  merged: [{ what: 'contacts', count: 1, reason: 'ninthDigit' }],
  skipped: [{ what: 'messages', count: 3, reason: 'noContact' }],
  noted: [{ what: 'connections', count: 1, reason: 'scanAgain' }],
  sessions: [],
  ...fields,
})
const nothing = { imported: {}, merged: [], skipped: [], noted: [] }
const report = (companies: CompanySummary[]): ImportSummary => ({
  family: 'ticketz',
  version: null,
  companies,
  installation: { ...nothing, imported: { plans: 2 } },
  left: [{ what: 'BaileysKeys', count: 5, reason: 'scanAgain' }],
  unknownColumns: [],
  isDryRun: true,
})
const run = (fields: Partial<MovingRun> = {}): MovingRun => ({
  state: 'running',
  isDryRun: false,
  canContinue: false,
  step: 'messages',
  done: 40,
  total: 103,
  company: { name: 'Padaria', theirs: '2', at: 1, of: 2 },
  rows: { users: 2, contacts: 10, messages: 40, 'quick-messages': 1 },
  startedAt: '2026-03-02T12:00:00.000Z',
  endedAt: null,
  refusal: null,
  problem: null,
  ...fields,
})
const page = (fields: Partial<MovingIn> = {}): MovingIn => ({
  source: null,
  uploads: [],
  upload: null,
  run: null,
  dryRun: null,
  askedAbout: null,
  choice: null,
  result: null,
  free: 1,
  ...fields,
})
const dated = { startedAt: '2026-03-02T12:00:00.000Z', endedAt: '2026-03-02T12:01:00.000Z' }

describe('the sums', () => {
  test('of there are those of here and of each reason', () => {
    expect(linesOf(partsOf(report([company(), company({ theirs: '3' })])))).toEqual([
      { what: 'users', there: 4, here: 4, difference: 0, why: [] },
      { what: 'contacts', there: 20, here: 18, difference: 2, why: [{ reason: 'ninthDigit', count: 2 }] },
      { what: 'messages', there: 206, here: 200, difference: 6, why: [{ reason: 'noContact', count: 6 }] },
      { what: 'BaileysKeys', there: 5, here: 0, difference: 5, why: [{ reason: 'scanAgain', count: 5 }] },
      { what: 'plans', there: 2, here: 2, difference: 0, why: [] },
    ])
  })

  test('a company is warned of by what it alone has', () => {
    expect(warningsOf(company()).map(({ reason }) => reason)).toEqual(['noContact', 'ninthDigit'])
    expect(warningsOf(company({ merged: [], skipped: [] }))).toEqual([])
  })

  test('of the progress are those of the dry run, without what was left out', () => {
    const three = [company(), company({ theirs: '3' }), company({ theirs: '4' })]
    const choice = { leftOut: ['4'], isOperators: null, takeSessions: false }
    const { messages, companies, kinds } = progressOf(report(three), choice, run())
    expect(messages).toEqual({ done: 40, total: 206 })
    expect(companies.map(({ done, state }) => [done, state])).toEqual([
      [40, 'now'],
      [0, 'waiting'],
    ])
    expect(kinds.map(({ id, done, total }) => [id, done, total])).toEqual([
      ['users', 2, 4],
      ['contacts', 10, 20],
      ['messages', 40, 206],
    ])
    const ended = progressOf(report(three), choice, run({ step: 'end', company: null }))
    expect(ended.messages).toEqual({ done: 206, total: 206 })
  })
})

test('the step follows from what the server says', () => {
  const source = {
    dump: { name: 'a', path: '/a', bytes: 1 },
    media: null,
    redis: null,
    name: '',
    zone: '',
    database: '',
  }
  const dryRun = { ...dated, report: report([company()]), isStale: false }
  const dry = (state: MovingRun['state']) => run({ state, isDryRun: true })
  expect(stepOf(page())).toBe('source')
  expect(stepOf(page({ source, run: dry('running') }))).toBe('dryRun')
  expect(stepOf(page({ source, run: dry('failed') }))).toBe('source')
  expect(stepOf(page({ source, run: dry('done'), dryRun }))).toBe('dryRun')
  for (const state of ['running', 'failed', 'stopped', 'killed'] as const)
    expect(stepOf(page({ source, run: run({ state }), dryRun }))).toBe('move')
  const result = { ...dated, report: report([company()]) }
  expect(stepOf(page({ source, run: run({ state: 'done' }), dryRun, result }))).toBe('result')
})

describe('the words', () => {
  test('there are some for each refusal', async () => {
    for (const language of ['pt-BR', 'en', 'es', 'tr'] as const) {
      const { movingIn } = (await texts.of(language)) as { movingIn: { refusal: Record<string, string> } } // as it was defined
      expect(Object.keys(movingIn.refusal).sort()).toEqual([...allRefusalCodes, ...pathCodes].sort())
    }
  })
})
