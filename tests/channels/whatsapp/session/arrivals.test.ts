/** A burst on many lines: the loop goes on in between, and each line is read in its order. */
import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { readScheduled } from '../../../../src/channels/whatsapp/session/arrivals'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { until } from '../support'

/** A line whose frames take so long to read. */
function lineOf(scheduler: ReturnType<typeof createScheduler>, ms: number, heard: (word: string) => void) {
  const line = new EventEmitter()
  line.on('message', (word: string) => {
    for (const end = performance.now() + ms; performance.now() < end; );
    heard(word)
  })
  line.on('close', () => heard('closed'))
  return Object.assign(line, readScheduled(line, scheduler))
}

test('a few frames are read at once', () => {
  const heard: string[] = []
  const line = lineOf(createScheduler(), 0, (word) => heard.push(word))
  for (const word of ['one', 'two']) line.emit('message', word)
  line.emit('close')
  expect(heard).toEqual(['one', 'two', 'closed'])
})

test('of a burst on twenty lines everybody else has a turn in between', async () => {
  const scheduler = createScheduler()
  let [read, seen, most] = [0, 0, 0]
  const look = () => {
    most = Math.max(most, read - seen)
    seen = read
    if (read < 80) setImmediate(look)
  }
  const lines = Array.from({ length: 20 }, () => lineOf(scheduler, 1, () => read++))
  for (let n = 0; n < 4; n++) for (const line of lines) line.emit('message', 'a frame')
  expect(read).toBeLessThanOrEqual(10) // what ten milliseconds are enough for
  seen = read
  setImmediate(look)
  await until(() => read === 80)
  expect(most).toBeLessThanOrEqual(4)
})

test('what waits is read before what comes later, and the end comes last', async () => {
  const heard: string[] = []
  const line = lineOf(createScheduler(), 11, (word) => heard.push(word))
  for (const word of ['one', 'two', 'three']) line.emit('message', word)
  line.emit('close')
  expect([heard, line.isBehind()]).toEqual([['one'], true])
  await new Promise(setImmediate)
  line.emit('message', 'four') // Baileys hears no more after a close; order is kept all the same
  await until(() => heard.length === 5)
  expect(heard).toEqual(['one', 'two', 'three', 'closed', 'four'])
  expect(line.isBehind()).toBe(false)
})

test('a frame that is understood a moment after it was read is understood before the close behind it', async () => {
  const scheduler = createScheduler()
  const heard: string[] = []
  const line = lineOf(scheduler, 11, () => {})
  line.on('message', async (word: string) => {
    await null
    heard.push(word)
  })
  line.on('close', () => heard.push('closed'))
  for (const word of ['one', 'the reason']) line.emit('message', word)
  line.emit('close')
  await until(() => heard.length === 3)
  expect(heard).toEqual(['one', 'the reason', 'closed'])
})
