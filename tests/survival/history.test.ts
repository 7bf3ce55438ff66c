/**
 * Linking a phone with many old messages does not disturb other work. For kills during the import see
 * `history-kill.test.ts`.
 */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { importEverything, openUnlinked, progressOf } from './support/linking'
import type { Watched } from './support/loop-watch'
import { COMPANY, openTestbed } from './support/testbed'
import { until } from './support/until'

const CHATS = inSuite(150, 500)
const EACH = 100
const MESSAGES = CHATS * EACH
const LOOP_WATCH = join(import.meta.dir, 'support', 'loop-watch.ts')

test(`an import of ${MESSAGES} messages never blocks the loop for 50 ms`, async () => {
  const testbed = await openTestbed()
  await testbed.run({ do: 'prepareHistory', phone: COMPANY, chats: CHATS, messages: EACH, days: 12 })
  // In memory: measures our own work, not the disk's time for each commit.
  const installation = await openUnlinked(testbed, {
    preload: LOOP_WATCH,
    ...(process.platform === 'linux' ? { place: '/dev/shm' } : {}),
  })
  const { server, client } = installation
  const watch = async () => {
    const port = /loop watched at (\d+)/.exec(server.log())?.[1]
    return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Watched // loop-watch.ts
  }
  const { id, qr } = await importEverything(installation)
  await testbed.run({ do: 'scan', phone: COMPANY, qr })
  // Generating the keys of a new device is expensive too, and not part of the import.
  await until(() => server.log().includes('connection open'), { every: 1 })
  const before = await watch()
  const started = performance.now()

  await until(async () => (await progressOf(client, id))?.state === 'done', {
    within: 120_000,
    every: 250,
    why: async () => JSON.stringify(await progressOf(client, id)),
  })

  const seconds = Math.round((performance.now() - started) / 100) / 10
  const watched = await watch()
  console.log(
    `${MESSAGES} messages in ${seconds} s; loop held ${watched.max} ms at most, ${watched.over20} times over 20 ms; RSS ${before.nowMb} → ${watched.peakMb} MB at most`,
  )
  expect(await progressOf(client, id)).toMatchObject({
    messages: MESSAGES,
    tickets: CHATS,
    contacts: CHATS,
    skipped: 0,
  })
  expect(watched.over50).toBe(0)
}, 180_000)
