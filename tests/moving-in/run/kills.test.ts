/** An import that is killed at any moment goes on, or begins anew: nothing half, nothing doubled. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportReport } from '../../../src/moving-in/contract'
import { getColumn, getOnlyValue } from '../../../src/platform/sql'
import type { Raw } from '../../../src/platform/sqlite'
import { folder, installation, withDatabases } from '../../cli/support'
import { bareEnvironment } from '../../support/clock'
import { copyFolder, keepFolder } from '../../support/kept-folder'
import { inSuite } from '../../support/long'
import { sources } from '../../support/program'
import { installation as neutral } from '../samples/installation'
import { type DumpFiles, writeDump } from './dumps'

const KILLS = inSuite(3, 25)
/** A moment at which the dump was read, and control.db not begun. */
const BEFORE_FOUNDING = 8
const preload = join(import.meta.dir, 'kill-after.ts')

async function runImport(dataDir: string, { dump, media }: DumpFiles, env: Record<string, string> = {}) {
  const [bun = '', cli = ''] = sources
  const args = ['import', dump, '--media', media, '--data', dataDir, '--companies', '2', '--yes', '--json']
  const child = Bun.spawn([bun, '--preload', preload, cli, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: bareEnvironment(env),
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  return { out, err, signal: child.signalCode }
}

/** Rows of each table that a person could notice. */
const contentOf = (dataDir: string): Promise<Record<string, number>> =>
  withDatabases(dataDir, ({ control, tenant }) => {
    const uuids = getColumn<string>(control, 'SELECT uuid FROM companies WHERE id > 1')
    const [uuid = ''] = uuids
    return {
      companies: uuids.length,
      plans: getOnlyValue<number>(control, 'SELECT count(*) FROM plans'),
      logins: getOnlyValue<number>(control, 'SELECT count(*) FROM login_index WHERE company_id > 1'),
      invoices: getOnlyValue<number>(control, 'SELECT count(*) FROM invoices'),
      ...tablesOf(tenant(uuid).$client),
    }
  })

const tablesOf = (raw: Raw): Record<string, number> =>
  Object.fromEntries(
    getColumn<string>(raw, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
      .filter((name) => !/^(sqlite_|moved_steps|audit)/.test(name))
      .map((name) => [name, getOnlyValue<number>(raw, `SELECT count(*) FROM ${name}`)]),
  )

const withoutIds = ({ companies }: ImportReport) => companies.map(({ id: _, ...rest }) => rest)

async function survives(prepare: () => Promise<string>, files: DumpFiles): Promise<void> {
  const counted = join(folder(), 'count')
  const whole = await prepare()
  const first = await runImport(whole, files, { KILL_COUNT: counted })
  expect(first.err).toBe('')
  const moments = Number(readFileSync(counted, 'utf8'))
  const [content, report] = [await contentOf(whole), JSON.parse(first.out) as ImportReport] // our own --json
  expect(moments).toBeGreaterThan(50)
  for (let kill = 1; kill <= KILLS; kill++) {
    const dataDir = await prepare()
    const after = Math.max(1, Math.round((moments * kill) / (KILLS + 1)))
    const killed = await runImport(dataDir, files, { KILL_AFTER: String(after) })
    expect([after, killed.signal]).toEqual([after, 'SIGKILL'])
    const again = await runImport(dataDir, files)
    expect([after, again.err]).toEqual([after, ''])
    expect([after, await contentOf(dataDir)]).toEqual([after, content])
    expect([after, withoutIds(JSON.parse(again.out) as ImportReport)]).toEqual([after, withoutIds(report)])
    expect(existsSync(join(dataDir, 'moving-in', 'run'))).toBe(false)
  }
}

describe('a killed import', () => {
  test('goes on', async () => {
    const files = writeDump(folder())
    await survives(() => installation(), files)
  }, 600_000)

  test('that was founding the installation founds it', async () => {
    const files = writeDump(folder())
    let left = inSuite(2, Number.POSITIVE_INFINITY)
    for (let after = inSuite(BEFORE_FOUNDING, 1); left > 0; after++) {
      const dataDir = join(folder(), 'data')
      expect((await runImport(dataDir, files, { KILL_AFTER: String(after) })).signal).toBe('SIGKILL')
      const hasBegun = existsSync(join(dataDir, 'control.db'))
      if (after === BEFORE_FOUNDING) expect(hasBegun).toBe(false)
      if (!hasBegun) continue
      left = readdirSync(join(dataDir, 'tenants')).length > 0 ? 0 : left - 1
      const again = await runImport(dataDir, files)
      expect([after, again.err]).toEqual([after, ''])
    }
  }, 600_000)

  test('of a newer dump leaves the company as it was, or brings all that is new', async () => {
    const companies = neutral.companies.map((one) => ({ ...one, tickets: one.tickets.slice(0, -2) }))
    const [older, newer] = [writeDump(folder(), 'ticketz', { ...neutral, companies }), writeDump(folder())]
    const moved = await installation()
    expect((await runImport(moved, older)).err).toBe('')
    const kept = keepFolder(moved)
    const prepare = async () => {
      const dataDir = folder()
      copyFolder(kept, dataDir)
      return dataDir
    }
    await survives(prepare, newer)
  }, 600_000)
})
