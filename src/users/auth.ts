/** Authentication: starts, refreshes and ends sessions, and identifies the user of a request. */
import type { Actor } from '../actor'
import { AppError, type ErrorCode, fail } from '../errors'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { instant } from '../platform/formats'
import type { Listener } from '../platform/listeners'
import type { Db, WritableControl } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { listSettings } from '../settings/settings'
import type { Claims as EmailClaims } from '../tenancy/claims'
import { featuresOf, findCompany, noteLogin, servedUntil, showCompanyPlan } from '../tenancy/companies'
import { sessionsClosed } from './alerts'
import { isApiToken } from './api-tokens'
import { type Credentials, expedientOf, type SignedIn, type SignedInUser, sessionEnded } from './contract'
import { createCurrentActor, type Identity } from './current-actor'
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
import type { Session, User } from './tables'
import type { Claims, Tokens } from './tokens'

declare module '../platform/module' {
  interface Services {
    readonly auth: Auth
    /** Recomputes the rights of matching sockets and closes those whose session is over. */
    recheckSockets(matches: (listener: Listener) => boolean): void
    /** Makes changes by CLI commands reach open sockets within a second. */
    followCommands(): void
  }
  interface RouteServices {
    /** On first start the server responds before the first user exists; sign-in waits for this. */
    readonly bootstrap: Promise<unknown> | undefined
  }
}

type Deps = {
  readonly control: WritableControl
  readonly claims: EmailClaims
  readonly databases: Databases
  readonly tokens: Tokens
  readonly clock: Clock
  cxOf(tenantUuid: string): Cx
  /** Closes every socket of this session. */
  silence(sessionId: string): void
}

type NewSession = SignedIn & { readonly refreshToken: string }

