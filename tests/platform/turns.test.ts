/** Requests of one person take turns with everything else that the main loop does. */
import { expect, test } from 'bun:test'
import { createTurns } from '../../src/platform/turns'

test('of one person one begins in each round of the loop, in their order; another person never waits for them', async () => {
  const turns = createTurns()
  const seen: string[] = []
  let round = 0
  const count = () => {
    round++
    if (seen.length < 4) setImmediate(count)
  }
  const ask = async (who: string, name: string) => {
    await turns.take(who)
    seen.push(`${name} ${round}`)
  }
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name))
  all.push(ask('b', 'b1'))
  setImmediate(count)
  await Promise.all(all)
  expect(seen).toEqual(['a1 0', 'b1 0', 'a2 0', 'a3 1'])
})

test('a person with very many is refused the rest, until these have begun', async () => {
  const turns = createTurns()
  const waiting = Array.from({ length: 501 }, () => turns.take('a'))
  expect(() => turns.take('a')).toThrow('ERR_TOO_MANY_REQUESTS')
  expect(turns.take('b')).toBeUndefined()
  await Promise.all(waiting)
  expect(turns.take('a')).toBeInstanceOf(Promise)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(turns.take('a')).toBeUndefined()
})
