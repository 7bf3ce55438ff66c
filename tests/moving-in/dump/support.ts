/** Stages dumps in folders that are removed after the test, and reads what is in the staging file. */
import { afterEach } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { readDump } from '../../../src/moving-in/dump/read'
import { DumpRefusal } from '../../../src/moving-in/dump/refusal'
import { type StageOptions, stageDump } from '../../../src/moving-in/dump/stage'
import { createBudget } from '../../../src/platform/budget'

const folders: string[] = []
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-dump-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function fileWith(content: string | Uint8Array, name = 'dump'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}

export type Cells = Readonly<Record<string, string | Buffer | null>>

/** All rows by table, in their order. */
export function rowsIn(stagingPath: string): Record<string, Cells[]> {
  const file = new Sqlite(stagingPath, { readonly: true })
  try {
    const tables = file.prepare('SELECT name FROM staging_tables ORDER BY name').pluck().all() as string[] // a TEXT column
    return Object.fromEntries(
      tables.map((name) => [
        name,
        file.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}" ORDER BY rowid`).all() as Cells[], // TEXT or BLOB
      ]),
    )
  } finally {
    file.close()
  }
}

export async function stage(source: string, options: StageOptions = {}) {
  const path = join(temporaryFolder(), 'staging.db')
  const staged = await stageDump(source, path, options)
  return { staged, rows: rowsIn(path), path }
}

/** The rows of a dump without a staging file, or its refusal. In pieces of this many bytes. */
export async function readRows(content: Uint8Array, pieceBytes = 64 * 1024): Promise<string[] | DumpRefusal> {
  const rows: string[] = []
  async function* pieces() {
    for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
  }
  try {
    await readDump(pieces(), {
      label: 'dump',
      budget: createBudget(),
      sink: {
        create() {},
        addColumn() {},
        drop() {},
        writer: (table, columns) => (row) =>
          void rows.push(
            `${table.name} ${columns.map(({ name }, n) => `${name}=${row.kinds[n]}${row.bytes.toString('latin1', row.starts[n], row.ends[n])}`).join('|')}`,
          ),
      },
    })
    return rows
  } catch (error) {
    if (error instanceof DumpRefusal) return error
    throw error
  }
}

export async function refusalOf(work: Promise<unknown>): Promise<DumpRefusal> {
  try {
    await work
  } catch (error) {
    if (error instanceof DumpRefusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}
