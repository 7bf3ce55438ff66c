/**
 * Loaded before the command line: kills it after `KILL_AFTER` moments, which are just before and just after a commit or a
 * rename. Without it, writes how many there were to `KILL_COUNT`.
 */

import { mock } from 'bun:test'
import fs from 'node:fs'
import Sqlite from 'better-sqlite3'

const last = Number(process.env.KILL_AFTER ?? Number.POSITIVE_INFINITY)
let count = 0
function moment() {
  count += 1
  if (count >= last) process.kill(process.pid, 'SIGKILL')
}
function around<T>(step: () => T): T {
  moment()
  const result = step()
  moment()
  return result
}

const { exec, transaction } = Sqlite.prototype
Sqlite.prototype.exec = function killableExec(sql: string) {
  return sql === 'COMMIT' ? around(() => exec.call(this, sql)) : exec.call(this, sql)
}
Sqlite.prototype.transaction = function killableTransaction(this: Sqlite.Database, work: never) {
  const whole = transaction.call(this, work)
  const begun = (how: 'default' | 'deferred' | 'immediate' | 'exclusive') => {
    return (...words: never[]) => around(() => whole[how](...words))
  }
  const others = { deferred: begun('deferred'), immediate: begun('immediate'), exclusive: begun('exclusive') }
  return Object.assign(begun('default'), others)
} as typeof transaction

const { renameSync } = fs
const killable = { ...fs, renameSync: (from: fs.PathLike, to: fs.PathLike) => around(() => renameSync(from, to)) }
void mock.module('node:fs', () => ({ ...killable, default: killable }))

process.on('exit', () => {
  if (process.env.KILL_COUNT) fs.writeFileSync(process.env.KILL_COUNT, String(count))
})
