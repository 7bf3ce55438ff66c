/** An import that is killed at any moment goes on, or begins anew: nothing half, nothing doubled. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportReport } from '../../../src/moving-in/contract'
import { getOnlyValue } from '../../../src/platform/sql'
import { folder, installation, withDatabases } from '../../cli/support'
import { copyFolder, keepFolder } from '../../support/kept-folder'
import { inSuite } from '../../support/long'
import { installation as neutral } from '../samples/installation'
import { type DumpFiles, writeDump } from './dumps'
import { contentOf, runImport, withoutIds } from './program'

const KILLS = inSuite(3, 25)
/** A moment at which the dump was read, and control.db not begun. */
const BEFORE_FOUNDING = 8

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

const hashOfFirst = (dataDir: string): Promise<string> =>
  withDatabases(dataDir, ({ control, tenant }) =>
    getOnlyValue<string>(
      tenant(getOnlyValue<string>(control, 'SELECT uuid FROM companies WHERE id = 1')),
      "SELECT password_hash FROM users WHERE email = 'admin@balcao.local'",
    ),
  )

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
      const { founded } = JSON.parse(again.out) as { founded: { password: string } } // our own --json
      expect([after, await Bun.password.verify(founded.password, await hashOfFirst(dataDir))]).toEqual([after, true])
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
