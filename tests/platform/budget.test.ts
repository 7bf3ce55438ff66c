import { describe, expect, test } from 'bun:test'
import { createBudget } from '../../src/platform/budget'
import { watchLoop } from '../../src/platform/metrics'

const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Error && 'of' in error ? `${error.name} ${error.of}` : error
  }
}

describe('a budget', () => {
  test('ends with an error that names what is spent, and stays spent', () => {
    const budget = createBudget({ steps: 3, bytes: 10 })
    expect([1, 2, 3, 4, 5].map(() => codeOf(() => budget.step()))).toEqual([
      undefined,
      undefined,
      undefined,
      'BudgetSpent steps',
      'BudgetSpent steps',
    ])
    expect(codeOf(() => budget.read(10))).toBe(undefined)
    expect(codeOf(() => budget.read(1))).toBe('BudgetSpent bytes')
    expect(budget.used).toEqual({ steps: 5, bytes: 11 })
    expect(codeOf(() => createBudget({ ms: -1 }).step())).toBe('BudgetSpent ms')
    expect(codeOf(() => createBudget({ ms: -1 }).rest())).toBe('BudgetSpent ms')
  })

  test('without limits only counts', () => {
    const budget = createBudget()
    budget.step(1e12)
    budget.read(1e12)
    expect(budget.used).toEqual({ steps: 1e12, bytes: 1e12 })
  })

  test('lets others in, also when many work at once and none of them waits for anything else', async () => {
    let longest = 0
    const watch = watchLoop(({ held }) => {
      longest = Math.max(longest, held)
    })
    /** 5 ms at a time, four times. */
    async function work() {
      const budget = createBudget()
      for (let piece = 0; piece < 4; piece++) {
        await budget.rest()
        const until = performance.now() + 5
        while (performance.now() < until) budget.step()
      }
      return budget.used.steps > 0
    }
    await Bun.sleep(1)
    const all = await Promise.all(Array.from({ length: 20 }, work))
    await Bun.sleep(1)
    watch.stop()
    expect(all.every(Boolean)).toBe(true)
    expect(longest).toBeLessThan(0.05)
  })

  test('goes on at once while its share lasts', async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(createBudget().rest()).toBe(undefined)
  })
})
