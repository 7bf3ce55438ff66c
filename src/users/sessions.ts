/** Sessions: one per user. Refresh tokens rotate, and reuse of a rotated token ends the session. */
import { and, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { newToken, tokenHash } from '../platform/secret'
import { getRow } from '../platform/sql'
import { type ControlDb, isStorageFull, prepared, type WritableControl } from '../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../platform/time'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { NEVER } from '../tenancy/due'
import { type RefreshToken, refreshTokens, type Session, sessions } from './tables'

export const REFRESH_TOKEN_LIFE = 30 * DAY
const ON_ITS_WAY = 10 * SECOND
/** Longer than a browser waits for a response or a server takes to restart. */
const REPEATABLE = MINUTE

export type EndReason = NonNullable<Session['endedBecause']>

/** Ends the user's earlier session and opens a new one. */
export function openSession(
  control: WritableControl,
  now: number,
  { companyId, userId, until = null }: { companyId: number; userId: number; until?: number | null },
) {
  const token = newToken()
  const hash = tokenHash(token)
  const expiresAt = until ?? now + REFRESH_TOKEN_LIFE
  return control.transaction(() => {
    const ended: Session | undefined = prepared(control, endEarlier).get({ companyId, userId, now })
    const session = prepared(control, beginSession).get({
      id: crypto.randomUUID(),
      companyId,
      userId,
      now,
      expiresAt,
      until,
    })
    prepared(control, addToken).run({ hash, sessionId: session.id })
    return { session, refreshToken: token, ended }
  })
}

const endEarlier = (control: WritableControl) =>
  control
    .update(sessions)
    .set({ endedAt: sql`${sql.placeholder('now')}`, endedBecause: 'elsewhere' })
    .where(
      and(
        eq(sessions.companyId, sql.placeholder('companyId')),
        eq(sessions.userId, sql.placeholder('userId')),
        isNull(sessions.endedAt),
      ),
    )
    .returning()
    .prepare()

const beginSession = (control: WritableControl) =>
  control
    .insert(sessions)
    .values({
      id: sql.placeholder('id'),
      companyId: sql.placeholder('companyId'),
      userId: sql.placeholder('userId'),
      createdAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
      until: sql.placeholder('until'),
    })
    .returning()
    .prepare()

const addToken = (control: WritableControl) =>
  control
    .insert(refreshTokens)
    .values({ hash: sql.placeholder('hash'), sessionId: sql.placeholder('sessionId') })
    .prepare()

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

/**
 * Reuse of a rotated refresh token ends its session. But two tabs may use one cookie at the same time, and a response
 * may get lost, so the same browser may repeat it for a moment.
 */
export function rotateSession(control: WritableControl, now: number, { refreshToken, browser }: Use): Rotation {
  const hash = tokenHash(refreshToken)
  const known = control.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).get()
  const session = known && findLiveSession(control, known.sessionId, now)
  if (!known || !session) return { outcome: 'unknown' }
  const usedBy = browser === null ? null : tokenHash(browser)
  if (known.rotatedAt !== null && !isRepeat(known, usedBy, now)) {
    endSession(control, now, session.id, 'reuse')
    return { outcome: 'reused', session }
  }
  const next = newToken()
  try {
    exchange(control, now, { ...known, usedBy: known.usedBy ?? usedBy }, next)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    return { outcome: 'rotated', session, refreshToken } // the old token stays the only valid one
  }
  return { outcome: 'rotated', session, refreshToken: next }
}

const isRepeat = ({ rotatedAt, usedBy }: RefreshToken, by: string | null, now: number): boolean =>
  by !== null && by === usedBy && rotatedAt !== null && rotatedAt >= now - REPEATABLE

function exchange(
  control: WritableControl,
  now: number,
  { hash, sessionId, rotatedAt, usedBy }: RefreshToken,
  next: string,
) {
  control.transaction((tx) => {
    tx.update(refreshTokens)
      .set({ rotatedAt: rotatedAt ?? now, usedBy })
      .where(eq(refreshTokens.hash, hash))
      .run()
    tx.insert(refreshTokens)
      .values({ hash: tokenHash(next), sessionId })
      .run()
    tx.update(sessions)
      .set({ expiresAt: sql`ifnull(${sessions.until}, ${now + REFRESH_TOKEN_LIFE})` })
      .where(eq(sessions.id, sessionId))
      .run()
    // No browser still needs these.
    tx.delete(refreshTokens)
      .where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.rotatedAt, now - REFRESH_TOKEN_LIFE)))
      .run()
  })
}

