/** A session in a separate process that a test may kill. It stores durably and reports to its parent. */
import Sqlite from 'better-sqlite3'
import type { Incoming } from '../../../src/channels/channel'
import { openSession, PATIENT, REF, sessionDb } from './support'

export type ToSession = { do: 'pair' } | { do: 'start' } | { do: 'send'; to: readonly string[]; each: number }
export type FromSession =
  | { type: 'news'; status: string; qrcode: string }
  | { type: 'stored'; count: number; batches: number; largest: number }
  | { type: 'sent'; ms: number; outcomes: Record<string, number> }

const [dir = '', url = '', rootKey = ''] = process.argv.slice(2)
const tell = (message: FromSession) => process.send?.(message)

const stored = new Sqlite(`${dir}/messages.db`)
stored.pragma('journal_mode = WAL')
stored.pragma('synchronous = FULL')
stored.exec('CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, body TEXT, arrival INTEGER) WITHOUT ROWID')
stored.exec('CREATE TABLE IF NOT EXISTS sent (id TEXT PRIMARY KEY) WITHOUT ROWID')
const insert = stored.prepare('INSERT OR IGNORE INTO messages VALUES (?, ?, ?)')
let [count, batches, largest] = [0, 0, 0]
const store = stored.transaction((messages: readonly Incoming[]) => {
  for (const { externalId, body } of messages) insert.run(externalId, body, performance.timeOrigin + performance.now())
})

const session = openSession(
  { url, rootKey },
  {
    db: sessionDb(`${dir}/session.db`),
    limits: PATIENT,
    listener: {
      incoming(_ref, messages) {
        store.immediate(messages)
        count += messages.length
        batches += 1
        largest = Math.max(largest, messages.length)
        tell({ type: 'stored', count, batches, largest })
      },
      session: (_ref, { status, qrcode }) => void tell({ type: 'news', status, qrcode }),
    },
  },
)

// Ends with a test that was killed.
process.on('disconnect', () => process.exit())

process.on('message', async (request: ToSession) => {
  if (request.do === 'pair') await session.channel.pair(REF, { by: 'qr' })
  if (request.do === 'start') session.channel.start(REF)
  if (request.do === 'send') tell({ type: 'sent', ...(await send(request.to, request.each)) })
})

const isSent = stored.prepare('SELECT 1 FROM sent WHERE id = ?')
const noteSent = stored.prepare('INSERT OR IGNORE INTO sent VALUES (?)')

/** Sends to many chats at once, one message after the other in each, and skips confirmed ones, like the outbox. */
async function send(to: readonly string[], each: number) {
  const outcomes: Record<string, number> = {}
  const started = performance.now()
  await Promise.all(
    to.map(async (number) => {
      for (let i = 0; i < each; i++) {
        // The same id at every try, also after restarts.
        const externalId = `3EB0${number.slice(-8)}${String(i).padStart(6, '0')}`
        const { outcome } = isSent.get(externalId)
          ? { outcome: 'sent' }
          : await session.say(number, `${i} `.padEnd(80, 'x'), { externalId })
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (outcome === 'sent') noteSent.run(externalId)
        else {
          // No message overtakes an unconfirmed one.
          await Bun.sleep(20)
          i -= 1
        }
      }
    }),
  )
  return { ms: performance.now() - started, outcomes }
}
