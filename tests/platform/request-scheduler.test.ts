/** One person's requests share the event loop with other work. */
import { expect, test } from 'bun:test'
import { createRequestScheduler } from '../../src/platform/request-scheduler'

/** Requests started in each turn of the loop, if each takes `ms`. */
async function rounds(ms: number, names: readonly string[]): Promise<string[]> {
  let now = 0
  const turns = createRequestScheduler(() => now)
  const seen: string[] = []
  let round = 0
  const count = () => {
    round++
    if (seen.length < names.length) setImmediate(count)
  }
  const ask = async (name: string) => {
    const turn = turns.take(name.slice(0, 1))
    if (turn) await turn
    seen.push(`${name} ${round}`)
    now += ms
  }
  const all = names.map(ask)
  setImmediate(count)
  await Promise.all(all)
  return seen
}

test('a person starts one slow request per turn, in order, without delaying another person', async () => {
  expect(await rounds(25, ['a1', 'a2', 'a3', 'b1'])).toEqual(['a1 0', 'b1 0', 'a2 0', 'a3 1'])
})

test('a person starts as many quick requests per turn as fit into 20 ms, waiting ones first', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `a${n}`)
  expect(await rounds(8, [...names, 'b'])).toEqual([
    ...['a0 0', 'a1 0', 'a2 0', 'b 0'],
    ...['a3 0', 'a4 1', 'a5 1', 'a6 1', 'a7 2', 'a8 2', 'a9 2', 'a10 3', 'a11 3'],
  ])
  expect(await rounds(0, names)).toEqual(names.map((name) => `${name} 0`))
})

test('a person’s requests beyond the limit are refused until the others have started', async () => {
  let now = 0
  const turns = createRequestScheduler(() => now)
  expect(turns.take('a')).toBeUndefined()
  now = 25
  const waiting = Array.from({ length: 500 }, () => turns.take('a'))
  expect(() => turns.take('a')).toThrow('ERR_TOO_MANY_REQUESTS')
  expect(turns.take('b')).toBeUndefined()
  await Promise.all(waiting)
  expect(turns.take('a')).toBeUndefined()
})

test('a person who returns starts at once, or in the next turn soon after an earlier request', async () => {
  let now = 0
  const turns = createRequestScheduler(() => now)
  expect(turns.take('a')).toBeUndefined()
  now = 1000
  expect(turns.take('a')).toBeUndefined()
  now = 1050
  const turn = turns.take('a')
  expect(turn).toBeInstanceOf(Promise)
  await turn
  expect(turns.take('a')).toBeUndefined()
})
