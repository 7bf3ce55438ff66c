/**
 * A blocked main loop receives no signal: the process ends anyway, and systemd's watchdog is notified only while the
 * loop runs.
 */
import { dlopen } from 'bun:ffi'
import { afterEach, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedWatchdog } from '../../src/platform/watchdog'
import { test } from '../support/trace'
import { openInstallation } from './support/installation'
import { until } from './support/until'

const portOf = (log: string) => /standing still at (\d+)/.exec(log)?.[1]

test('SIGTERM and SIGINT end a server whose main loop is blocked', async () => {
  const ends = (['SIGTERM', 'SIGINT'] as const).map(async (signal) => {
    const { server } = await openInstallation({ preload: join(import.meta.dir, 'support', 'standing-still.ts') })
    const port = await until(() => portOf(server.log()))
    await fetch(`http://127.0.0.1:${port}`)
    await until(() => server.log().includes('standing still for ever'))
    const asked = performance.now()
    await Promise.race([server.end(signal), Bun.sleep(14_000)])
    return { signal, isAlive: server.isAlive(), ms: Math.round(performance.now() - asked) }
  })
  for (const end of await Promise.all(ends)) {
    console.log(`${end.signal} ended it after ${end.ms} ms`)
    expect(end.isAlive).toBe(false)
    expect(end.ms).toBeLessThan(13_000)
  }
}, 180_000)

const libc = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
}).symbols

const DONT_WAIT = 0x40
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Listens as systemd does. */
function systemd() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-notify-'))
  const address = join(folder, 'socket')
  const socket = libc.socket(1, 2, 0)
  const at = Buffer.from(`\x01\0${address}\0`, 'latin1')
  expect(libc.bind(socket, at, at.length)).toBe(0)
  cleanups.push(() => {
    libc.close(socket)
    rmSync(folder, { recursive: true })
  })
  const heard = () => {
    const words: string[] = []
    const buffer = Buffer.alloc(100)
    for (;;) {
      const length = Number(libc.recv(socket, buffer, buffer.length, DONT_WAIT))
      if (length < 0) return words
      words.push(buffer.toString('latin1', 0, length))
    }
  }
  return { address, heard }
}

test('systemd is notified immediately and three times per watchdog interval, and only if it requests that', async () => {
  const { address, heard } = systemd()
  const failures: string[] = []
  const failed = () => void failures.push('not told')
  const env = { NOTIFY_SOCKET: address, WATCHDOG_USEC: '150000' }
  cleanups.push(feedWatchdog(env, failed))
  expect(heard()).toEqual(['WATCHDOG=1'])
  let notified = 0
  const hear = () => {
    notified += heard().length
    return notified >= 3
  }
  await until(hear)
  for (const stop of cleanups.splice(1)) stop()

  for (const other of [{}, { NOTIFY_SOCKET: address }, { ...env, WATCHDOG_PID: '1' }, { ...env, WATCHDOG_USEC: '' }])
    feedWatchdog(other, failed)()
  expect([heard(), failures]).toEqual([[], []])
  feedWatchdog({ ...env, NOTIFY_SOCKET: '/nowhere/socket' }, failed)()
  expect(failures).toEqual(['not told'])
})
