/** Imports the sample's bakery by the command line, in a process that can be killed at any moment. */
import { join } from 'node:path'
import type { ImportReport } from '../../../src/moving-in/contract'
import { getColumn, getOnlyValue } from '../../../src/platform/sql'
import type { Raw } from '../../../src/platform/sqlite'
import { withDatabases } from '../../cli/support'
import { bareEnvironment } from '../../support/clock'
import { sources } from '../../support/program'
import type { DumpFiles } from './dumps'

const preload = join(import.meta.dir, 'kill-after.ts')

export type Ended = { readonly out: string; readonly err: string; readonly signal: string | number | null }

export async function runImport(
  dataDir: string,
  { dump, media }: DumpFiles,
  env: Record<string, string> = {},
): Promise<Ended> {
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
export const contentOf = (dataDir: string): Promise<Record<string, number>> =>
  withDatabases(dataDir, ({ control, tenant }) => {
    const uuids = getColumn<string>(control, 'SELECT uuid FROM companies WHERE id > 1')
    const [uuid = ''] = uuids
    return {
      companies: uuids.length,
      plans: getOnlyValue<number>(control, 'SELECT count(*) FROM plans'),
      logins: getOnlyValue<number>(
        control,
        "SELECT count(*) FROM claims JOIN companies ON uuid = tenant_uuid WHERE kind = 'email' AND id > 1",
      ),
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

export const withoutIds = ({ companies }: ImportReport) => companies.map(({ id: _, ...rest }) => rest)
