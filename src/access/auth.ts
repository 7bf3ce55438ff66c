/** Authentication: sign-in, refresh, sign-out, and who a request comes from. The order of the checks is part of the specification. */
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor'
import { AppError, type ErrorCode, fail } from '../errors'
import type { Cx } from '../platform/cx'
import { instant } from '../platform/formats'
import { createLimiter } from '../platform/limiter'
import { type ControlDb, prepared, remembered } from '../platform/sqlite'
import { type Clock, MINUTE } from '../platform/time'
import { listSettings } from '../settings/settings'
import { findCompany } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'
import { type Credentials, type SignedIn, type SignedInUser, sessionEnded } from './contract'
import { isPassword } from './password'
import { findActor, findUser, queueIdsOf } from './people'
import { createRepeats, type Use } from './repeats'
import {
  type EndReason,
  endSession,
  endSessionsOf,
  findCompanyOfSession,
  findSessionByCookie,
  findSessionOfNewestToken,
  openSession,
  rotateSession,
} from './sessions'
import { loginIndex, type Session, type User } from './tables'
import type { Tokens } from './tokens'

export type Auth = ReturnType<typeof createAuth>

type Ports = {
  readonly control: ControlDb
  readonly tokens: Tokens
  readonly clock: Clock
  cxOf(tenantUuid: string): Cx
  /** Closes every socket of this session. */
  silence(sessionId: string): void
}

type Issued = SignedIn & { readonly refreshToken: string }

