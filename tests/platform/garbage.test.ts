/** When garbage of message bursts is collected explicitly, and when it is left to the runtime. */
import { expect, test } from 'bun:test'
import { createBurstCollector } from '../../src/platform/garbage'

const MINUTE = 60_000

const MB = 1024 * 1024

/** `takes`: milliseconds that each collection blocks the loop; the last value repeats. */
function floor({ takes: [...takes], held = 50 * MB }: { takes: number[]; held?: number }) {
  const clock = { now: 1_000 }
  const swept: number[] = []
  const passed = createBurstCollector({
    collect() {
      swept.push(clock.now)
      clock.now += (takes.length > 1 ? takes.shift() : takes[0]) ?? 0
    },
    held: () => held,
    now: () => clock.now,
  })
  /** `count` messages within `ms`, ten at a time. */
  const come = (count: number, ms: number) => {
    for (let n = 0; n < count / 10; n++) {
      clock.now += (ms * 10) / count
      passed(10)
    }
  }
  const wait = (ms: number) => {
    clock.now += ms
  }
  return { come, swept, wait }
}

test('a burst is collected every few thousand messages', () => {
  const { come, swept } = floor({ takes: [20] })
  come(10_000, 4_000)
  expect(swept).toHaveLength(4)
})

test('at the rate of a busy day nothing is collected', () => {
  const { come, swept } = floor({ takes: [20] })
  come(40_000, 10 * MINUTE)
  expect(swept).toEqual([])
})

test('a large heap is never collected, not even once', () => {
  const { come, swept } = floor({ takes: [150], held: 134 * MB })
  come(20_000, 8_000)
  expect(swept).toEqual([])
})

test('collections that block the loop too long pause for ten minutes', () => {
  const { come, swept, wait } = floor({ takes: [85] })
  come(20_000, 8_000)
  expect(swept).toHaveLength(3)
  wait(10 * MINUTE)
  come(5_000, 2_000)
  expect(swept).toHaveLength(5)
})

test('a single slow collection on a busy machine does not pause them', () => {
  const { come, swept } = floor({ takes: [90, 85, 20, 90, 20] })
  come(20_000, 8_000)
  expect(swept).toHaveLength(8)
})
