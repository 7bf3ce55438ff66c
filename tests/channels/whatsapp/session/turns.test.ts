/** Many sessions, one loop: turns are fair, in order, and leave room for the rest of our server. */
import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createTurns } from '../../../../src/channels/whatsapp/session/turns'
import { until } from '../support'

function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('turns come in the order in which they were taken, never at once', async () => {
  const turns = createTurns()
  const done: number[] = []
  for (const n of [1, 2, 3]) turns.take(() => done.push(n))
  expect(done).toEqual([])
  await until(() => done.length === 3)
  expect(done).toEqual([1, 2, 3])
})

test('of twenty sessions with much to do one has its turn, then everybody else in our server', async () => {
  const turns = createTurns()
  let [done, seen, most] = [0, 0, 0]
  const look = () => {
    most = Math.max(most, done - seen)
    seen = done
    if (done < 20) setImmediate(look)
  }
  setImmediate(look)
  for (let n = 0; n < 20; n++) turns.take(() => void done++)
  await until(() => done === 20)
  expect(most).toBe(1)
})

test('whoever always has more to do lets everybody else have theirs in between', async () => {
  const turns = createTurns()
  const waited: number[] = []
  let busy = 0
  const goOn = () => {
    busy += 1
    const before = busy
    // Somebody quiet wants one, and the busy ones want theirs after that.
    if (busy % 7 === 0) turns.take(() => waited.push(busy - before))
    if (busy < 200) turns.take(goOn)
  }
  for (let n = 0; n < 5; n++) turns.take(goOn)
  await until(() => busy >= 200)
  expect(waited.length).toBeGreaterThan(20)
  // Of the five who wait already, each once.
  expect(Math.max(...waited)).toBeLessThanOrEqual(5)
})

test('a turn that is given up does not run', async () => {
  const turns = createTurns()
  const done: string[] = []
  turns.take(() => done.push('one'))()
  turns.take(() => done.push('two'))
  await until(() => done.length > 0)
  await Bun.sleep(5)
  expect(done).toEqual(['two'])
})

test('a session that goes on for too long has to take a turn', async () => {
  const turns = createTurns()
  await new Promise<void>((resolve) => turns.take(resolve))
  expect(turns.mayGoOn()).toBe(true)
  hold(6)
  expect(turns.mayGoOn()).toBe(false)
})

test('a turn belongs to no transaction, wherever it was taken', async () => {
  const turns = createTurns()
  const transaction = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const look = () => void seen.push(transaction.getStore())
  transaction.run('of one message', () => {
    turns.take(look)
    turns.takeAfter(5, look)
  })
  turns.take(look)
  await until(() => seen.length === 3)
  expect(seen).toEqual([undefined, undefined, undefined])
})
