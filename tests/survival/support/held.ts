/**
 * Loaded before the server: blocks forever before (or with `/after`, after) the commit that gives a query, received
 * over a separate port, a result in the company's file. A kill then comes between receiving and storing, or between
 * storing and acting.
 */
import { writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

let question = ''
let isAfter = false

const { exec } = Sqlite.prototype
Sqlite.prototype.exec = function heldExec(this: Sqlite.Database, sql: string) {
  const isMoment = sql === 'COMMIT' && question !== '' && this.name.endsWith('tenant.db')
  if (!isMoment || this.prepare(question).get() === undefined) return exec.call(this, sql)
  if (isAfter) exec.call(this, sql)
  writeSync(1, 'held at the commit\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return this
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    isAfter = new URL(request.url).pathname === '/after'
    question = await request.text()
    return new Response(null, { status: 204 })
  },
})
writeSync(1, `held at ${server.port}\n`)
