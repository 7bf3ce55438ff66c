/** Live sessions: one per person. Refresh tokens rotate; one that was rotated out and comes back ends the session. */
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { newToken, tokenHash } from '../platform/secret'
import { type ControlDb, isStorageFull, prepared, statement } from '../platform/sqlite'
import { DAY, SECOND } from '../platform/time'
import { type RefreshToken, refreshTokens, type Session, sessions } from './tables'

export const REFRESH_TOKEN_LIFE = 30 * DAY
const ON_ITS_WAY = 10 * SECOND

export type EndReason = NonNullable<Session['endedBecause']>

/** Ends the person's earlier session and opens a new one. */
export function openSession(
  control: ControlDb,
  now: number,
  { companyId, userId }: { companyId: number; userId: number },
) {
  const token = newToken()
  const hash = tokenHash(token)
  const expiresAt = now + REFRESH_TOKEN_LIFE
  return control.transaction(() => {
    const ended: Session | undefined = prepared(control, endEarlier).get({ companyId, userId, now })
    const session = prepared(control, beginSession).get({ id: crypto.randomUUID(), companyId, userId, now, expiresAt })
    prepared(control, addToken).run({ hash, sessionId: session.id })
    return { session, refreshToken: token, ended }
  })
}

const endEarlier = (control: ControlDb) =>
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

const beginSession = (control: ControlDb) =>
  control
    .insert(sessions)
    .values({
      id: sql.placeholder('id'),
      companyId: sql.placeholder('companyId'),
      userId: sql.placeholder('userId'),
      createdAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .returning()
    .prepare()

const addToken = (control: ControlDb) =>
  control
    .insert(refreshTokens)
    .values({ hash: sql.placeholder('hash'), sessionId: sql.placeholder('sessionId') })
    .prepare()

/**
 * `rotated`: the session continues, with a new token unless the disk is full. `reused`: an old token was used again,
 * and the session has been ended.
 */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly session: Session; readonly refreshToken: string }
  | { readonly outcome: 'reused'; readonly session: Session }
  | { readonly outcome: 'unknown' }

/** `isRepeat`: the same browser repeats the request that used the token. */
export function rotateSession(
  control: ControlDb,
  now: number,
  { refreshToken, isRepeat }: { refreshToken: string; isRepeat: boolean },
): Rotation {
  const hash = tokenHash(refreshToken)
  const known = control.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).get()
  const session = known && findLiveSession(control, known.sessionId, now)
  if (!known || !session) return { outcome: 'unknown' }
  if (known.rotatedAt !== null && !isRepeat) {
    endSession(control, now, session.id, 'reuse')
    return { outcome: 'reused', session }
  }
  const next = newToken()
  try {
    exchange(control, now, known, next)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    return { outcome: 'rotated', session, refreshToken } // the token stays valid, and the only one
  }
  return { outcome: 'rotated', session, refreshToken: next }
}

function exchange(control: ControlDb, now: number, { hash, sessionId, rotatedAt }: RefreshToken, next: string) {
  control.transaction((tx) => {
    tx.update(refreshTokens)
      .set({ rotatedAt: rotatedAt ?? now })
      .where(eq(refreshTokens.hash, hash))
      .run()
    tx.insert(refreshTokens)
      .values({ hash: tokenHash(next), sessionId })
      .run()
    tx.update(sessions)
      .set({ expiresAt: now + REFRESH_TOKEN_LIFE })
      .where(eq(sessions.id, sessionId))
      .run()
  })
}

export function findLiveSession(control: ControlDb, id: string, now: number): Session | undefined {
  const live = statement(
    control.$client,
    'SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at > ?',
  ).get(id, now)
  return live ? control.select().from(sessions).where(eq(sessions.id, id)).get() : undefined
}

/** The company of a live session; undefined when the session has ended or the company is suspended. */
export function findCompanyOfSession(control: ControlDb, sessionId: string) {
  const row = statement(
    control.$client,
    `SELECT c.id, c.uuid, c.due_at AS dueAt, s.expires_at AS expiresAt FROM sessions s JOIN companies c ON c.id = s.company_id
     WHERE s.id = (? || '') AND s.ended_at IS NULL AND c.active = 1`,
  ).get(sessionId)
  return row as { id: number; uuid: string; dueAt: number; expiresAt: number } | undefined // the columns are listed
}

/**
 * Finds the session without rotating its token, which is enough for files only. Accepts the newest cookie, or the one
 * rotated while this request was in flight.
 */
export function findSessionByCookie(control: ControlDb, now: number, refreshToken: string): Session | undefined {
  const session = findSessionOfToken(control, refreshToken, now - ON_ITS_WAY)
  return session && findLiveSession(control, session.id, now)
}

/** The session, even if it is over, for its newest token only: one that was rotated out may be in other hands. */
export const findSessionOfNewestToken = (control: ControlDb, refreshToken: string): Session | undefined =>
  findSessionOfToken(control, refreshToken, Number.POSITIVE_INFINITY)

/** `since`: not rotated out before this time. */
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

export function endSession(control: ControlDb, now: number, id: string, because: EndReason): Session | undefined {
  return control
    .update(sessions)
    .set({ endedAt: now, endedBecause: because })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning()
    .get()
}

export function endSessionsOf(
  control: ControlDb,
  now: number,
  who: { companyId: number; userId?: number },
  because: EndReason,
): Session[] {
  const whose =
    who.userId === undefined
      ? eq(sessions.companyId, who.companyId)
      : and(eq(sessions.companyId, who.companyId), eq(sessions.userId, who.userId))
  return control
    .update(sessions)
    .set({ endedAt: now, endedBecause: because })
    .where(and(whose, isNull(sessions.endedAt)))
    .returning()
    .all()
}

/** Deletes sessions a day after they ended or expired, with their tokens. */
export function forgetOldSessions(control: ControlDb, now: number) {
  control.$client.prepare('DELETE FROM sessions WHERE ended_at < ? OR expires_at < ?').run(now - DAY, now - DAY)
  control.$client.prepare('DELETE FROM refresh_tokens WHERE rotated_at < ?').run(now - 7 * DAY)
}