function findLiveSession(control: ControlDb, id: string, now: number): Session | undefined {
  const live = getRow(control, 'SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at > ?', [id, now])
  return live ? control.select().from(sessions).where(eq(sessions.id, id)).get() : undefined
}

/** The company of a live session; undefined if the session has ended or the company is suspended. */
export function findCompanyOfSession(control: ControlDb, sessionId: string) {
  return getRow<{ id: number; uuid: string; dueAt: number; expiresAt: number }>(
    control,
    `SELECT c.id, c.uuid, CASE WHEN p.amount = 0 THEN ${NEVER} ELSE c.due_at END AS dueAt, s.expires_at AS expiresAt
     FROM sessions s JOIN companies c ON c.id = s.company_id LEFT JOIN plans p ON p.id = c.plan_id
     WHERE s.id = (? || '') AND s.ended_at IS NULL AND c.active = 1`,
    sessionId,
  )
}

/** Finds a session without rotating: by the newest token, or one rotated out while this request was in flight. */
export const findSessionByCookie = (control: ControlDb, now: number, refreshToken: string): Session | undefined =>
  findLive(control, now, findSessionOfToken(control, refreshToken, now - ON_ITS_WAY))

/** The session that `rotateSession` may continue. */
export const findSessionToRefresh = (control: ControlDb, now: number, refreshToken: string): Session | undefined =>
  findLive(control, now, findSessionOfToken(control, refreshToken, now - REPEATABLE))

const findLive = (control: ControlDb, now: number, session: Session | undefined): Session | undefined =>
  session && findLiveSession(control, session.id, now)

/** Finds a session, even an ended one, by its newest token only: an older one may be stolen. */
export const findSessionOfNewestToken = (control: ControlDb, refreshToken: string): Session | undefined =>
  findSessionOfToken(control, refreshToken, Number.POSITIVE_INFINITY)

/** Ignores tokens rotated out before `since`. */
function findSessionOfToken(control: ControlDb, refreshToken: string, since: number): Session | undefined {
  const row = control
    .select({ session: sessions })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(
      and(
        eq(refreshTokens.hash, tokenHash(refreshToken)),
        or(isNull(refreshTokens.rotatedAt), gte(refreshTokens.rotatedAt, since)),
      ),
    )
    .get()
  return row?.session
}

export function endSession(control: WritableControl, now: number, id: string, because: EndReason): Session | undefined {
  return control
    .update(sessions)
    .set({ endedAt: now, endedBecause: because })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning()
    .get()
}

export function endSessionsOf(
  control: WritableControl,
  now: number,
  who: { companyId: number; userId?: number },
  because: EndReason,
): Session[] {
  const whose =
    who.userId === undefined
      ? eq(sessions.companyId, who.companyId)
      : or(
          and(eq(sessions.companyId, who.companyId), eq(sessions.userId, who.userId)),
          ofSupportBy(who.companyId, who.userId),
        )
  return control
    .update(sessions)
    .set({ endedAt: now, endedBecause: because })
    .where(and(whose, isNull(sessions.endedAt)))
    .returning()
    .all()
}

/** Sessions by consent that this person of the operator has in other companies. */
const ofSupportBy = (companyId: number, userId: number) =>
  companyId === OPERATOR_COMPANY
    ? and(
        isNotNull(sessions.until),
        sql`${sessions.companyId} IN (SELECT company_id FROM support_grants WHERE asked_by = ${userId} AND state = 'granted')`,
      )
    : undefined

/** Deletes sessions a day after they ended or expired, with their tokens. */
export function forgetOldSessions(control: WritableControl, now: number) {
  control.$client.prepare('DELETE FROM sessions WHERE ended_at < ? OR expires_at < ?').run(now - DAY, now - DAY)
}
