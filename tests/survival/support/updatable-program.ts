/**
 * Entry point of executables for tests of updates. Each folder of programs gives the same file its version, and what is wrong
 * with version 1.1.0 says the environment: the product's own entry point knows nothing of it.
 */
import { readFileSync } from 'node:fs'
import { controlSchema, tenantSchema } from '../../../migrations/index'
import { version } from '../../../src/version'

const fault = version === '1.1.0' ? process.env.TEST_UPDATE_FAULT : undefined
const isServing = process.argv[2] === 'serve'
const dataDir = process.env.BALCAO_DATA ?? process.argv[process.argv.indexOf('--data') + 1]
const add = (steps: readonly string[], sql: string) => (steps as string[]).push(sql)

// Each version brings one more migration.
if (process.env.TEST_UPDATE_MIGRATES)
  for (let minor = Number(version.split('.')[1]); minor > 0; minor--) {
    const name = `update_${controlSchema.steps.length}`
    add(controlSchema.steps, `CREATE TABLE ${name} (id INTEGER PRIMARY KEY) STRICT`)
    add(tenantSchema.steps, `CREATE TABLE ${name} (id INTEGER PRIMARY KEY) STRICT; UPDATE users SET name = name`)
  }
// Programs that know fewer steps must not read what this one leaves.
if (process.env.TEST_UPDATE_BREAKS && version !== '1.0.0')
  add(
    controlSchema.steps,
    `INSERT INTO meta (key, value) VALUES ('readable-from', ${controlSchema.first + controlSchema.steps.length})`,
  )
// Only in the second company: the first one and control.db are migrated by then.
if (fault === 'half')
  add(
    tenantSchema.steps,
    "CREATE TABLE half AS SELECT abs(-9223372036854775808) FROM users WHERE email LIKE '%empresa2%' OR email LIKE 'ana2@%'",
  )
if (fault === 'exits' && isServing) process.exit(7)
if (fault === 'usage' && isServing) process.exit(2)
if (fault === 'hangs' && isServing) for (;;);
if (fault === 'unhealthy')
  globalThis.Request = class extends Request {
    constructor(input: string | URL | Request, init?: RequestInit) {
      super(input === 'http://localhost/health' ? 'http://localhost/api/nowhere' : input, init)
    }
  } as typeof Request // all that this program needs of it
if ((fault === 'dies' || fault === 'freezes') && isServing)
  setInterval(() => {
    const isOpen = readFileSync(`${dataDir}/programs/state.json`, 'utf8').includes('"phase": "opened"')
    if (isOpen && fault === 'dies') process.kill(process.pid, 'SIGKILL')
    if (isOpen && fault === 'freezes') for (;;);
  }, 20)

await import('../../../src/executable')
