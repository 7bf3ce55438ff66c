import { describe, expect, test } from 'bun:test'
import { canTake, choose, type Member } from '../../src/features/distribution/choose'
import { createRandom } from '../support/random'

const people = (count: number): Member[] =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, isAvailable: true, open: 0, limit: null, turn: 0 }))

/** Assigns `times` tickets; returns how many each member got. */
function giveOut(way: 'balanced' | 'sequential' | 'random', members: readonly Member[], times: number, seed = 1) {
  const random = createRandom(seed)
  let now = members
  const given = new Map(members.map(({ id }) => [id, 0]))
  for (let turn = 1; turn <= times; turn++) {
    const choice = choose(way, now, () => random.below(1_000_000) / 1_000_000)
    if (!choice) break
    const { id } = choice.member
    given.set(id, (given.get(id) ?? 0) + 1)
    now = now.map((one) => (one.id === id ? { ...one, turn, open: one.open + 1 } : one))
  }
  return [...given.values()]
}

describe('sequential', () => {
  for (const count of [1, 2, 3, 7, 20])
    test(`10,000 among ${count} differ by at most one`, () => {
      const given = giveOut('sequential', people(count), 10_000)
      expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1)
      expect(given.reduce((sum, n) => sum + n)).toBe(10_000)
    })

  test('a new member is next, without catching up', () => {
    const [ana, bia] = people(2)
    if (!ana || !bia) throw new Error('two people')
    expect(
      choose(
        'sequential',
        [
          { ...ana, turn: 90 },
          { ...bia, turn: 91 },
          { ...bia, id: 3 },
        ],
        Math.random,
      )?.member.id,
    ).toBe(3)
  })
})

describe('balanced', () => {
  test('never chooses a member with more open tickets than another eligible one', () => {
    const random = createRandom(7)
    let met = 0
    for (let round = 0; round < 10_000; round++) {
      const members = people(1 + random.below(8)).map((one) => ({
        ...one,
        isAvailable: !random.oneIn(4),
        open: random.below(6),
        limit: random.oneIn(2) ? random.below(6) : null,
        turn: random.below(100),
      }))
      const choice = choose('balanced', members, Math.random)
      const able = members.filter(canTake)
      expect(choice === null).toBe(able.length === 0)
      if (!choice) continue
      met++
      expect(choice.member.open).toBe(Math.min(...able.map(({ open }) => open)))
      expect(canTake(choice.member)).toBe(true)
    }
    expect(met).toBeGreaterThan(1000)
  })

  test('decides a tie by turn', () => {
    const members = people(3).map((one) => ({ ...one, open: 5, turn: 10 - one.id }))
    expect(choose('balanced', members, Math.random)).toMatchObject({ member: { id: 3 }, reason: 'tie', open: 5, of: 3 })
  })
})

describe('random', () => {
  test('chooses everybody about equally often', () => {
    const given = giveOut('random', people(4), 10_000, 3)
    for (const count of given) expect(Math.abs(count - 2500)).toBeLessThan(250)
  })

  test('chooses somebody at the limits of the random number', () => {
    expect(choose('random', people(3), () => 1)?.member.id).toBe(1)
  })
})

test('never chooses a member who is unavailable or full, whatever the assignment', () => {
  for (const way of ['balanced', 'sequential', 'random'] as const) {
    const [one] = people(1)
    if (!one) throw new Error('one person')
    expect(choose(way, [{ ...one, isAvailable: false }], Math.random)).toBeNull()
    expect(choose(way, [{ ...one, open: 2, limit: 2 }], Math.random)).toBeNull()
    expect(choose(way, [{ ...one, open: 1, limit: 2 }], Math.random)).toMatchObject({ reason: 'only', of: 1 })
    expect(giveOut(way, [{ ...one, limit: 3 }], 10)).toEqual([3])
  }
})
