import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenOptions, openSource } from '../../../src/moving-in/families/source'
import type { Family, Source } from '../../../src/moving-in/source'
import { installation } from '../samples/installation'
import { writeStaging } from '../samples/staging'
import type { Database, SampleTable } from '../samples/table'
import { sampleOf } from '../samples/tables'

export const now = Date.parse('2026-11-29T12:00:00Z')

const folder = mkdtempSync(join(tmpdir(), 'staged-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
let files = 0
export const stagingPath = (): string => join(folder, `${++files}.sqlite`)

export const databaseOf = (family: Family): Database => (family === 'community' ? 'mysql' : 'postgres')

/** The sample installation of a family, opened as a source; `change` alters its tables before. */
export async function openSample(
  family: Family,
  change: (tables: readonly SampleTable[]) => readonly SampleTable[] = (tables) => tables,
  options: Partial<OpenOptions> = {},
): Promise<Source> {
  const path = stagingPath()
  writeStaging(change(sampleOf(family, installation).tables), path, { database: databaseOf(family) })
  return openSource(path, { now, ...options })
}

export async function openTables(tables: readonly SampleTable[], database: Database = 'postgres'): Promise<Source> {
  const path = stagingPath()
  writeStaging(tables, path, { database })
  return openSource(path, { now })
}

/** The company that has everything. */
export function bakeryOf(source: Source): string {
  const company = source.listCompanies().find(({ name }) => name.startsWith('Padaria')) ?? source.listCompanies()[0]
  if (!company) throw new Error('no company')
  return company.id
}
