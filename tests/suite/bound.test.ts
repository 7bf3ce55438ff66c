/** The tests' shared time limit grows with the machine's load, also during a wait. */
import { expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { boundOf, patience } from '../support/bound'

const loadOf = (factor: number) => [factor * availableParallelism()]

test('is twice the time on an idle machine, multiplied by the processes per core', () => {
  expect([0, 1, 2, 7.5].map((factor) => patience(1000, loadOf(factor)))).toEqual([2000, 2000, 2000, 7500])
})

test('ends after that time, and follows a rising load', async () => {
  let factor = 0
  const bound = boundOf(20, () => loadOf(factor))
  expect(bound.isOver()).toBe(false)
  await Bun.sleep(50)
  expect(bound.isOver()).toBe(true)
  factor = 60_000
  expect(bound.isOver()).toBe(false)
})
