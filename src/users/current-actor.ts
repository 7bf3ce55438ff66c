/** Finds the user of a live session with current rights. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { getOrMake } from '../platform/maps'
import { getRow, getValue } from '../platform/sql'
import { type ControlDb, type Db, type Raw, remembered } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { NEVER } from '../tenancy/due'
import type { Taker } from './former-sessions'
import { actorWith, findRights, RIGHTS, type Rights } from './people'
import { findSessionByCookie } from './sessions'
import type { Session } from './tables'

type Deps = {
  readonly control: ControlDb
  readonly clock: Clock
  readonly take: Taker
  cxOf(tenantUuid: string): Cx
}

/** A user's context and rights. */
export type Identity = { readonly cx: Cx; readonly actor: Actor }

/** Who acts, as an access token, a cookie or an open socket says. */
type SessionClaims = { readonly companyId: number; readonly userId: number; readonly sessionId: string }

export function createCurrentActor({ control, clock, take, cxOf }: Deps) {
  const companyOf = remembered(control.$client, (id: number) => findServed(control, id), [
    'companies',
    'plans',
    'former_sessions',
  ])
  const consentOf = remembered(control.$client, (id: number) => findConsent(control, id), ['support_grants'])

  function open(companyId: number) {
    const company = companyOf(companyId) ?? fail('ERR_SESSION_EXPIRED')
    const cx = cxOf(company.uuid)
    const { db } = cx
    if (company.hasFormer === 1) take(db, companyId)
    return { company, cx, db, now: clock() }
  }

  /** Runs on every request. Fails if session, company or user may not continue. */
  function ofSession({ companyId, userId, sessionId }: SessionClaims): Identity {
    const { company, cx, db, now } = open(companyId)
    const live = liveIn(db)(sessionId)
    if (!live || live.userId !== userId || live.expiresAt <= now || live.generation !== company.generation)
      return fail('ERR_SESSION_EXPIRED')
    if (live.until !== null && live.until !== consentOf(companyId)) return fail('ERR_SESSION_EXPIRED')
    const actor = actorWith(live.rights, { tenant: company, userId, sessionId, isOverdue: company.dueAt < now })
    return { cx, actor }
  }

  /** Does not use the cookie up. */
  function ofCookie(companyId: number, cookie: string): Identity {
    const { company, db, now } = open(companyId)
    const { generation } = company
    const { userId, id: sessionId } =
      findSessionByCookie(db, cookie, { now, generation }) ?? fail('ERR_SESSION_EXPIRED')
    return ofSession({ companyId, userId, sessionId })
  }

  return { ofSession, ofCookie }
}

type ServedCompany = {
  readonly id: number
  readonly uuid: string
  readonly dueAt: number
  readonly generation: number
  readonly hasFormer: number
}

/** Undefined if the company is suspended. */
const findServed = (control: ControlDb, id: number) =>
  getRow<ServedCompany>(
    control,
    `SELECT c.id, c.uuid, CASE WHEN p.amount = 0 THEN ${NEVER} ELSE c.due_at END AS dueAt, c.session_generation AS generation,
       EXISTS (SELECT 1 FROM former_sessions f WHERE f.company_id = c.id AND f.is_taken = 0) AS hasFormer
     FROM companies c LEFT JOIN plans p ON p.id = c.plan_id WHERE c.id = (? + 0) AND c.active = 1`,
    id,
  )

/** Until when the operator may be in the company: a session by consent is over with its consent. */
export const findConsent = (control: ControlDb, companyId: number) =>
  getValue<number>(
    control,
    "SELECT until FROM support_grants WHERE company_id = ? AND state = 'granted' ORDER BY id DESC LIMIT 1",
    companyId,
  )

type Live = Pick<Session, 'userId' | 'generation' | 'expiresAt' | 'until'> & { readonly rights: Rights }

const liveIn = (db: Db) =>
  getOrMake(kept, db.$client, () =>
    remembered(db.$client, (sessionId: string) => readLive(db, sessionId), [...RIGHTS, 'sessions']),
  )
const kept = new WeakMap<Raw, (sessionId: string) => Live | undefined>()

function readLive(db: Db, sessionId: string): Live | undefined {
  const session = getRow<Omit<Live, 'rights'>>(
    db,
    "SELECT user_id AS userId, generation, expires_at AS expiresAt, until FROM sessions WHERE id = (? || '') AND ended_at IS NULL",
    sessionId,
  )
  const rights = session && findRights(db, session.userId)
  return rights && { ...session, rights }
}
