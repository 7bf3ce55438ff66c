/** What an open company takes: mostly the schema, which SQLite keeps parsed for each of them (tests/bench/README.md). */
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openTenantFile, tenantPath } from '../../src/platform/databases'
import { afterEachTest } from '../support/after-each'

const COMPANIES = 100
/** Measured: 484. An index takes 0.5, a table with five columns 1, a trigger of one statement 1 and more. */
const MOST_KIB = 575

const cleanups: (() => void)[] = []
afterEachTest(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** Memory of the C allocator, where SQLite is; the runtime has its own. */
const heapKib = () =>
  Number(/\[heap\]\nSize:.*\n(?:.*\n)*?Rss:\s+(\d+) kB/.exec(readFileSync('/proc/self/smaps', 'utf8'))?.[1])

test(`an open company takes at most ${MOST_KIB} KiB`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'weight-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const uuids = Array.from({ length: COMPANIES + 1 }, (_, n) => `company-${n}`)
  const [first = '', ...others] = uuids
  openTenantFile(dir, first, { create: true }).$client.close()
  for (const uuid of others) {
    mkdirSync(dirname(tenantPath(dir, uuid)), { recursive: true })
    copyFileSync(tenantPath(dir, first), tenantPath(dir, uuid))
    const copy = new Sqlite(tenantPath(dir, uuid))
    copy.prepare("UPDATE meta SET value = ? WHERE key = 'identity'").run(uuid)
    copy.close()
  }
  const open = (uuid: string) => {
    const db = openTenantFile(dir, uuid, { create: false })
    cleanups.push(() => db.$client.close())
  }
  open(first) // fills what is free on the heap
  const before = heapKib()
  for (const uuid of others) open(uuid)
  const each = (heapKib() - before) / COMPANIES
  expect(each).toBeGreaterThan(100)
  expect(each).toBeLessThan(MOST_KIB)
})
