/**
 * Records until when all messages of an account have reached this connection. Messages from a later time, while the
 * account is not linked, come with its history when it is linked here again. Stored beside the credentials, and
 * outlives them.
 */
import type { Database } from 'better-sqlite3'
import { execute, getRow } from '../../../platform/sql'
import { HOUR } from '../../../platform/time'
import { briefly } from '../baileys/log'
import { RECENT_MS } from '../history/recent'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'

/** Times are epoch milliseconds. */
type LinkedDevice = {
  /** The connection that the account was last linked to; a connection does not import what another one has. */
  readonly connectionId: number
  /** When it was first linked there; older messages are left to the import. */
  readonly from: number
  readonly until: number
  /** Start of the absence that the current linking catches up on; null without one. */
  readonly since: number | null
}

type Context = Pick<SessionContext, 'ref' | 'db' | 'limits' | 'scheduler' | 'log' | 'now'>
export type LinkedRecord = ReturnType<typeof openLinked>

/** Margin for clock differences with WhatsApp. Messages that are processed twice are recognised. */
const OVERLAP_MS = HOUR

const PREFIX = 'whatsapp.linked.'
const factOf = (number: string) => `${PREFIX}${number}`

/** The number last linked to this connection, even if its credentials cannot be read. */
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

/** The account was linked to another product from `from` to `until`, and this connection goes on from there. */
export const noteLinkedBefore = (
  db: Database,
  number: string,
  { connectionId, from, until }: Pick<LinkedDevice, 'connectionId' | 'from' | 'until'>,
): void => {
  const linked: LinkedDevice = { connectionId, from: wholeSecond(from), until, since: null }
  execute(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)', [
    factOf(number),
    JSON.stringify(linked),
    until,
  ])
}

/** WhatsApp's times are in seconds. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

/** `number` is the account's, null while there is none. */
export function openLinked(context: Context, number: () => string | null) {
  const { db, ref, now, log } = context
  /** Called when the phone's whole history is processed: the absence is over. */
  let isComplete = false

  function read(): LinkedDevice | null {
    const account = number()
    if (account === null) return null
    const row = getRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = ?', factOf(account))
    const linked: LinkedDevice | null = row ? JSON.parse(row.value) : null // written by `write`
    return linked?.connectionId === ref.connectionId ? linked : null
  }

  function write(linked: Omit<LinkedDevice, 'connectionId'>): void {
    const account = number()
    if (account === null) return
    // Without an extra flush: it becomes durable with the next commit, which is that of the credentials when it
    // matters.
    db.pragma('synchronous = NORMAL')
    try {
      execute(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)', [
        factOf(account),
        JSON.stringify({ connectionId: ref.connectionId, ...linked }),
        now(),
      ])
    } finally {
      db.pragma('synchronous = FULL')
    }
  }

  const sinceOf = ({ from, until }: LinkedDevice): number => Math.max(from, until - OVERLAP_MS, now() - RECENT_MS)

  function noteHeard(): void {
    if (!isComplete) return
    const { from = Number.POSITIVE_INFINITY, since = null } = read() ?? {}
    // Ignores a clock that was ahead when it was linked.
    write({ from: Math.min(from, wholeSecond(now())), until: now(), since })
  }

  return {
    /** Start of the time in which messages were missed here; null: none. */
    since: (): number | null => read()?.since ?? null,
    /**
     * Called when a phone was just linked. Must be called before its credentials are on disk, because a crash in
     * between would lose the absence.
     */
    begin(): void {
      isComplete = false
      const before = read()
      if (before) write({ ...before, since: wholeSecond(sinceOf(before)) })
      else write({ from: wholeSecond(now()), until: now(), since: null })
    },
    historyEnded(): void {
      isComplete = true
    },
    /**
     * Called when the socket is open. Waiting messages come immediately, so after a while everything until then has
     * arrived.
     */
    opened({ gone }: LiveSocket): void {
      let callOff = () => {}
      const wait = () => {
        callOff = context.scheduler.scheduleAfter(context.limits.heard, () => {
          wait()
          try {
            noteHeard()
          } catch (error) {
            log.warn(
              { ...ref, ...briefly(error) },
              'whatsapp: the time until which everything arrived could not be stored',
            )
          }
        })
      }
      wait()
      gone.addEventListener('abort', () => callOff())
    },
  }
}
