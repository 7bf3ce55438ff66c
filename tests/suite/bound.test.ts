/** The bound on waiting that tests share: reached by looking often, not by one long absence. */
import { expect, test } from 'bun:test'
import { boundOf } from '../support/bound'

function hold(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('counts an absence as little more than a look, and ends all the same', () => {
  const bound = boundOf(100, 5)
  hold(150)
  expect(bound.isOver()).toBe(false)
  let looks = 1
  while (!bound.isOver()) {
    hold(30)
    looks++
  }
  expect(looks).toBe(5) // each counts twice its pause and 10 ms
})

test('counts all the time when the looks come as often as they should', async () => {
  const begun = performance.now()
  const bound = boundOf(60, 20)
  while (!bound.isOver()) await Bun.sleep(20)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(60)
})
