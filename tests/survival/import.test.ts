/** Repeated kill -9 during a bulk import of contacts: every row is imported once. */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportDetail } from '../../src/bulk-import/contract'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import { openClient } from './support/client'
import { repeatableRandom } from './support/random'
import { startServerProcess } from './support/server-process'
import { until } from './support/until'

const ROWS = 3_000
const KILLS = inSuite(2, 3)
/** No phone is linked, so this address is never used. */
const nowhere = { url: 'ws://127.0.0.1:9/', rootKey: '0'.repeat(64) }

test(`${ROWS} contacts are imported across ${KILLS} kills: none twice, none missing`, async () => {
  const random = repeatableRandom('import')
  const dataDir = mkdtempSync(join(tmpdir(), 'import-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  let server = await startServerProcess({ dataDir, testbed: nowhere })
  const client = openClient()
  client.moveTo(server)
  await client.signIn()
  const form = new FormData()
  const rows = Array.from({ length: ROWS }, (_, n) => `Pessoa ${n},${n % 100 === 7 ? 'sem' : `21 9${70_000_000 + n}`}`)
  form.set('file', new File([`Nome,Número\n${rows.join('\n')}`], 'clientes.csv'))
  const uploaded = await fetch(`${server.origin}/api/contacts/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token()}` },
    body: form,
  })
  const { id, columns, headRows } = (await uploaded.json()) as ImportDetail // bulk-import/contract.ts
  await client.demand('POST', `/contacts/imports/${id}/start`, { columns, headRows, updateExisting: true })
  const now = () => client.demand<ImportDetail>('GET', `/contacts/imports/${id}`)
  let caught = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const enough = ((ROWS * 0.8) / KILLS) * kill - random.between(0, 600)
    await until(async () => (await now()).done >= enough, { every: 5 })
    if ((await now()).state === 'running') caught += 1
    await server.kill()
    server = await startServerProcess({ dataDir, testbed: nowhere })
    client.moveTo(server)
  }
  const over = await until(async () => {
    const found = await now()
    return found.state === 'done' && found
  })
  expect(caught).toBeGreaterThan(0)
  const failed = ROWS / 100
  expect(over).toMatchObject({ done: ROWS, created: ROWS - failed, updated: 0, skipped: 0, failed })
  expect(over.errors.map(({ line }) => line).slice(0, 3)).toEqual([9, 109, 209])
  const { count } = await client.demand<{ count: number }>('GET', '/contacts?pageNumber=1')
  expect(count).toBe(ROWS - failed)
}, 180_000)
