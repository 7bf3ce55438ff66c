/** A burst on many sockets: reading yields to the event loop, and keeps the order per socket. */
import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { guardListeners } from '../../../../src/channels/whatsapp/baileys/guard-listeners'
import { readScheduled } from '../../../../src/channels/whatsapp/session/arrivals'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { until } from '../support'

/** A socket whose frames take a given time to read. */
function socketOf(scheduler: ReturnType<typeof createScheduler>, ms: number, heard: (word: string) => void) {
  const socket = new EventEmitter()
  socket.on('message', (word: string) => {
    for (const end = performance.now() + ms; performance.now() < end; );
    heard(word)
  })
  socket.on('close', () => heard('closed'))
  const onError = (error: unknown) => heard(String(error))
  const pass = guardListeners(socket, { isKeptBack: () => false, onError })
  return Object.assign(socket, readScheduled(socket, { scheduler, read: (frame) => pass('message', frame) }))
}

test('reads a few frames immediately', () => {
  const heard: string[] = []
  const socket = socketOf(createScheduler(), 0, (word) => heard.push(word))
  for (const word of ['one', 'two']) socket.emit('message', word)
  socket.emit('close')
  expect(heard).toEqual(['one', 'two', 'closed'])
})

test('a burst on twenty sockets yields to other work', async () => {
  const scheduler = createScheduler()
  let [read, seen, most] = [0, 0, 0]
  const look = () => {
    most = Math.max(most, read - seen)
    seen = read
    if (read < 80) setImmediate(look)
  }
  const sockets = Array.from({ length: 20 }, () => socketOf(scheduler, 1, () => read++))
  for (let n = 0; n < 4; n++) for (const socket of sockets) socket.emit('message', 'a frame')
  expect(read).toBeLessThanOrEqual(10) // as many as fit into ten milliseconds
  seen = read
  setImmediate(look)
  await until(() => read === 80)
  expect(most).toBeLessThanOrEqual(4)
})

test('reads waiting frames before later ones, and the close last', async () => {
  const heard: string[] = []
  const socket = socketOf(createScheduler(), 11, (word) => heard.push(word))
  for (const word of ['one', 'two', 'three']) socket.emit('message', word)
  socket.emit('close')
  expect([heard, socket.isBehind()]).toEqual([['one'], true])
  await new Promise(setImmediate)
  socket.emit('message', 'four') // Baileys gets nothing after a close; order is kept anyway
  await until(() => heard.length === 5)
  expect(heard).toEqual(['one', 'two', 'three', 'closed', 'four'])
  expect(socket.isBehind()).toBe(false)
})

test('a frame takes effect before a close that follows it', async () => {
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

test('a frame that takes longer is not overtaken, neither by frames nor by a close', async () => {
  const heard: string[] = []
  const socket = socketOf(createScheduler(), 0, () => {})
  const decompressed = Promise.withResolvers<void>()
  socket.on('message', async (word: string) => {
    if (word === 'compressed') await decompressed.promise
    heard.push(word)
  })
  socket.on('close', () => heard.push('closed'))
  for (const word of ['compressed', 'two']) socket.emit('message', word)
  socket.emit('close')
  await new Promise(setImmediate)
  expect([heard, socket.isBehind()]).toEqual([[], true])
  decompressed.resolve()
  await until(() => heard.length === 3)
  expect(heard).toEqual(['compressed', 'two', 'closed'])
  expect(socket.isBehind()).toBe(false)
})
