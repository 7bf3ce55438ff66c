/**
 * Takes over linked devices of another product, so that no code has to be scanned. Their system must have stopped before
 * the dump, and must never start with these credentials again.
 */
import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import type { TakenSession } from '../../../moving-in/contract'
import type { Source } from '../../../moving-in/source'
import type { Cx } from '../../../platform/cx'
import type { Encryption } from '../../../platform/encryption'
import type { Claims } from '../../../tenancy/claims'
import { findConnection } from '../../connections/queries'
import { connections } from '../../connections/tables'
import { phoneKey } from '../../sessions/accounts'
import { discardAttempt } from '../storage/archive'
import { whatIsStored } from '../storage/credentials'
import { encryptRow } from '../storage/encrypted-rows'
import { noteLinkedBefore } from '../storage/linked'
import { convertSession, type SessionRow } from './convert'
import { type ForeignSession, sessionInDatabase, sessionInRedis } from './foreign-session'
import type { RedisSessions } from './redis-export'

export type TakeOverOptions = {
  /** The company in place. No server has its sessions open. */
  readonly cx: Cx
  readonly claims: Claims
  /** Its session.db. */
  readonly store: Database
  readonly encryption: Encryption
  readonly source: Source
  /** Theirs. */
  readonly companyId: string
  /** Our connection of theirs. */
  connectionOf(theirs: string): number | undefined
  readonly redis: RedisSessions | null
  /** Until when their messages are in the dump. */
  readonly until: number
}

export async function takeOverSessions(options: TakeOverOptions): Promise<TakenSession[]> {
  const { source, companyId, cx, connectionOf } = options
  const taken: TakenSession[] = []
  for (const theirs of source.rows('connections', companyId)) {
    const ours = connectionOf(theirs.id)
    const connection = ours === undefined ? undefined : findConnection(cx.db, ours)
    if (connection?.channel !== 'whatsapp') continue
    taken.push({ name: connection.name, ...(await takeOne(options, connection.id, theirs)) })
  }
  return taken
}

async function takeOne(
  options: TakeOverOptions,
  connectionId: number,
  theirs: { readonly id: string; readonly session: string | null },
): Promise<Omit<TakenSession, 'name'>> {
  const { cx, claims, source } = options
  const ref = { tenantUuid: cx.tenant.uuid, connectionId }
  const before = findConnection(cx.db, connectionId)
  const stored = whatIsStored({ ...options, db: options.store, ref })
  const claim = (number: string) => claims.take('account', phoneKey(number), ref)
  if (stored === 'paired' || stored === 'locked') {
    const number = before?.number ?? null
    if (stored === 'locked' || number === null) return { number, outcome: 'linkedHere' }
    // A killed import has written it, but not whose the number is.
    const outcomes = { held: 'linkedHere', new: 'taken', taken: 'inUse' } as const
    return { number, outcome: outcomes[await claim(number)] }
  }
  if (source.family === 'community' || source.family === 'izing') return { number: null, outcome: 'browser' }
  const session = findSession(options, theirs)
  if (!session) return { number: null, outcome: 'none' }
  const converted = convertSession(session)
  if (converted.outcome !== 'converted') return { number: null, outcome: converted.outcome }
  const { number, rows } = converted
  if ((await claim(number)) === 'taken') return { number, outcome: 'inUse' }
  store(options, connectionId, { number, rows })
  return { number, outcome: 'taken' }
}

function findSession(
  { source, redis }: TakeOverOptions,
  { id, session }: { readonly id: string; readonly session: string | null },
): ForeignSession | undefined {
  const inRedis = redis?.get(id)
  return (inRedis && sessionInRedis(inRedis)) ?? sessionInDatabase(session, source.sessionKeys?.(id))
}

/**
 * The connection's row comes first: with a session and without this status, no later run would open it. A status
 * without a session reports that no phone is linked.
 */
function store(
  { cx, store: db, encryption, ...options }: TakeOverOptions,
  connectionId: number,
  { number, rows }: { readonly number: string; readonly rows: readonly SessionRow[] },
) {
  const ref = { tenantUuid: cx.tenant.uuid, connectionId }
  const until = Math.min(options.until, cx.now()) // their clock may have been ahead
  const created = findConnection(cx.db, connectionId)?.createdAt ?? until
  cx.transaction((cx) =>
    cx.db
      .update(connections)
      .set({ status: 'OPENING', reason: null, number, updatedAt: cx.now() })
      .where(eq(connections.id, connectionId))
      .run(),
  )
  const insert = db.prepare('INSERT INTO session_rows (connection_id, type, id, value) VALUES (?, ?, ?, ?)')
  db.transaction(() => {
    discardAttempt(db, connectionId)
    for (const { type, id, value } of rows)
      insert.run(connectionId, type, id, encryptRow({ ref, encryption }, type, id, value))
    noteLinkedBefore(db, number, { connectionId, from: Math.min(created, until), until })
  }).immediate()
}
