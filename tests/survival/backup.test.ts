/** A backup under two hundred messages a second: it delays nothing and contains everything from before its start. */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withReader } from '../../src/operator/inspect'
import { tenantPath } from '../../src/platform/databases'
import { program } from '../support/program'
import { test } from '../support/trace'
import { auditIncoming } from './support/audit'
import { afterThisTest } from './support/cleanups'
import { converse, openInstallation } from './support/installation'
import { readLedger } from './support/ledger'
import type { Watched } from './support/loop-watch'
import { until } from './support/until'

const CUSTOMERS = 20
const MESSAGES = 700
const RATE = 200

test('under 200 messages a second a backup delays nothing, and restoring it yields all data from before its start', async () => {
  const { testbed, client, dataDir, server } = await openInstallation({
    preload: join(import.meta.dir, 'support', 'loop-watch.ts'),
  })
  await converse(testbed, client, CUSTOMERS)
  const uuid = client.user()?.company.uuidCompany ?? ''
  const stored = (home: string) =>
    withReader(
      tenantPath(home, uuid),
      (raw) => raw.prepare('SELECT external_id FROM messages').pluck().all() as string[],
    ) // ids are text
  await testbed.prepare(CUSTOMERS, MESSAGES)
  const released = testbed.release(RATE)
  await until(() => stored(dataDir).length > 100)
  await watched(server.log())

  const before = stored(dataDir)
  const { folder } = await command<{ folder: string }>('backup', 'create', '--data', dataDir)
  const after = stored(dataDir)
  const { max, over50 } = await watched(server.log())
  await released
  await testbed.settled(20_000)

  const elsewhere = mkdtempSync(join(tmpdir(), 'restored-'))
  afterThisTest(() => rmSync(elsewhere, { recursive: true, force: true }))
  await command('backup', 'restore', folder, '--to', elsewhere)
  const restored = new Set(stored(elsewhere))
  console.log(
    `${before.length} messages when it began, ${restored.size} in the backup, ${after.length} when it ended; the loop held ${max} ms at most, ${over50} times over 50 ms`,
  )
  expect(before.filter((id) => !restored.has(id))).toEqual([])
  expect(after.length).toBeGreaterThan(before.length)
  expect(readLedger(elsewhere, uuid).integrity).toEqual(['ok', 'ok'])
  expect(over50).toBe(0)
  expect(await server.stop()).toBe(0)
  expect(auditIncoming(await testbed.books(), readLedger(dataDir))).toEqual([])
}, 180_000)

async function command<T>(...words: string[]): Promise<T> {
  const child = Bun.spawn([...program, ...words, '--json'], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return JSON.parse(said) as T // the output of --json
}

async function watched(log: string): Promise<Watched> {
  const port = /loop watched at (\d+)/.exec(log)?.[1]
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Watched // loop-watch.ts
}
