/**
 * Upgrading data of an earlier version: across repeated kills every company ends up intact, and the server responds
 * meanwhile.
 */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { withReader } from '../../src/operator/inspect'
import { listSchemaVersions } from '../../src/operator/migrations'
import { controlPath, tenantPath } from '../../src/platform/databases'
import { inSuite } from '../support/long'
import { afterThisTest } from './support/cleanups'
import { emailOf, leaveOldInstallation, MESSAGES, NEW_STEP, OLD_PASSWORD, OLD_STEP } from './support/old-version'
import { repeatableRandom } from './support/random'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { until } from './support/until'

const COMPANIES = inSuite(20, 200)
const KILLS = inSuite(2, 4)
/** No phone is linked, so this address is never used. */
const nowhere = { url: 'ws://127.0.0.1:9/', rootKey: '0'.repeat(64) }

function oldInstallation(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, uuids: leaveOldInstallation(dataDir, count) }
}

const migrated = (dataDir: string) =>
  listSchemaVersions(dataDir).filter(({ database, step }) => database.endsWith('tenant.db') && step === NEW_STEP).length

const signIn = (server: ServerProcess, company: number) =>
  fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(company), password: OLD_PASSWORD }),
  })

test(`${COMPANIES} companies are migrated across ${KILLS} kills: each once, keeping every row`, async () => {
  const random = repeatableRandom('upgrade')
  const { dataDir, uuids } = oldInstallation(COMPANIES)
  const found: number[] = []
  for (let kills = 0; kills < KILLS; kills++) {
    const server = await startServerProcess({ dataDir, testbed: nowhere })
    const enough = migrated(dataDir) + random.between(1, Math.ceil(COMPANIES / (KILLS + 1)))
    await until(() => migrated(dataDir) >= Math.min(enough, COMPANIES))
    await server.kill()
    found.push(migrated(dataDir))
  }

  const started = performance.now()
  const server = await startServerProcess({ dataDir, testbed: nowhere })
  const waits: number[] = []
  // Companies are migrated in the order of requests.
  expect((await signIn(server, COMPANIES)).status).toBe(200)
  await until(
    async () => {
      const asked = performance.now()
      expect((await fetch(`${server.origin}/health`)).status).toBe(200)
      waits.push(performance.now() - asked)
      return server.log().includes('companies awake')
    },
    { within: 60_000 },
  )
  const took = Math.round(performance.now() - started)
  console.log(
    `migrated at the kills ${found.join(', ')}; the rest from step ${OLD_STEP} to ${NEW_STEP} in ${took} ms, no answer later than ${Math.round(Math.max(...waits))} ms`,
  )
  expect(migrated(dataDir)).toBe(COMPANIES)
  expect(found.some((count) => count > 0 && count < COMPANIES)).toBe(true)
  expect(Math.max(...waits)).toBeLessThan(1_000)
  expect((await signIn(server, 1)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  for (const uuid of uuids)
    withReader(tenantPath(dataDir, uuid), (raw) => {
      expect(raw.prepare('SELECT count(*), count(DISTINCT body), sum(created_at) FROM messages').raw().get()).toEqual([
        MESSAGES,
        MESSAGES,
        (MESSAGES * (MESSAGES + 1)) / 2,
      ])
      expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
    })
}, 180_000)

test('data of a newer version is not touched: an installation reports it and ends, a single company is set aside', async () => {
  const { dataDir, uuids } = oldInstallation(2)
  const raise = (path: string) => {
    const raw = new Sqlite(path)
    raw.pragma('user_version = 999')
    raw.close()
  }
  raise(tenantPath(dataDir, uuids[1] ?? ''))
  const server = await startServerProcess({ dataDir, testbed: nowhere })
  expect([(await signIn(server, 1)).status, (await signIn(server, 2)).status]).toEqual([200, 503])
  expect(await server.stop()).toBe(0)

  raise(controlPath(dataDir))
  await expect(startServerProcess({ dataDir, testbed: nowhere })).rejects.toThrow('was written by a newer version')
}, 180_000)
