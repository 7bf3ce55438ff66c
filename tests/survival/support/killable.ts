/**
 * Loaded before the server: dies at once, as by kill -9, at the moment it is told over a port of its own. Moments are counted
 * from then on: one just before and one just after whatever becomes durable, or leaves for WhatsApp.
 */
import Sqlite from 'better-sqlite3'
// @ts-expect-error: no types are installed for it
import WebSocketClient from 'ws'

/** Moments left to live. */
let left = Number.POSITIVE_INFINITY
/** Its last word is on its way; nothing that it does now counts any more. */
let isDying = false

const die = () => process.kill(process.pid, 'SIGKILL')

function isLast(): boolean {
  left -= 1
  return left <= 0
}

function durably<T>(step: () => T): T {
  if (isDying) throw new Error('dying')
  if (isLast()) die()
  const result = step()
  if (isLast()) die()
  return result
}

const { exec, transaction } = Sqlite.prototype
Sqlite.prototype.exec = function killableExec(sql: string) {
  return sql === 'COMMIT' ? durably(() => exec.call(this, sql)) : exec.call(this, sql)
}

Sqlite.prototype.transaction = function killableTransaction(this: Sqlite.Database, work: never) {
  const whole = transaction.call(this, work)
  const begun = (how: 'default' | 'deferred' | 'immediate' | 'exclusive') => {
    return (...words: never[]) => durably(() => whole[how](...words))
  }
  const others = { deferred: begun('deferred'), immediate: begun('immediate'), exclusive: begun('exclusive') }
  return Object.assign(begun('default'), others)
} as typeof transaction

/** What is sent leaves the process only when this turn of the loop is over. */
const LEAVING_MS = 3

const { send } = WebSocketClient.prototype
WebSocketClient.prototype.send = function killableSend(...words: unknown[]) {
  if (isDying) return
  if (isLast()) die()
  send.apply(this, words)
  if (!isLast()) return
  isDying = true
  setTimeout(die, LEAVING_MS)
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    left = Number(new URL(request.url).pathname.slice(1))
    return new Response(null, { status: 204 })
  },
})
console.log(`killable at ${server.port}`)