export function createAuth({ control, tokens, clock, cxOf, silence }: Ports) {
  const liveCompanyOf = remembered(control.$client, (sessionId: string) => findCompanyOfSession(control, sessionId))
  const repeats = createRepeats(clock)
  const lockouts = createLimiter(clock, { most: 10, window: 15 * MINUTE, shut: 15 * MINUTE })

  return {
    /** `network`: where the visitor comes from. */
    async signIn({ email, password }: Credentials, network: string): Promise<Issued> {
      const mail = `mail ${email}`
      const keys = [mail, `from ${network}`]
      refuseLockedOut(keys)
      const hash = findByEmail(email)?.user.passwordHash ?? null
      const isTheirs = await isPassword(password, hash, {
        queue: network,
        atTurn: () => refuseLockedOut(keys), // of many simultaneous attempts, those after the tenth failure are refused without hashing
      })
      refuseLockedOut(keys) // nor may those succeed that were hashed at the same time
      const found = findByEmail(email) // read again, because the turn may have taken long
      if (!isTheirs || found?.user.passwordHash !== hash) {
        for (const key of keys) lockouts.failed(key)
        return fail('ERR_INVALID_CREDENTIALS')
      }
      lockouts.succeeded(mail) // somebody who knows one password may be guessing others, so the network keeps its failures
      demandActive(found.user, found.company)
      const { session, refreshToken, ended } = openSession(control, clock(), {
        companyId: found.company.id,
        userId: found.user.id,
      })
      if (ended) tellEnded(ended, 'elsewhere')
      return issueTokens(found.user, found.company, session, refreshToken)
    },

    /** Exchanges the cookie's refresh token for a new pair of tokens. */
    async refresh(use: Use): Promise<Issued> {
      const { refreshToken } = use
      const known = findSessionByCookie(control, clock(), refreshToken)
      const holder = known && findHolder(known) // first, so that the token is not used up if the company cannot be opened now
      if (known && !holder) throw sessionOver(refreshToken) // nor by a person who may not continue
      const rotation = rotateSession(control, clock(), { refreshToken, isRepeat: repeats.isRepeat(use) })
      if (rotation.outcome === 'reused') tellEnded(rotation.session, 'revoked')
      if (rotation.outcome !== 'rotated' || !holder) throw sessionOver(refreshToken)
      repeats.note(use)
      return issueTokens(holder.user, holder.company, rotation.session, rotation.refreshToken)
    },

    /** Signing out only needs a live session: it also works in a company past its due date. */
    async signOut(token: string | null) {
      const claims = token === null ? undefined : await tokens.check(token)
      const ended = claims && endSession(control, clock(), claims.sessionId, 'logout')
      if (!ended) return fail('ERR_SESSION_EXPIRED')
      tellEnded(ended, 'revoked')
    },

    /** Ends all sessions of a person or of a whole company. */
    revoke(who: { companyId: number; userId?: number }, because: Extract<EndReason, 'revoked' | 'blocked'>) {
      for (const session of endSessionsOf(control, clock(), who, because)) tellEnded(session, because)
    },

    me(cx: Cx, actor: Actor): SignedInUser {
      const company = findCompany(control, actor.tenantId)
      const user = findUser(cx.db, actor.userId)
      return company && user ? describe(user, company) : fail('ERR_SESSION_EXPIRED')
    },

    /** The person an access token stands for; fails with ERR_SESSION_EXPIRED when there is none any more. */
    async identify(token: string | null): Promise<{ cx: Cx; actor: Actor }> {
      const claims = token === null ? undefined : await tokens.check(token)
      return claims ? currentStanding(claims.userId, claims.sessionId) : fail('ERR_SESSION_EXPIRED')
    },

    /** The cookie alone is enough for pictures and files, which a page requests without a token; never for a change. */
    identifyByCookie(refreshToken: string): { cx: Cx; actor: Actor } {
      const session = findSessionByCookie(control, clock(), refreshToken)
      return session ? currentStanding(session.userId, session.id) : fail('ERR_SESSION_EXPIRED')
    },

    /** The person with their present rights, or undefined when the session is over: checked again for sockets that stay open. */
    standing(actor: Actor): Actor | undefined {
      try {
        return currentStanding(actor.userId, actor.sessionId).actor
      } catch {
        return undefined // whatever the reason, this person may not keep listening
      }
    },
  }

  function refuseLockedOut(keys: readonly string[]) {
    const wait = Math.max(...keys.map(lockouts.wait))
    if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
  }

  function findByEmail(email: string): { user: User; company: Company } | undefined {
    const entry = prepared(control, loginByEmail).get({ email })
    const company = entry && findCompany(control, entry.companyId)
    const user = company && findUser(cxOf(company.uuid).db, entry.userId)
    return user && company ? { user, company } : undefined
  }

  /** Undefined when this person or this company may not continue. */
  function findHolder({ companyId, userId }: Session): { user: User; company: Company } | undefined {
    const company = findCompany(control, companyId)
    const user = company?.active ? findUser(cxOf(company.uuid).db, userId) : undefined
    return company && user?.active ? { user, company } : undefined
  }

  /** The reason is only for the holder of the session's newest token; for everybody else it has expired. */
  function reasonOfEnd(refreshToken: string): ErrorCode {
    const session = findSessionOfNewestToken(control, refreshToken)
    if (!session || session.expiresAt <= clock()) return 'ERR_SESSION_EXPIRED'
    if (!findCompany(control, session.companyId)?.active) return 'ERR_COMPANY_BLOCKED'
    if (session.endedAt === null) return 'ERR_INVALID_ACTIVE' // the session is fine, so it is the person who is inactive
    return session.endedBecause === 'elsewhere' ? 'ERR_SESSION_ELSEWHERE' : 'ERR_SESSION_EXPIRED'
  }

  function sessionOver(refreshToken: string): AppError {
    return new AppError(reasonOfEnd(refreshToken), undefined, NO_SESSION)
  }

  /** Runs at every request: the session, company and person as they are now. */
  function currentStanding(userId: number, sessionId: string): { cx: Cx; actor: Actor } {
    const live = liveCompanyOf(sessionId)
    if (!live || live.expiresAt <= clock()) return fail('ERR_SESSION_EXPIRED')
    if (live.dueAt < clock()) return fail('ERR_SUBSCRIPTION_EXPIRED')
    const cx = cxOf(live.uuid)
    return { cx, actor: findActor(cx.db, userId, live, sessionId) ?? fail('ERR_SESSION_EXPIRED') }
  }

  async function issueTokens(user: User, company: Company, session: Session, refreshToken: string): Promise<Issued> {
    const token = await tokens.issue({ sessionId: session.id, companyId: company.id, userId: user.id })
    return { token, user: describe(user, company), refreshToken }
  }

  function describe(user: User, company: Company): SignedInUser {
    const { db } = cxOf(company.uuid)
    const { id, name, email, profile, allUserChat } = user
    return {
      id,
      name,
      email,
      profile,
      super: user.super,
      allUserChat,
      companyId: company.id,
      queueIds: queueIdsOf(db, id),
      company: {
        id: company.id,
        uuidCompany: company.uuid,
        name: company.name,
        dueDate: instant(company.dueAt),
        timeZone: company.timeZone,
        language: company.language,
        settings: listSettings(db),
      },
    }
  }

  function tellEnded(
    { id, companyId, userId }: Pick<Session, 'id' | 'companyId' | 'userId'>,
    reason: 'elsewhere' | 'revoked' | 'blocked',
  ) {
    const company = findCompany(control, companyId)
    if (!company) return
    cxOf(company.uuid).emit(sessionEnded({ userId, sessionId: id, reason }), (listener) => listener.sessionId === id)
    silence(id)
  }
}

const loginByEmail = (control: ControlDb) =>
  control
    .select()
    .from(loginIndex)
    .where(eq(loginIndex.email, sql.placeholder('email')))
    .prepare()

/** The password was right: now check whether this person and this company may sign in. */
function demandActive(user: User, company: Company) {
  if (!user.active) fail('ERR_INVALID_ACTIVE')
  if (!company.active) fail('ERR_COMPANY_BLOCKED')
}

/** The refresh token itself is invalid: unlike the 403 of an access token, this makes the browser drop the session. */
const NO_SESSION = 401
