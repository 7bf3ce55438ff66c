/** How much of a node a company takes, as its owner measures it. */
import { describe, expect, test } from 'bun:test'
import { createCompanyLoads, loadOf, type MeasuredCompany, WriteMeter } from '../../../src/server/fleet/company-loads'
import { UnknownQuestion } from '../../../src/server/fleet/internal'

const MINUTE = 60_000
const KB = 1024

describe('what a company writes', () => {
  test('is a rate from the first minute on, which follows what it does and forgets bursts', () => {
    const meter = new WriteMeter(0)
    meter.add(20 * KB, 1000)
    expect(meter.bytesPerMinute(1000) / KB).toBeCloseTo(21, 0)
    for (let minute = 1; minute <= 60; minute++) meter.add(20 * KB, minute * MINUTE)
    expect(meter.bytesPerMinute(60 * MINUTE) / KB).toBeCloseTo(21, 0)
    meter.add(200 * KB, 61 * MINUTE)
    expect(meter.bytesPerMinute(61 * MINUTE) / KB).toBeLessThan(45)
    expect(meter.bytesPerMinute(180 * MINUTE)).toBeLessThan(10)
  })

  test('counts as its connections do, whichever is more, and never as nothing', () => {
    expect(loadOf({ bytesPerMinute: 0, connections: 0 })).toBe(0.25)
    expect(loadOf({ bytesPerMinute: 0, connections: 6 })).toBe(2)
    expect(loadOf({ bytesPerMinute: 200 * KB, connections: 6 })).toBe(10)
  })
})

describe('the loads of all companies', () => {
  const measured = (company: string, movedAt?: number): MeasuredCompany => ({
    company,
    written: new WriteMeter(0),
    movedAt,
  })

  test('are asked of their owners: those that do not answer are missing, and older programs have usual companies', async () => {
    const loads = createCompanyLoads({
      node: 'a',
      listOwn: () => [measured('x'), measured('y')],
      connections: () => new Map([['y', 3]]),
      listNodes: () => ['a', 'b', 'old', 'silent', 'odd'],
      companiesOf: (node) => [`${node}-1`],
      async askNode(node) {
        if (node === 'b') return [['z', 7.5, true]]
        if (node === 'old') throw new UnknownQuestion()
        if (node === 'odd') return [['z', 'many']]
        throw new Error('no answer')
      },
      now: () => MINUTE,
    })
    expect(Object.fromEntries(await loads.listAll())).toEqual({
      x: { load: 0.25, isResting: false },
      y: { load: 1, isResting: false },
      z: { load: 7.5, isResting: true },
      'old-1': { load: 1, isResting: false },
    })
    expect(loads.busy()).toBe(1.25)
  })

  test('say for ten minutes that a company has just moved', () => {
    let now = MINUTE
    const { own } = createCompanyLoads({
      node: 'a',
      listOwn: () => [measured('x', MINUTE), measured('y')],
      connections: () => new Map(),
      listNodes: () => ['a'],
      companiesOf: () => [],
      askNode: async () => [],
      now: () => now,
    })
    const resting = () => own().flatMap(([company, , isResting]) => (isResting ? [company] : []))
    expect(resting()).toEqual(['x'])
    now = 11 * MINUTE
    expect(resting()).toEqual([])
  })
})
