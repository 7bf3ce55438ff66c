/** Which machine is next, and which company may come back. */
import { describe, expect, test } from 'bun:test'
import type { CompanyStatus, FleetStatus, NodeStatus } from '../../../src/fleet/placement/status'
import { mayReturn } from '../../../src/operator/update/emptying'
import { findHoldUps, findNext, isSettled, listMachines } from '../../../src/operator/update/rolling'
import { CONTROL } from '../../../src/platform/gate'

const node = (name: string, version: string, more: Partial<NodeStatus> = {}): NodeStatus => ({
  name,
  address: '',
  version,
  schema: version === '1.0.0' ? 180 : 181,
  companies: 0,
  standbys: 0,
  isRunning: true,
  isStopped: false,
  isFull: false,
  busy: 0,
  capacity: 1,
  machine: null,
  unstored: null,
  answerMs: null,
  ...more,
})
const company = (uuid: string, owner: string, schema = 180): CompanyStatus => ({
  uuid,
  name: null,
  owner,
  last: owner,
  epoch: 1,
  schema,
  lag: null,
  standby: null,
  isStandbyReady: false,
})
const fleet = (nodes: NodeStatus[], ...companies: CompanyStatus[]): FleetStatus => ({ nodes, companies })

describe('the next machine', () => {
  const status = fleet([node('a', '1.0.0'), node('b', '1.0.0'), node('c', '1.1.0')], company(CONTROL, 'a'))

  test('is one that runs an older version, and the owner of control.db last', () => {
    expect(findNext(status, '1.1.0')?.name).toBe('b')
    expect(listMachines(status).map(({ name }) => name)).toEqual(['b', 'c', 'a'])
    expect(findNext(status, '1.0.0')).toBeUndefined()
  })

  test('is none that does not run', () => {
    const silent = fleet([node('a', '1.0.0', { isRunning: false }), node('c', '1.1.0')], company(CONTROL, 'c'))
    expect(findNext(silent, '1.1.0')).toBeUndefined()
  })
})

describe('a machine is asked', () => {
  const MINUTE = 60_000
  const two = [node('a', '1.0.0'), node('b', '1.0.0')]
  const copied = { ...company('x', 'a'), standby: 'b', isStandbyReady: true }

  test('when every company has an owner and a copy, and after ten minutes without copies, the first one too', () => {
    const uncopied = fleet(two, copied, company('y', 'a'))
    const first = { asked: null, at: 0, without: [] }
    expect(isSettled(fleet(two, copied), first, 0)).toBe(true)
    expect(isSettled(uncopied, first, 9 * MINUTE)).toBe(false)
    expect(isSettled(uncopied, first, 11 * MINUTE)).toBe(true)
    const next = { asked: { machine: 'a', at: 20 * MINUTE, before: null }, at: 0, without: [] }
    expect(isSettled(uncopied, next, 29 * MINUTE)).toBe(false)
    expect(isSettled(uncopied, next, 31 * MINUTE)).toBe(true)
  })

  test('not while a company has no owner or is on its way', () => {
    const none = { ...copied, owner: null }
    const moving = { ...copied, move: { to: 'b', step: 'copies' as const } }
    for (const one of [none, moving])
      expect(isSettled(fleet(two, one), { asked: null, at: 0, without: [] }, 60 * MINUTE)).toBe(false)
  })
})

describe('an update is held up', () => {
  const copied = { ...company('x', 'a'), name: 'Padaria Sol', standby: 'b', isStandbyReady: true }
  const why = (one: CompanyStatus, ...nodes: NodeStatus[]) =>
    findHoldUps(fleet(nodes, one, { ...copied, uuid: 'y' }), []).map((found) => [found.name, found.machine, found.why])

  test('by a company that nobody has or that does not arrive, with its machine and the reason', () => {
    const [a, b] = [node('a', '1.0.0'), node('b', '1.0.0')]
    const none = { ...copied, owner: null }
    expect(why(none, { ...a, isRunning: false }, b)).toEqual([['Padaria Sol', 'a', 'silent']])
    expect(why(none, a, b)).toEqual([['Padaria Sol', 'a', 'untaken']])
    expect(why({ ...none, schema: 181 }, a, b)).toEqual([['Padaria Sol', 'a', 'tooOld']])
    expect(why({ ...copied, move: { to: 'b', step: 'copies' } }, a, b)).toEqual([['Padaria Sol', 'a', 'moving']])
    expect(why(copied, a, b)).toEqual([])
  })

  test('no more once the operator goes on without the company', () => {
    const status = fleet([node('a', '1.0.0'), node('b', '1.0.0')], { ...copied, owner: null, isStandbyReady: false })
    expect(isSettled(status, { asked: null, at: 0, without: [] }, 0)).toBe(false)
    expect(isSettled(status, { asked: null, at: 0, without: ['x'] }, 0)).toBe(true)
  })
})

describe('a company comes back', () => {
  test('with a newer schema only when a second node that runs knows it', () => {
    const one = [node('a', '1.1.0'), node('b', '1.0.0')]
    expect(mayReturn(fleet(one, company('x', 'b')), 'a', 'x')).toBe(false)
    expect(mayReturn(fleet([...one, node('c', '1.1.0')], company('x', 'b')), 'a', 'x')).toBe(true)
    expect(mayReturn(fleet([...one, node('c', '1.1.0', { isRunning: false })], company('x', 'b')), 'a', 'x')).toBe(
      false,
    )
  })

  test('at once if its schema stays', () => {
    const nodes = [node('a', '1.0.0'), node('b', '1.0.0')]
    expect(mayReturn(fleet(nodes, company('x', 'b')), 'a', 'x')).toBe(true)
    expect(mayReturn(fleet([node('a', '1.1.0'), node('b', '1.0.0')], company('x', 'b', 181)), 'a', 'x')).toBe(true)
  })
})
