/** Many sessions on one event loop: tasks are fair, in order, and yield to the rest of the server. */
import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { until } from '../support'

function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('tasks run in order and never synchronously', async () => {
  const scheduler = createScheduler()
  const done: number[] = []
  for (const n of [1, 2, 3]) scheduler.schedule(() => done.push(n))
  expect(done).toEqual([])
  await until(() => done.length === 3)
  expect(done).toEqual([1, 2, 3])
})

test('with twenty busy sessions one task runs per turn, then the rest of the server', async () => {
  const scheduler = createScheduler()
  let [done, seen, most] = [0, 0, 0]
  const look = () => {
    most = Math.max(most, done - seen)
    seen = done
    if (done < 20) setImmediate(look)
  }
  setImmediate(look)
  for (let n = 0; n < 20; n++) scheduler.schedule(() => void done++)
  await until(() => done === 20)
  expect(most).toBe(1)
})

test('a session that always has more to do yields to all others', async () => {
  const scheduler = createScheduler()
  const waited: number[] = []
  let busy = 0
  const goOn = () => {
    busy += 1
    const before = busy
    // A quiet session has one task, and the busy ones schedule theirs after it.
    if (busy % 7 === 0) scheduler.schedule(() => waited.push(busy - before))
    if (busy < 200) scheduler.schedule(goOn)
  }
  for (let n = 0; n < 5; n++) scheduler.schedule(goOn)
  await until(() => busy >= 200)
  expect(waited.length).toBeGreaterThan(20)
  // Each of the five that already wait runs once.
  expect(Math.max(...waited)).toBeLessThanOrEqual(5)
})

test('a cancelled task does not run', async () => {
  const scheduler = createScheduler()
  const done: string[] = []
  scheduler.schedule(() => done.push('one'))()
  scheduler.schedule(() => done.push('two'))
  await until(() => done.length > 0)
  await Bun.sleep(5)
  expect(done).toEqual(['two'])
})

test('a session that runs for too long must schedule a task', async () => {
  const scheduler = createScheduler()
  await new Promise<void>((resolve) => scheduler.schedule(resolve))
  expect(scheduler.mayContinue()).toBe(true)
  hold(6)
  expect(scheduler.mayContinue()).toBe(false)
})

test('a task never joins the transaction in which it was scheduled', async () => {
  const scheduler = createScheduler()
  const transaction = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const look = () => void seen.push(transaction.getStore())
  transaction.run('of one message', () => {
    scheduler.schedule(look)
    scheduler.scheduleAfter(5, look)
  })
  scheduler.schedule(look)
  await until(() => seen.length === 3)
  expect(seen).toEqual([undefined, undefined, undefined])
})
