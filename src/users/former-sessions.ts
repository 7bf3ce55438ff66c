/**
 * Sessions that were opened while they lay in control.db. A company takes its own over when it is first used, so that nobody is
 * signed out by the upgrade; tokens that had been rotated stay, to tell reuse. All are deleted when they expire.
 */

import type { ControlWrites } from '../platform/control-writes'
import type { Services } from '../platform/module'
import { tokenHash } from '../platform/secret'
import { execute, getRow, getRows, getValue } from '../platform/sql'
import type { ControlDb, Db, WritableControl } from '../platform/sqlite'
import { type Clock, DAY } from '../platform/time'
import { noteFormerSessionsTaken } from './control-writes'
import { isFormerCookie } from './cookies'
import { REPEATABLE } from './sessions'
import type { Session } from './tables'

type FormerSession = Omit<Session, 'generation'>
type FormerToken = { hash: string; sessionId: string; rotatedAt: number | null; usedBy: string | null }

/** In a company's `meta`: with the commit that stores them, so that a repetition brings nothing back that has ended since. */
const TAKEN = 'former-sessions'

/** Can be repeated after a kill at any moment. Returns whether control.db is to hear of it (`noteFormerSessionsTaken`). */
export function takeFormerSessions(control: ControlDb, db: Db, companyId: number, now: number): boolean {
  if (!hasFormerSessions(control, companyId)) return false
  if (isTaken(db)) return true
  db.$client
    .transaction(() => {
      if (isTaken(db)) return
      for (const session of listFormerSessions(control, companyId, now)) insertSession(db, session)
      for (const token of listFormerTokens(control, companyId, now)) insertToken(db, token)
      execute(db, "INSERT INTO meta (key, value) VALUES (?, 'taken')", TAKEN)
    })
    .immediate()
  return true
}

type TakerDeps = {
  readonly control: ControlDb
  readonly controlWrites: Pick<ControlWrites, 'run'>
  readonly clock: Clock
}

/** For what a company is asked while it serves. */
export const createTaker =
  ({ control, controlWrites, clock }: TakerDeps) =>
  (db: Db, companyId: number): void => {
    if (!takeFormerSessions(control, db, companyId, clock())) return
    controlWrites.run(noteFormerSessionsTaken, { companyId }).catch(() => {}) // the job does it later
  }
export type Taker = ReturnType<typeof createTaker>

const isTaken = (db: Db): boolean => getValue(db, 'SELECT 1 FROM meta WHERE key = ?', TAKEN) !== undefined

const hasFormerSessions = (control: ControlDb, companyId: number): boolean =>
  getValue(control, 'SELECT 1 FROM former_sessions WHERE company_id = ? AND is_taken = 0 LIMIT 1', companyId) !==
  undefined

/** Opened by one run of the job. */
const COMPANIES_PER_RUN = 60

/** A company whose file cannot be opened now takes its own over later. */
export async function takeSomeFormerSessions({
  databases,
  controlWrites,
  clock,
}: Pick<Services, 'databases' | 'controlWrites' | 'clock'>): Promise<void> {
  const { control } = databases
  let opened = 0
  for (const { companyId, uuid } of listWithFormerSessions(control)) {
    if (opened === COMPANIES_PER_RUN) return
    if (!databases.isAvailable(uuid)) continue
    opened++
    try {
      databases.peek(uuid, (db) => takeFormerSessions(control, db, companyId, clock()))
      await controlWrites.run(noteFormerSessionsTaken, { companyId })
    } catch {
      // later
    }
    await new Promise(setImmediate)
  }
}

const listWithFormerSessions = (control: ControlDb) =>
  getRows<{ companyId: number; uuid: string }>(
    control,
    'SELECT id AS companyId, uuid FROM companies WHERE id IN (SELECT company_id FROM former_sessions WHERE is_taken = 0) ORDER BY id',
  )

const listFormerSessions = (control: ControlDb, companyId: number, now: number): FormerSession[] =>
  getRows<FormerSession>(
    control,
    `SELECT id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt, ended_at AS endedAt, ended_because AS endedBecause, until
     FROM former_sessions WHERE company_id = ? AND expires_at > ?`,
    [companyId, now],
  )

/** Those that may still continue a session. Of others it is enough to know whose they were. */
const listFormerTokens = (control: ControlDb, companyId: number, now: number): FormerToken[] =>
  getRows<FormerToken>(
    control,
    `SELECT t.hash, t.session_id AS sessionId, t.rotated_at AS rotatedAt, t.used_by AS usedBy FROM former_sessions s
     JOIN former_tokens t ON t.session_id = s.id
     WHERE s.company_id = ? AND (t.rotated_at IS NULL OR t.rotated_at >= ?)`,
    [companyId, now - REPEATABLE],
  )

/** Of a user who is still there. All began before any company's sessions ended at once. */
const insertSession = (db: Db, session: FormerSession) =>
  execute(
    db,
    `INSERT OR IGNORE INTO sessions (id, user_id, generation, created_at, expires_at, ended_at, ended_because, until)
     SELECT @id, id, 0, @createdAt, @expiresAt, @endedAt, @endedBecause, @until FROM users WHERE id = @userId`,
    session,
  )

const insertToken = (db: Db, token: FormerToken) =>
  execute(
    db,
    `INSERT OR IGNORE INTO refresh_tokens (hash, session_id, rotated_at, used_by)
     SELECT @hash, id, @rotatedAt, @usedBy FROM sessions WHERE id = @sessionId`,
    token,
  )

/** The session and company of a cookie that does not name its company. */
export function findFormerCookie(control: ControlDb, cookie: string) {
  if (!isFormerCookie(cookie)) return undefined
  return getRow<{ companyId: number; sessionId: string }>(
    control,
    `SELECT s.company_id AS companyId, s.id AS sessionId FROM former_tokens t JOIN former_sessions s ON s.id = t.session_id WHERE t.hash = ?`,
    tokenHash(cookie),
  )
}

/** Those of an installation that was restored, or of users whose sessions end before they were taken over. */
export const forgetFormerSessions = (control: WritableControl): void =>
  void execute(control, 'DELETE FROM former_sessions')

/** Deletes those that expired a day ago, with their tokens. */
export const forgetOldFormerSessions = (control: WritableControl, now: number): void =>
  void execute(control, 'DELETE FROM former_sessions WHERE expires_at < ?', now - DAY)