export class Auth {
  readonly #deps: Deps
  readonly #signIn: ReturnType<typeof createSignIn>
  readonly #currentActor: ReturnType<typeof createCurrentActor>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#signIn = createSignIn(deps)
    this.#currentActor = createCurrentActor(deps)
  }

  /** Checks the password of a signed-in user. */
  prove(user: Pick<User, 'email' | 'passwordHash'>, password: string): Promise<void> {
    return this.#signIn.prove(user, password)
  }

  /** `network` is the client's, for counting failures. */
  async signIn(credentials: Credentials, network: string): Promise<NewSession> {
    const { control, clock } = this.#deps
    const holder = await this.#signIn.holderOf(credentials, network)
    const { session, refreshToken, ended } = openSession(control, clock(), {
      companyId: holder.company.id,
      userId: holder.user.id,
    })
    if (ended) this.#reportEnded(ended, 'elsewhere')
    noteLogin(control, holder.company.id, clock())
    return this.#issueTokens(holder, session, refreshToken)
  }

  /** For a person of the operator, by consent of the company's admin, until then. */
  async openSupport(companyId: number, userId: number, until: number): Promise<NewSession> {
    const { control, clock } = this.#deps
    const { session, refreshToken } = openSession(control, clock(), { companyId, userId, until })
    const holder = this.#findHolder(session) ?? fail('ERR_SESSION_EXPIRED')
    return this.#issueTokens(holder, session, refreshToken)
  }

  /** The user of a live session by its cookie, without using the cookie up. */
  holderOfCookie(refreshToken: string): Session | undefined {
    const { control, clock } = this.#deps
    return findSessionByCookie(control, clock(), refreshToken)
  }

  /** Exchanges the cookie's refresh token for new tokens. */
  async refresh(use: Use): Promise<NewSession> {
    const { control, clock } = this.#deps
    const { refreshToken } = use
    const known = findSessionToRefresh(control, clock(), refreshToken)
    const holder = known && this.#findHolder(known) // first, so that the token is not consumed if the company cannot be opened
    if (known && !holder) throw this.#sessionOver(refreshToken) // nor consumed by a user who may not continue
    const rotation = rotateSession(control, clock(), use)
    if (rotation.outcome === 'reused') {
      this.#reportEnded(rotation.session, 'revoked')
      this.#reportClosed(rotation.session.companyId, { userId: rotation.session.userId, because: 'revoked' })
    }
    if (rotation.outcome !== 'rotated' || !holder) throw this.#sessionOver(refreshToken)
    return this.#issueTokens(holder, rotation.session, rotation.refreshToken)
  }

  /** Needs only a live session, so it also works while the company is overdue. */
  async signOut(token: string | null): Promise<void> {
    const { control, clock, tokens } = this.#deps
    const claims = token === null ? undefined : await tokens.check(token)
    const ended = claims && endSession(control, clock(), claims.sessionId, 'logout')
    if (!ended) return fail('ERR_SESSION_EXPIRED')
    this.#reportEnded(ended, 'revoked')
    this.#leave(ended)
    this.#reportClosed(ended.companyId, { userId: ended.userId, because: 'logout', sessionId: ended.id })
  }

  /** Ends all sessions of a user or of a whole company. */
  revoke(
    who: { companyId: number; userId?: number },
    because: Extract<EndReason, 'revoked' | 'blocked' | 'expedient'>,
  ): void {
    const { control, clock } = this.#deps
    for (const session of endSessionsOf(control, clock(), who, because)) {
      this.#reportEnded(session, because)
      this.#leave(session)
    }
    const { companyId, userId } = who
    if (userId !== undefined) this.#reportClosed(companyId, { userId, because })
  }

  me(cx: Cx, actor: Actor): SignedInUser {
    const company = findCompany(this.#deps.control, actor.tenantId)
    const user = findUser(cx.db, actor.userId)
    return company && user ? this.#describe({ user, company }) : fail('ERR_SESSION_EXPIRED')
  }

  /** The user of an access token. Fails with ERR_SESSION_EXPIRED if the session is over. */
  identify(token: string | null): Identity | Promise<Identity> {
    const claims = token === null ? undefined : this.#deps.tokens.check(token)
    if (claims instanceof Promise) return claims.then((found) => this.#holderOfClaims(found, token))
    return this.#holderOfClaims(claims, token)
  }

  /**
   * Identifies by cookie alone: for pictures and files, which pages request without a token, but never for changes.
   */
  identifyByCookie(refreshToken: string): Identity {
    const session = this.holderOfCookie(refreshToken)
    return session ? this.#currentActor(session.userId, session.id) : fail('ERR_SESSION_EXPIRED')
  }

  /**
   * Returns the user with current rights, or fails. For requests that take time before they act, such as uploads:
   * meanwhile the session may end or the right be revoked.
   */
  stillHere(actor: Actor, permission?: Permission): Actor {
    const present = this.recheck(actor) ?? fail('ERR_SESSION_EXPIRED')
    return permission === undefined || can(present, permission) ? present : fail('ERR_NO_PERMISSION')
  }

  /** Returns the user with current rights; undefined if the session is over. For open sockets. */
  recheck(actor: Actor): Actor | undefined {
    try {
      return this.#currentActor(actor.userId, actor.sessionId).actor
    } catch {
      return undefined // whatever the reason, the socket must close
    }
  }

  #holderOfClaims(claims: Claims | undefined, token: string | null): Identity {
    if (claims) return this.#currentActor(claims.userId, claims.sessionId)
    return fail(token !== null && isApiToken(token) ? 'ERR_API_TOKEN_HERE' : 'ERR_SESSION_EXPIRED')
  }

  /** Undefined if the user or company may not continue. */
  #findHolder({ companyId, userId }: Session): Holder | undefined {
    const { control, cxOf } = this.#deps
    const company = findCompany(control, companyId)
    const user = company?.active ? findUser(cxOf(company.uuid).db, userId) : undefined
    return company && (user?.active || user?.support) ? { user, company } : undefined
  }

  #sessionOver(refreshToken: string): AppError {
    return new AppError(this.#reasonOfEnd(refreshToken), undefined, NO_SESSION)
  }

  /** Reveals the reason only to the holder of the newest token; for others the session has expired. */
  #reasonOfEnd(refreshToken: string): ErrorCode {
    const { control, clock } = this.#deps
    const session = findSessionOfNewestToken(control, refreshToken)
    if (!session || session.expiresAt <= clock()) return 'ERR_SESSION_EXPIRED'
    if (!findCompany(control, session.companyId)?.active) return 'ERR_COMPANY_BLOCKED'
    if (session.endedAt === null) return 'ERR_INVALID_ACTIVE' // the session is live, so the user is inactive
    return (session.endedBecause && endings[session.endedBecause]) ?? 'ERR_SESSION_EXPIRED'
  }

  async #issueTokens(holder: Holder, session: Session, refreshToken: string): Promise<NewSession> {
    const { id: sessionId, companyId, userId } = session
    const token = await this.#deps.tokens.issue({ sessionId, companyId, userId })
    return { token, user: this.#describe(holder), refreshToken }
  }

  #describe(holder: Holder): SignedInUser {
    const { cxOf, clock } = this.#deps
    return showSignedIn(cxOf(holder.company.uuid).db, clock(), holder)
  }

  /** Best effort: otherwise the user would count as online for another five minutes. */
  #leave({ companyId, userId }: Pick<Session, 'companyId' | 'userId'>): void {
    this.#inCompany(companyId, (cx) => noteGone(cx, userId))
  }

  #reportClosed(companyId: number, closed: Parameters<typeof sessionsClosed>[0]): void {
    this.#inCompany(companyId, (cx) => cx.happened(sessionsClosed(closed)))
  }

  #inCompany(companyId: number, run: (cx: Cx) => void): void {
    const { control, cxOf } = this.#deps
    const company = findCompany(control, companyId)
    if (!company?.active) return
    try {
      run(cxOf(company.uuid))
    } catch {
      // the session is over even if the company's file cannot be written
    }
  }

  #reportEnded(
    { id, companyId, userId }: Pick<Session, 'id' | 'companyId' | 'userId'>,
    reason: Parameters<typeof sessionEnded>[0]['reason'],
  ): void {
    const { control, cxOf, silence } = this.#deps
    const company = findCompany(control, companyId)
    if (!company) return
    cxOf(company.uuid).emit(sessionEnded({ userId, sessionId: id, reason }), (listener) => listener.sessionId === id)
    silence(id)
  }
}

function showSignedIn(db: Db, now: number, { user, company }: Holder): SignedInUser {
  const { id, name, email, profile, allUserChat, allowRealTime, status, farewellMessage } = user
  return {
    id,
    name,
    email,
    profile,
    super: isSuper(company.id, user),
    ...(user.support && { support: true as const }),
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
      isOverdue: servedUntil(company) < now,
      timeZone: company.timeZone,
      language: company.language,
      features: featuresOf(company)?.slice() ?? null,
      plan: company.plan && showCompanyPlan(company.plan),
      settings: listSettings(db),
    },
  }
}

/** Errors shown to the holder of an ended session's newest token. */
const endings: { readonly [R in EndReason]?: ErrorCode } = {
  elsewhere: 'ERR_SESSION_ELSEWHERE',
  blocked: 'ERR_INVALID_ACTIVE',
  expedient: 'ERR_OUT_OF_HOURS',
}

/** For an invalid refresh token. Unlike the 403 for an access token, it makes the browser drop the session. */
const NO_SESSION = 401
