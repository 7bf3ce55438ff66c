import { describe, expect, test } from 'bun:test'
import { createBudget } from '../../src/platform/budget'

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

  test('lets others in, also when many begin at once and none of them waits for anything else', async () => {
    /** Pieces of 5 ms that were done in one turn of the loop. */
    let [inTurn, most, isOver] = [0, 0, false]
    const beside = () => {
      inTurn = 0
      if (!isOver) setImmediate(beside)
    }
    beside()
    async function work() {
      const budget = createBudget()
      for (let piece = 0; piece < 4; piece++) {
        await budget.rest()
        const until = performance.now() + 5
        while (performance.now() < until) budget.step()
        most = Math.max(most, ++inTurn)
      }
      return budget.used.steps > 0
    }
    const all = await Promise.all(Array.from({ length: 20 }, work))
    isOver = true
    expect(all.every(Boolean)).toBe(true)
    expect(most).toBeLessThanOrEqual(2)
  })

  test('goes on at once while its share lasts', async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(createBudget().rest()).toBe(undefined)
  })
})
