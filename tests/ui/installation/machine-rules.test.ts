/** What the tab about machines says. */
import { describe, expect, test } from 'bun:test'
import type { CompanyMove, Fleet, Machine, MachineCompany, MoveChoices } from '../../../src/features/machines/contract'
import {
  isNear,
  noticesOf,
  rowIdOf,
  scarceIn,
  situationOf,
  stageOf,
  stepStates,
} from '../../../ui/features/installation/machines/rules'

const machine = (more: Partial<Machine> = {}): Machine => ({
  name: 'mare-1',
  address: '10.1.0.1:7000',
  version: '1.0.0',
  state: 'running',
  since: null,
  startedAt: '2026-03-01T12:00:00.000Z',
  isFirst: true,
  companies: 7,
  copies: 0,
  emptying: null,
  load: {
    cpu: 0.2,
    memory: 0.3,
    disk: 0.4,
    connections: 23,
    connectionsUp: 21,
    cpus: 2,
    memoryBytes: 4e9,
    diskBytes: 80e9,
    ownMemory: 0.1,
  },
  lag: 4,
  ...more,
})
const loaded = (load: Partial<NonNullable<Machine['load']>>): Machine => {
  const one = machine()
  return { ...one, load: one.load && { ...one.load, ...load } }
}

describe('a machine', () => {
  test('is full by its scarcest resource, and its bars are amber a little earlier', () => {
    expect(situationOf(machine())).toBe('running')
    expect(situationOf(loaded({ memory: 0.83, cpu: 0.81 }))).toBe('full')
    expect(scarceIn(loaded({ memory: 0.81, cpu: 0.93 }))).toBe('cpu')
    expect(scarceIn(loaded({ disk: 0.84 }))).toBeUndefined()
    expect([isNear('memory', 0.71), isNear('memory', 0.69)]).toEqual([true, false])
  })

  test('that gives its companies away says when nothing is left', () => {
    expect(situationOf(machine({ state: 'emptying', emptying: { left: 2 } }))).toBe('emptying')
    expect(situationOf(machine({ state: 'emptying', emptying: { left: 0 } }))).toBe('emptied')
    expect(situationOf(machine({ state: 'leaving', emptying: { left: 0 } }))).toBe('leaving')
  })

  test('that says nothing has no load', () => {
    expect(situationOf(machine({ state: 'silent', load: null }))).toBe('silent')
    expect(scarceIn(machine({ load: null }))).toBeUndefined()
  })
})

describe('notices', () => {
  const companies: Fleet['companies'] = { total: 9, ownerless: 0, uncopied: 0, moving: 0, planned: 0, failed: 0 }
  const fleet = (machines: readonly Machine[], more: Partial<Fleet['companies']> = {}): Fleet => ({
    machines: [...machines],
    companies: { ...companies, ...more },
    nextHour: '2026-03-03T06:00:00.000Z',
    isSample: false,
  })
  const named = (name: string, more: Partial<Machine> = {}) => machine({ name, ...more })
  const names = (...given: Parameters<typeof fleet>) => noticesOf(fleet(...given)).map(({ what }) => what)

  test('are none while all is well', () => {
    expect(names([named('a'), named('b')])).toEqual([])
  })

  test('name what is wrong, the worst first', () => {
    expect(names([named('a'), named('b'), named('c', { state: 'silent' })], { ownerless: 2, failed: 1 })).toEqual([
      'ownerless',
      'silent',
      'failed',
    ])
  })

  test('say that nobody could take over, instead of counting copies', () => {
    expect(names([named('a'), named('b', { state: 'silent' })], { uncopied: 9 })).toEqual(['silent', 'alone'])
    expect(names([named('a'), named('b')], { uncopied: 9 })).toEqual(['uncopied'])
  })

  test('name versions that differ, of machines that run', () => {
    expect(noticesOf(fleet([named('a'), named('b', { version: '1.1.0' })]))).toEqual([
      { what: 'versions', tone: 'info', count: 2, name: '1.0.0, 1.1.0' },
    ])
    expect(names([named('a'), named('b'), named('c', { version: '0.9.0', state: 'stopped' })])).toEqual([])
  })
})

describe('a move', () => {
  const company = (at: string | null, move: CompanyMove | null): MoveChoices => ({
    company: { machine: at, move } as MachineCompany, // the rest decides nothing
    targets: [],
    nextHour: '2026-03-03T06:00:00.000Z',
  })
  const move = (step: CompanyMove['step']): CompanyMove => ({ to: 'b', step, at: null, fault: null })
  const watched = { from: 'a', to: 'b' }

  test('goes through its stages as it is seen', () => {
    expect(stageOf(company('a', null), null)).toBe('choosing')
    expect(stageOf(company('a', move('planned')), null)).toBe('planned')
    expect(stageOf(company('a', move('copies')), watched)).toBe('moving')
    expect(stageOf(company(null, null), watched)).toBe('moving')
    expect(stageOf(company('b', null), watched)).toBe('done')
    expect(stageOf(company('a', move('failed')), watched)).toBe('choosing')
  })

  test('shows what is done, what runs and what waits', () => {
    const of = (...given: Parameters<typeof stepStates>) => Object.values(stepStates(...given))
    expect(of('choosing', null)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    expect(of('moving', move('closes'))).toEqual(['done', 'running', 'waiting', 'waiting'])
    expect(of('moving', null)).toEqual(['done', 'done', 'running', 'waiting'])
    expect(of('done', null)).toEqual(['done', 'done', 'done', 'done'])
  })
})

test('a row keeps its number, and two names have different ones', () => {
  expect(rowIdOf('mare-1')).toBe(rowIdOf('mare-1'))
  expect(new Set(Array.from({ length: 200 }, (_, at) => rowIdOf(`mare-${at}`))).size).toBe(200)
})
