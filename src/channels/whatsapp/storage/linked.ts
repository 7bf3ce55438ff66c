/**
 * Until when everything written to an account has reached this connection. What is written later, while the account is not
 * linked, comes with its history when it is linked here again. Stored beside the credentials, and outlives them.
 */
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'
import { HOUR } from '../../../platform/time'
import { briefly } from '../baileys/log'
import { RECENT_MS } from '../history/recent'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'

/** Times are epoch milliseconds. */
type Linked = {
  /** Where the account was linked last: a connection does not take what another one has. */
  readonly connectionId: number
  /** When it was first linked there: what was written before is for the import alone. */
  readonly from: number
  readonly until: number
  /** From when on the present linking takes what was missed; null when nothing was. */
  readonly since: number | null
}

type Context = Pick<SessionContext, 'ref' | 'db' | 'limits' | 'scheduler' | 'log' | 'now'>
export type LinkedRecord = ReturnType<typeof openLinked>

/** Our clock and WhatsApp's differ. What is taken a second time is recognised. */
const OVERLAP_MS = HOUR

const PREFIX = 'whatsapp.linked.'
const factOf = (number: string) => `${PREFIX}${number}`

/** The number that was linked to this connection last, also where its credentials cannot be read. */
export function lastLinked(db: Database, connectionId: number): string | null {
  const name = db
    .prepare<[number], string>(
      `SELECT name FROM facts WHERE name LIKE '${PREFIX}%' AND json_extract(value, '$.connectionId') = ?
       ORDER BY json_extract(value, '$.until') DESC LIMIT 1`,
    )
    .pluck()
    .get(connectionId)
  return name?.slice(PREFIX.length) ?? null
}

/** WhatsApp tells times in seconds. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

/** `number` is the account's, null while there is none. */
export function openLinked(context: Context, number: () => string | null) {
  const { db, ref, now, log } = context
  /** Everything that the phone hands over of its history has been taken: nothing of the absence is missing any more. */
  let isComplete = false

  function read(): Linked | null {
    const account = number()
    if (account === null) return null
    const row = statement<[string], { value: string }>(db, 'SELECT value FROM facts WHERE name = ?').get(
      factOf(account),
    )
    const linked: Linked | null = row ? JSON.parse(row.value) : null // as `write` made it
    return linked?.connectionId === ref.connectionId ? linked : null
  }

  function write(linked: Omit<Linked, 'connectionId'>): void {
    const account = number()
    if (account === null) return
    // Without a flush of its own: it becomes durable with the next commit, which is that of the credentials when it matters.
    db.pragma('synchronous = NORMAL')
    try {
      statement(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)').run(
        factOf(account),
        JSON.stringify({ connectionId: ref.connectionId, ...linked }),
        now(),
      )
    } finally {
      db.pragma('synchronous = FULL')
    }
  }

  const sinceOf = ({ from, until }: Linked): number => Math.max(from, until - OVERLAP_MS, now() - RECENT_MS)

  function noteHeard(): void {
    if (!isComplete) return
    const { from = Number.POSITIVE_INFINITY, since = null } = read() ?? {}
    // Not from a clock that was ahead when it was linked.
    write({ from: Math.min(from, wholeSecond(now())), until: now(), since })
  }

  return {
    /** From when on messages of the account's history were missed here; null: none. */
    since: (): number | null => read()?.since ?? null,
    /** A phone was just linked. Call before its credentials are on disk: a crash in between would forget the absence. */
    begin(): void {
      isComplete = false
      const before = read()
      if (before) write({ ...before, since: wholeSecond(sinceOf(before)) })
      else write({ from: wholeSecond(now()), until: now(), since: null })
    },
    historyEnded(): void {
      isComplete = true
    },
    /** The line is up. What waited for us comes at once, so after a while everything until then has come. */
    opened({ gone }: LiveSocket): void {
      let callOff = () => {}
      const wait = () => {
        callOff = context.scheduler.scheduleAfter(context.limits.heard, () => {
          wait()
          try {
            noteHeard()
          } catch (error) {
            log.warn({ ...ref, ...briefly(error) }, 'whatsapp: how far everything came could not be noted')
          }
        })
      }
      wait()
      gone.addEventListener('abort', () => callOff())
    },
  }
}
