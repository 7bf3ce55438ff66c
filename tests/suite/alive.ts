/**
 * Preloaded by the runner: while a test file runs, its process has a file in `BALCAO_TEST_ALIVE`, named by its process
 * id and touched by each test. A test that holds the event loop passes no timeout, so the runner ends its process.
 */
import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const folder = process.env.BALCAO_TEST_ALIVE

if (folder) {
  const path = join(folder, `${process.pid}`)
  const touch = () => writeFileSync(path, relative(process.cwd(), Bun.main))
  beforeAll(touch)
  beforeEach(touch)
  afterAll(() => rmSync(path, { force: true }))
}
