/** Authentication: what begins, continues and ends a session, and who a request comes from. */
import type { Actor } from '../actor'
import { AppError, type ErrorCode, fail } from '../errors'
import type { Cx } from '../platform/cx'
import { instant } from '../platform/formats'
import type { Listener } from '../platform/listeners'
import type { ControlDb } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { listSettings } from '../settings/settings'
import { findCompany } from '../tenancy/companies'
import { type Credentials, expedientOf, type SignedIn, type SignedInUser, sessionEnded } from './contract'
import { createCurrentActor, type Identified } from './current-actor'
import { weekOfUser } from './hours'
import { connectionIdsOf, findUser, isSuper, queueIdsOf } from './people'
import { can, type Permission } from './permissions'
import { noteGone } from './presence'
import {
  type EndReason,
  endSession,
  endSessionsOf,
  findSessionByCookie,
  findSessionOfNewestToken,
  findSessionToRefresh,
  openSession,
  rotateSession,
  type Use,
} from './sessions'
import { createSignIn, type Holder } from './sign-in'
import type { Session } from './tables'
import type { Tokens } from './tokens'

export type Auth = ReturnType<typeof createAuth>

declare module '../platform/module' {
  interface Services {
    readonly auth: Auth
    /** Recomputes the rights of open sockets, and closes those whose session is over. */
    recheckSockets(whom: (listener: Listener) => boolean): void
    /** From now on, and while pages are open, changes made by a command reach their sockets within a second. */
    followCommands(): void
  }
  interface RouteServices {
    /** At the first start the server answers before the first person exists; signing in waits for this. */
    readonly bootstrap: Promise<unknown> | undefined
  }
}

type Deps = {
  readonly control: ControlDb
  readonly tokens: Tokens
  readonly clock: Clock
  cxOf(tenantUuid: string): Cx
  /** Closes every socket of this session. */
  silence(sessionId: string): void
}

type Issued = SignedIn & { readonly refreshToken: string }

