/** A burst on many sockets: the loop goes on in between, and each socket is read in its order. */
import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { readScheduled } from '../../../../src/channels/whatsapp/session/arrivals'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { until } from '../support'

/** A socket whose frames take so long to read. */
function socketOf(scheduler: ReturnType<typeof createScheduler>, ms: number, heard: (word: string) => void) {
  const socket = new EventEmitter()
  socket.on('message', (word: string) => {
    for (const end = performance.now() + ms; performance.now() < end; );
    heard(word)
  })
  socket.on('close', () => heard('closed'))
  return Object.assign(socket, readScheduled(socket, scheduler))
}

test('a few frames are read at once', () => {
  const heard: string[] = []
  const socket = socketOf(createScheduler(), 0, (word) => heard.push(word))
  for (const word of ['one', 'two']) socket.emit('message', word)
  socket.emit('close')
  expect(heard).toEqual(['one', 'two', 'closed'])
})

test('of a burst on twenty sockets everybody else has a turn in between', async () => {
  const scheduler = createScheduler()
  let [read, seen, most] = [0, 0, 0]
  const look = () => {
    most = Math.max(most, read - seen)
    seen = read
    if (read < 80) setImmediate(look)
  }
  const sockets = Array.from({ length: 20 }, () => socketOf(scheduler, 1, () => read++))
  for (let n = 0; n < 4; n++) for (const socket of sockets) socket.emit('message', 'a frame')
  expect(read).toBeLessThanOrEqual(10) // what ten milliseconds are enough for
  seen = read
  setImmediate(look)
  await until(() => read === 80)
  expect(most).toBeLessThanOrEqual(4)
})

test('what waits is read before what comes later, and the end comes last', async () => {
  const heard: string[] = []
  const socket = socketOf(createScheduler(), 11, (word) => heard.push(word))
  for (const word of ['one', 'two', 'three']) socket.emit('message', word)
  socket.emit('close')
  expect([heard, socket.isBehind()]).toEqual([['one'], true])
  await new Promise(setImmediate)
  socket.emit('message', 'four') // Baileys hears no more after a close; order is kept all the same
  await until(() => heard.length === 5)
  expect(heard).toEqual(['one', 'two', 'three', 'closed', 'four'])
  expect(socket.isBehind()).toBe(false)
})

test('a frame that is understood a moment after it was read is understood before the close behind it', async () => {
  const scheduler = createScheduler()
  const heard: string[] = []
  const socket = socketOf(scheduler, 11, () => {})
  socket.on('message', async (word: string) => {
    await null
    heard.push(word)
  })
  socket.on('close', () => heard.push('closed'))
  for (const word of ['one', 'the reason']) socket.emit('message', word)
  socket.emit('close')
  await until(() => heard.length === 3)
  expect(heard).toEqual(['one', 'the reason', 'closed'])
})
