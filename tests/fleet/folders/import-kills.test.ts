/** An import into a fleet that is killed in its last moments, while it has a company's folder. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ImportReport } from '../../../src/moving-in/contract'
import { controlPath, tenantPath } from '../../../src/platform/databases'
import { getOnlyValue } from '../../../src/platform/sql'
import { folder } from '../../cli/support'
import { writeDump } from '../../moving-in/run/dumps'
import { runImport } from '../../moving-in/run/program'
import { installation as neutral } from '../../moving-in/samples/installation'
import { inSuite } from '../../support/long'
import { startTwoNodes } from '../node/product-process'

const COUNTED = ['messages', 'tickets', 'contacts', 'ticket_log', 'users', 'moved_ids', 'ticket_ratings']

test('leaves what was there, and the next one brings all', async () => {
  const companies = neutral.companies.map((one) => ({ ...one, tickets: one.tickets.slice(0, -2) }))
  const [older, newer] = [writeDump(folder(), 'ticketz', { ...neutral, companies }), writeDump(folder())]
  const { a, b } = await startTwoNodes(() => {})
  const done = async <T>(...args: string[]): Promise<T> => {
    const { code, out, err } = await a.command(...args)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out) as T
  }
  const { out } = await runImport(a.dataDir, older, a.env)
  const id = (JSON.parse(out) as ImportReport).companies[0]?.id ?? 0
  const uuid = read(controlPath(a.dataDir), (raw) =>
    getOnlyValue<string>(raw, 'SELECT uuid FROM companies WHERE id = ?', id),
  )
  const counts = (dataDir = a.dataDir) =>
    read(tenantPath(dataDir, uuid), (raw) =>
      COUNTED.map((table) => [table, getOnlyValue<number>(raw, `SELECT count(*) FROM ${table}`)]),
    )
  const { folder: backup } = await done<{ folder: string }>('backup', 'create')
  const counted = join(folder(), 'count')
  expect((await runImport(a.dataDir, newer, { ...a.env, KILL_COUNT: counted })).err).toBe('')
  const moments = Number(await Bun.file(counted).text())
  const whole = counts()
  const kills = inSuite(2, 12)
  for (let kill = 0; kill < kills; kill++) {
    let after = moments - 1 - Math.floor((kill * inSuite(8, 24)) / kills)
    for (;;) {
      await done('backup', 'restore', backup, '--tenant', uuid)
      const { signal } = await runImport(a.dataDir, newer, { ...a.env, KILL_AFTER: String(after) })
      if (signal === 'SIGKILL') break
      after -= 5 // how many moments an import has depends on the node, too
      expect(after).toBeGreaterThan(moments / 2)
    }
    // The node has the company again, and it moves along.
    expect((await done<unknown[]>('user', 'list', '--company', uuid)).length).toBeGreaterThan(0)
    const kept = counts()
    await done('fleet', 'move', uuid, 'b')
    expect([after, counts(b.dataDir)]).toEqual([after, kept])
    expect([after, (await runImport(a.dataDir, newer, a.env)).err]).toEqual([after, ''])
    expect([after, counts()]).toEqual([after, whole])
  }
  await b.stop()
  await a.stop()
}, 900_000)

function read<T>(path: string, work: (raw: Sqlite.Database) => T): T {
  const raw = new Sqlite(path, { readonly: true })
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}
