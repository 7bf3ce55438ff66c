/**
 * Sessions, in the company's database: one per user. Refresh tokens rotate, and reuse of a rotated token ends the session.
 */
import type { Cx } from '../platform/cx'
import { tokenHash } from '../platform/secret'
import { execute, getOnlyRow, getRow, getRows } from '../platform/sql'
import { type Db, isStorageFull } from '../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../platform/time'
import type { RefreshToken, Session } from './tables'

export const REFRESH_TOKEN_LIFE = 30 * DAY
const ON_ITS_WAY = 10 * SECOND
/** Longer than a browser waits for a response or a server takes to restart. */
export const REPEATABLE = MINUTE

export type EndReason = NonNullable<Session['endedBecause']>

const COLUMNS =
  'id, user_id AS userId, generation, created_at AS createdAt, expires_at AS expiresAt, ended_at AS endedAt, ended_because AS endedBecause, until'

type NewSession = {
  readonly userId: number
  /** The company's (`companies.sessionGeneration`). */
  readonly generation: number
  readonly refreshToken: string
  /** Of a session by consent, which ends then. */
  readonly until?: number | null
}

/** Ends the user's earlier session and opens a new one. Forgets what has been over for a day. */
export function openSession(cx: Cx, { userId, generation, refreshToken, until = null }: NewSession) {
  const now = cx.now()
  return cx.transaction(({ db }) => {
    forgetOldSessions(db, now)
    const ended = endSessionOf(db, now, userId, 'elsewhere')
    const session = getOnlyRow<Session>(
      db,
      `INSERT INTO sessions (id, user_id, generation, created_at, expires_at, until) VALUES (?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
      [crypto.randomUUID(), userId, generation, now, until ?? now + REFRESH_TOKEN_LIFE, until],
    )
    addToken(db, refreshToken, session.id)
    return { session, ended: ended?.generation === generation ? ended : undefined }
  })
}

const addToken = (db: Db, refreshToken: string, sessionId: string) =>
  execute(db, 'INSERT INTO refresh_tokens (hash, session_id) VALUES (?, ?)', [tokenHash(refreshToken), sessionId])

/**
 * `rotated`: the session continues, with a new token unless the disk is full. `reused`: an old token came back, and the
 * session was ended.
 */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly session: Session; readonly refreshToken: string }
  | { readonly outcome: 'reused'; readonly session: Session }
  | { readonly outcome: 'unknown' }

/** `browser`: a random secret of the browser; null if it sent none. */
export type Use = { readonly refreshToken: string; readonly browser: string | null }

type Exchange = Use & {
  readonly generation: number
  /** The token to hand out. */
  readonly next: string
  /** The session of a token that had been rotated before the company took its sessions over (former-sessions.ts). */
  readonly rotatedBefore?: string | undefined
}

/**
 * Reuse of a rotated refresh token ends its session. But two tabs may use one cookie at the same time, and a response
 * may get lost, so the same browser may repeat it for a moment.
 */
export function rotateSession(cx: Cx, { refreshToken, browser, generation, next, rotatedBefore }: Exchange): Rotation {
  const { db } = cx
  const now = cx.now()
  const known = findToken(db, tokenHash(refreshToken))
  const sessionId = known?.sessionId ?? rotatedBefore
  const session = sessionId === undefined ? undefined : findLiveSession(db, sessionId, { now, generation })
  if (!session) return { outcome: 'unknown' }
  const usedBy = browser === null ? null : tokenHash(browser)
  if (!known || (known.rotatedAt !== null && !isRepeat(known, usedBy, now))) {
    endSession(db, now, session.id, 'reuse')
    return { outcome: 'reused', session }
  }
  try {
    exchange(cx, { ...known, usedBy: known.usedBy ?? usedBy }, next)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    return { outcome: 'rotated', session, refreshToken } // the old token stays the only valid one
  }
  return { outcome: 'rotated', session, refreshToken: next }
}

const findToken = (db: Db, hash: string) =>
  getRow<RefreshToken>(
    db,
    'SELECT hash, session_id AS sessionId, rotated_at AS rotatedAt, used_by AS usedBy FROM refresh_tokens WHERE hash = ?',
    hash,
  )

const isRepeat = ({ rotatedAt, usedBy }: RefreshToken, by: string | null, now: number): boolean =>
  by !== null && by === usedBy && rotatedAt !== null && rotatedAt >= now - REPEATABLE

function exchange(cx: Cx, { hash, sessionId, rotatedAt, usedBy }: RefreshToken, next: string) {
  const now = cx.now()
  cx.transaction(({ db }) => {
    execute(db, 'UPDATE refresh_tokens SET rotated_at = ?, used_by = ? WHERE hash = ?', [
      rotatedAt ?? now,
      usedBy,
      hash,
    ])
    addToken(db, next, sessionId)
    execute(db, 'UPDATE sessions SET expires_at = ifnull(until, ?) WHERE id = ?', [now + REFRESH_TOKEN_LIFE, sessionId])
    // No browser still needs these.
    const since = now - REFRESH_TOKEN_LIFE
    execute(db, 'DELETE FROM refresh_tokens WHERE session_id = ? AND rotated_at < ?', [sessionId, since])
    forgetOldSessions(db, now)
  })
}

/** When a session is live: `generation` is the company's. */
type Moment = { readonly now: number; readonly generation: number }

export const findLiveSession = (db: Db, id: string, { now, generation }: Moment): Session | undefined =>
  getRow<Session>(
    db,
    `SELECT ${COLUMNS} FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at > ? AND generation = ?`,
    [id, now, generation],
  )

/** Finds a session without rotating: by the newest token, or one rotated out while this request was in flight. */
export const findSessionByCookie = (db: Db, refreshToken: string, moment: Moment): Session | undefined =>
  findLiveByToken(db, refreshToken, moment, ON_ITS_WAY)

/** The session that `rotateSession` may continue. */
export const findSessionToRefresh = (db: Db, refreshToken: string, moment: Moment): Session | undefined =>
  findLiveByToken(db, refreshToken, moment, REPEATABLE)

/** Ignores tokens that were rotated out longer ago than `late`. */
const findLiveByToken = (db: Db, refreshToken: string, { now, generation }: Moment, late: number) =>
  getRow<Session>(
    db,
    `SELECT ${COLUMNS} FROM refresh_tokens JOIN sessions ON id = session_id
     WHERE hash = ? AND (rotated_at IS NULL OR rotated_at >= ?) AND ended_at IS NULL AND expires_at > ? AND generation = ?`,
    [tokenHash(refreshToken), now - late, now, generation],
  )

/** Finds a session, even an ended one, by its newest token only: an older one may be stolen. */
export const findSessionOfNewestToken = (db: Db, refreshToken: string): Session | undefined =>
  getRow<Session>(
    db,
    `SELECT ${COLUMNS} FROM refresh_tokens JOIN sessions ON id = session_id WHERE hash = ? AND rotated_at IS NULL`,
    tokenHash(refreshToken),
  )

export const endSession = (db: Db, now: number, id: string, because: EndReason): Session | undefined =>
  getRow<Session>(
    db,
    `UPDATE sessions SET ended_at = ?, ended_because = ? WHERE id = ? AND ended_at IS NULL RETURNING ${COLUMNS}`,
    [now, because, id],
  )

export const endSessionOf = (db: Db, now: number, userId: number, because: EndReason): Session | undefined =>
  getRow<Session>(
    db,
    `UPDATE sessions SET ended_at = ?, ended_because = ? WHERE user_id = ? AND ended_at IS NULL RETURNING ${COLUMNS}`,
    [now, because, userId],
  )

export const endAllSessions = (db: Db, now: number, because: EndReason): Session[] =>
  getRows<Session>(
    db,
    `UPDATE sessions SET ended_at = ?, ended_because = ? WHERE ended_at IS NULL RETURNING ${COLUMNS}`,
    [now, because],
  )

/** Ends the sessions by consent, whose person is the operator's. */
export const endVisits = (db: Db, now: number): Session[] =>
  getRows<Session>(
    db,
    `UPDATE sessions SET ended_at = ?, ended_because = 'revoked' WHERE until IS NOT NULL AND ended_at IS NULL RETURNING ${COLUMNS}`,
    now,
  )

/** For a copy that takes the place of the company's database: it knows nothing of what ended since it was made. */
export const forgetAllSessions = (db: Db): void => void execute(db, 'DELETE FROM sessions')

/** Deletes sessions a day after they ended or expired, with their tokens. There are hardly more than users. */
const forgetOldSessions = (db: Db, now: number) =>
  execute(db, 'DELETE FROM sessions WHERE ended_at < @since OR expires_at < @since', { since: now - DAY })
