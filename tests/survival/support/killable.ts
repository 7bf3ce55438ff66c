/**
 * Loaded before the server: kills it after a number of moments, received over a separate port. A moment is just before
 * or just after a commit or a frame to WhatsApp.
 */
import Sqlite from 'better-sqlite3'
// @ts-expect-error: no types are installed for it
import WebSocketClient from 'ws'

/** Moments until the kill. */
let left = Number.POSITIVE_INFINITY
/** The last frame is being sent; nothing else takes effect. */
let isEnding = false

const kill = () => process.kill(process.pid, 'SIGKILL')

function isLast(): boolean {
  left -= 1
  return left <= 0
}

function durably<T>(step: () => T): T {
  if (isEnding) throw new Error('the server is being killed')
  if (isLast()) kill()
  const result = step()
  if (isLast()) kill()
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

/** Sent frames leave the process only at the end of this event loop turn. */
const LEAVING_MS = 3

const { send } = WebSocketClient.prototype
WebSocketClient.prototype.send = function killableSend(...words: unknown[]) {
  if (isEnding) return
  if (isLast()) kill()
  send.apply(this, words)
  if (!isLast()) return
  isEnding = true
  setTimeout(kill, LEAVING_MS)
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