export function createAuth({ control, tokens, clock, cxOf, silence }: Deps) {
  const { holderOf, prove } = createSignIn({ control, clock, cxOf })
  const currentActor = createCurrentActor({ control, clock, cxOf })

  return {
    /** That whoever is signed in knows their password. */
    prove,

    /** `network`: where the visitor comes from. */
    async signIn(credentials: Credentials, network: string): Promise<Issued> {
      const holder = await holderOf(credentials, network)
      const { session, refreshToken, ended } = openSession(control, clock(), {
        companyId: holder.company.id,
        userId: holder.user.id,
      })
      if (ended) reportEnded(ended, 'elsewhere')
      return issueTokens(holder, session, refreshToken)
    },

    /** Exchanges the cookie's refresh token for a new pair of tokens. */
    async refresh(use: Use): Promise<Issued> {
      const { refreshToken } = use
      const known = findSessionToRefresh(control, clock(), refreshToken)
      const holder = known && findHolder(known) // first, so that the token is not used up if the company cannot be opened now
      if (known && !holder) throw sessionOver(refreshToken) // nor by a person who may not continue
      const rotation = rotateSession(control, clock(), use)
      if (rotation.outcome === 'reused') reportEnded(rotation.session, 'revoked')
      if (rotation.outcome !== 'rotated' || !holder) throw sessionOver(refreshToken)
      return issueTokens(holder, rotation.session, rotation.refreshToken)
    },

    /** Signing out only needs a live session: it also works in a company past its due date. */
    async signOut(token: string | null) {
      const claims = token === null ? undefined : await tokens.check(token)
      const ended = claims && endSession(control, clock(), claims.sessionId, 'logout')
      if (!ended) return fail('ERR_SESSION_EXPIRED')
      reportEnded(ended, 'revoked')
      leave(ended)
    },

    /** Ends all sessions of a person or of a whole company. */
    revoke(
      who: { companyId: number; userId?: number },
      because: Extract<EndReason, 'revoked' | 'blocked' | 'expedient'>,
    ) {
      for (const session of endSessionsOf(control, clock(), who, because)) {
        reportEnded(session, because)
        leave(session)
      }
    },

    me(cx: Cx, actor: Actor): SignedInUser {
      const company = findCompany(control, actor.tenantId)
      const user = findUser(cx.db, actor.userId)
      return company && user ? describe({ user, company }) : fail('ERR_SESSION_EXPIRED')
    },

    /** The person an access token stands for; fails with ERR_SESSION_EXPIRED when there is none any more. */
    async identify(token: string | null): Promise<Identified> {
      const claims = token === null ? undefined : await tokens.check(token)
      return claims ? currentActor(claims.userId, claims.sessionId) : fail('ERR_SESSION_EXPIRED')
    },

    /** The cookie alone is enough for pictures and files, which a page requests without a token; never for a change. */
    identifyByCookie(refreshToken: string): Identified {
      const session = findSessionByCookie(control, clock(), refreshToken)
      return session ? currentActor(session.userId, session.id) : fail('ERR_SESSION_EXPIRED')
    },

    /**
     * The person with their present rights, for what takes time between a request and its effect, such as receiving a body:
     * the session may end meanwhile, and the right be taken away.
     */
    stillHere(actor: Actor, permission?: Permission): Actor {
      const present = this.recheck(actor) ?? fail('ERR_SESSION_EXPIRED')
      return permission === undefined || can(present, permission) ? present : fail('ERR_NO_PERMISSION')
    },

    /** The person with their present rights, or undefined when the session is over: checked again for sockets that stay open. */
    recheck(actor: Actor): Actor | undefined {
      try {
        return currentActor(actor.userId, actor.sessionId).actor
      } catch {
        return undefined // whatever the reason, this person may not keep listening
      }
    },
  }

  /** Undefined when this person or this company may not continue. */
  function findHolder({ companyId, userId }: Session): Holder | undefined {
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
    return (session.endedBecause && endings[session.endedBecause]) ?? 'ERR_SESSION_EXPIRED'
  }

  function sessionOver(refreshToken: string): AppError {
    return new AppError(reasonOfEnd(refreshToken), undefined, NO_SESSION)
  }

  async function issueTokens(holder: Holder, session: Session, refreshToken: string): Promise<Issued> {
    const { id: sessionId, companyId, userId } = session
    const token = await tokens.issue({ sessionId, companyId, userId })
    return { token, user: describe(holder), refreshToken }
  }

  function describe({ user, company }: Holder): SignedInUser {
    const { db } = cxOf(company.uuid)
    const { id, name, email, profile, allUserChat, allowRealTime, status, farewellMessage } = user
    return {
      id,
      name,
      email,
      profile,
      super: isSuper(company.id, user),
      allUserChat,
      allowRealTime,
      status,
      companyId: company.id,
      queueIds: queueIdsOf(db, id),
      whatsappId: user.connectionId,
      farewellMessage,
      connectionAccess: connectionIdsOf(db, id),
      ...expedientOf(weekOfUser(user)),
      company: {
        id: company.id,
        uuidCompany: company.uuid,
        name: company.name,
        dueDate: instant(company.dueAt),
        isOverdue: company.dueAt < clock(),
        timeZone: company.timeZone,
        language: company.language,
        features: company.features && [...company.features],
        settings: listSettings(db),
      },
    }
  }

  /** Best effort, at once: without it the person would count as online for five minutes more. */
  function leave({ companyId, userId }: Pick<Session, 'companyId' | 'userId'>) {
    const company = findCompany(control, companyId)
    if (!company?.active) return
    try {
      noteGone(cxOf(company.uuid), userId)
    } catch {
      // the session is over, whether or not the company's file takes it
    }
  }

  function reportEnded(
    { id, companyId, userId }: Pick<Session, 'id' | 'companyId' | 'userId'>,
    reason: Parameters<typeof sessionEnded>[0]['reason'],
  ) {
    const company = findCompany(control, companyId)
    if (!company) return
    cxOf(company.uuid).emit(sessionEnded({ userId, sessionId: id, reason }), (listener) => listener.sessionId === id)
    silence(id)
  }
}

/** What is said of an ended session to the holder of its newest token. */
const endings: { readonly [R in EndReason]?: ErrorCode } = {
  elsewhere: 'ERR_SESSION_ELSEWHERE',
  blocked: 'ERR_INVALID_ACTIVE',
  expedient: 'ERR_OUT_OF_HOURS',
}

/** The refresh token itself is invalid: unlike the 403 of an access token, this makes the browser drop the session. */
const NO_SESSION = 401
