/** Authentication: starts, refreshes and ends sessions, and identifies the user of a request. */
import type { Actor } from '../actor'
import { AppError, type ErrorCode, fail } from '../errors'
import type { ControlWrites } from '../platform/control-writes'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { instant } from '../platform/formats'
import type { Listener } from '../platform/listeners'
import type { Log } from '../platform/log'
import type { ControlDb, Db } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { listSettings } from '../settings/settings'
import type { Claims as EmailClaims } from '../tenancy/claims'
import { featuresOf, findCompany, servedUntil, showCompanyPlan } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'
import { sessionsClosed } from './alerts'
import { isApiToken } from './api-tokens'
import { type Credentials, expedientOf, type SignedIn, type SignedInUser, sessionEnded } from './contract'
import type { Cookies } from './cookies'
import { createCurrentActor, findConsent, type Identity } from './current-actor'
import { plainEmail } from './emails'
import { type EndedSession, endSessionsOf, endSessionsOfCompany } from './ending'
import { createTaker, findFormerCookie, type Taker } from './former-sessions'
import { weekOfUser } from './hours'
import { createLoginNotes } from './login-notes'
import { connectionIdsOf, findUser, isSuper, queueIdsOf } from './people'
import { can, type Permission } from './permissions'
import { noteGone } from './presence'
import {
  type EndReason,
  endSession,
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
  readonly claims: EmailClaims
  readonly databases: Databases
  readonly controlWrites: ControlWrites
  readonly cookies: Cookies
  readonly tokens: Tokens
  readonly clock: Clock
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** Closes every socket of this session. */
  silence(sessionId: string): void
  /** Closes every socket of this company. */
  silenceCompany(companyId: number): void
}

type NewSession = SignedIn & { readonly refreshToken: string }

/** A company whose sessions are in its database. */
type Open = { readonly company: Company; readonly cx: Cx }
/** The company that a cookie names, and the session of one that was rotated before the company took its sessions over. */
type OpenByCookie = Open & { readonly rotatedBefore: string | undefined }

export class Auth {
  readonly #deps: Deps
  readonly #signIn: ReturnType<typeof createSignIn>
  readonly #current: ReturnType<typeof createCurrentActor>
  readonly #take: Taker
  readonly #noteLogin: ReturnType<typeof createLoginNotes>

  constructor(deps: Deps) {
    const { databases, claims, controlWrites, clock, cxOf, log } = deps
    const { control } = databases
    this.#deps = deps
    this.#signIn = createSignIn({ claims, databases, clock, cxOf })
    this.#take = createTaker({ control, controlWrites, clock })
    this.#current = createCurrentActor({ control, clock, take: this.#take, cxOf })
    this.#noteLogin = createLoginNotes({ controlWrites, clock, log })
  }

  /** Checks the password of a signed-in user. */
  prove(user: Pick<User, 'email' | 'passwordHash'>, password: string): Promise<void> {
    return this.#signIn.prove(user, password)
  }

  /** The company that an e-mail signs in to. */
  async companyOfEmail(email: string): Promise<string | undefined> {
    return (await this.#deps.claims.find('email', plainEmail(email)))?.tenantUuid
  }

  /** The company of a refresh cookie that we wrote. */
  companyOfCookie(cookie: string): string | undefined {
    const owner = this.#ownerOf(cookie)
    return owner && findCompany(this.#control, owner.companyId)?.uuid
  }

  /** `network` is the client's, for counting failures. */
  async signIn(credentials: Credentials, network: string): Promise<NewSession> {
    const { user, company } = await this.#signIn.holderOf(credentials, network)
    const open = this.#open(company)
    const { ended, ...opened } = this.#openSession(open, { userId: user.id, until: null })
    if (ended) this.#reportEnded({ ...ended, companyId: company.id }, 'elsewhere')
    const signedIn = await this.#issueTokens(open, user, opened)
    this.#noteLogin(company.id)
    return signedIn
  }

  /** For a person of the operator, by consent of the company's admin, until then. */
  async openSupport(companyId: number, userId: number, until: number): Promise<NewSession> {
    const open = this.#open(findCompany(this.#control, companyId) ?? fail('ERR_SESSION_EXPIRED'))
    const opened = this.#openSession(open, { userId, until })
    return this.#issueTokens(open, this.#findHolder(open, opened.session) ?? fail('ERR_SESSION_EXPIRED'), opened)
  }

  /** The user of a live session by its cookie, without using the cookie up. */
  holderOfCookie(refreshToken: string): EndedSession | undefined {
    const open = this.#openByCookie(refreshToken)
    const session = open && findSessionByCookie(open.cx.db, refreshToken, this.#momentOf(open))
    return session && { ...session, companyId: open.company.id }
  }

  /** Exchanges the cookie's refresh token for new tokens. */
  async refresh(use: Use): Promise<NewSession> {
    const { refreshToken } = use
    const open = this.#openByCookie(refreshToken)
    if (!open) throw new AppError('ERR_SESSION_EXPIRED', undefined, NO_SESSION)
    const { company, cx } = open
    const known = findSessionToRefresh(cx.db, refreshToken, this.#momentOf(open))
    const user = known && this.#findHolder(open, known)
    if (known && !user) throw this.#sessionOver(open, refreshToken) // the token is not consumed by a user who may not continue
    const rotation = rotateSession(cx, {
      ...use,
      generation: company.sessionGeneration,
      next: this.#deps.cookies.make(company.id),
      rotatedBefore: open.rotatedBefore,
    })
    if (rotation.outcome === 'reused') {
      this.#reportEnded({ ...rotation.session, companyId: company.id }, 'revoked')
      this.#reportClosed(company.id, { userId: rotation.session.userId, because: 'revoked' })
    }
    if (rotation.outcome !== 'rotated' || !user) throw this.#sessionOver(open, refreshToken)
    return this.#issueTokens(open, user, rotation)
  }

  /** Needs only a live session, so it also works while the company is overdue. */
  async signOut(token: string | null): Promise<void> {
    const claims = token === null ? undefined : await this.#deps.tokens.check(token)
    const company = claims && findCompany(this.#control, claims.companyId)
    const session =
      company && claims && endSession(this.#open(company).cx.db, this.#deps.clock(), claims.sessionId, 'logout')
    if (!session) return fail('ERR_SESSION_EXPIRED')
    const ended = { ...session, companyId: company.id }
    this.#reportEnded(ended, 'revoked')
    this.#leave(ended)
    this.#reportClosed(ended.companyId, { userId: ended.userId, because: 'logout', sessionId: ended.id })
  }

  /** Ends all sessions of a user or of a whole company. */
  revoke(
    who: { companyId: number; userId?: number },
    because: Extract<EndReason, 'revoked' | 'blocked' | 'expedient'>,
  ): void {
    const { databases, clock } = this.#deps
    const { companyId, userId } = who
    const ended =
      userId === undefined
        ? endSessionsOfCompany(databases, clock(), companyId, because)
        : endSessionsOf(databases, clock(), { companyId, userId }, because)
    for (const session of ended) {
      this.#reportEnded(session, because)
      this.#leave(session)
    }
    if (userId === undefined) this.#deps.silenceCompany(companyId)
    else this.#reportClosed(companyId, { userId, because })
  }

  me(cx: Cx, actor: Actor): SignedInUser {
    const company = findCompany(this.#control, actor.tenantId)
    const user = findUser(cx.db, actor.userId)
    return company && user ? this.#describe(cx.db, { user, company }) : fail('ERR_SESSION_EXPIRED')
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
    const { companyId } = this.#ownerOf(refreshToken) ?? fail('ERR_SESSION_EXPIRED')
    return this.#current.ofCookie(companyId, refreshToken)
  }

  /**
   * Returns the user with current rights, or fails. For requests that take time before they act, such as uploads:
   * meanwhile the session may end or the right be revoked.
   */
  stillHere(actor: Actor, permission?: Permission): Actor {
    // A company that has moved meanwhile has its sessions elsewhere, and signs nobody out.
    this.#deps.databases.requireAvailable(actor.tenantUuid)
    const present = this.recheck(actor) ?? fail('ERR_SESSION_EXPIRED')
    return permission === undefined || can(present, permission) ? present : fail('ERR_NO_PERMISSION')
  }

  /** Returns the user with current rights; undefined if the session is over. For open sockets. */
  recheck(actor: Actor): Actor | undefined {
    try {
      const { tenantId: companyId, userId, sessionId } = actor
      return this.#current.ofSession({ companyId, userId, sessionId }).actor
    } catch {
      return undefined // whatever the reason, the socket must close
    }
  }

  #holderOfClaims(claims: Claims | undefined, token: string | null): Identity {
    if (claims) return this.#current.ofSession(claims)
    return fail(token !== null && isApiToken(token) ? 'ERR_API_TOKEN_HERE' : 'ERR_SESSION_EXPIRED')
  }

  get #control(): ControlDb {
    return this.#deps.databases.control
  }

  #open(company: Company): Open {
    const cx = this.#deps.cxOf(company.uuid)
    this.#take(cx.db, company.id)
    return { company, cx }
  }

  /** The company of a cookie that we wrote. `sessionId`: of one that does not name its company. */
  #ownerOf(cookie: string): { readonly companyId: number; readonly sessionId?: string } | undefined {
    const companyId = this.#deps.cookies.companyOf(cookie)
    return companyId === undefined ? findFormerCookie(this.#control, cookie) : { companyId }
  }

  #openByCookie(cookie: string): OpenByCookie | undefined {
    const owner = this.#ownerOf(cookie)
    const company = owner && findCompany(this.#control, owner.companyId)
    return company && { ...this.#open(company), rotatedBefore: owner.sessionId }
  }

  #momentOf({ company }: Open) {
    return { now: this.#deps.clock(), generation: company.sessionGeneration }
  }

  #openSession({ company, cx }: Open, { userId, until }: { readonly userId: number; readonly until: number | null }) {
    const refreshToken = this.#deps.cookies.make(company.id)
    return {
      ...openSession(cx, { userId, until, refreshToken, generation: company.sessionGeneration }),
      refreshToken,
    }
  }

  /** Undefined if the user or company may not continue. */
  #findHolder({ company, cx }: Open, { userId, until }: Session): User | undefined {
    const user = company.active ? findUser(cx.db, userId) : undefined
    if (user?.support) return until !== null && until === findConsent(this.#control, company.id) ? user : undefined
    return user?.active ? user : undefined
  }

  #sessionOver(open: Open, refreshToken: string): AppError {
    return new AppError(this.#reasonOfEnd(open, refreshToken), undefined, NO_SESSION)
  }

  /** Reveals the reason only to the holder of the newest token; for others the session has expired. */
  #reasonOfEnd({ company, cx }: Open, refreshToken: string): ErrorCode {
    const session = findSessionOfNewestToken(cx.db, refreshToken)
    if (!session || session.expiresAt <= this.#deps.clock()) return 'ERR_SESSION_EXPIRED'
    if (!company.active) return 'ERR_COMPANY_BLOCKED'
    if (session.endedAt !== null)
      return (session.endedBecause && endings[session.endedBecause]) ?? 'ERR_SESSION_EXPIRED'
    const isOver = session.generation !== company.sessionGeneration || session.until !== null
    return isOver ? 'ERR_SESSION_EXPIRED' : 'ERR_INVALID_ACTIVE' // the session is live, so the user is inactive
  }

  async #issueTokens(
    { company, cx }: Open,
    user: User,
    { session, refreshToken }: { readonly session: Session; readonly refreshToken: string },
  ): Promise<NewSession> {
    const { id: sessionId, userId } = session
    const token = await this.#deps.tokens.issue({ sessionId, companyId: company.id, userId })
    return { token, user: this.#describe(cx.db, { user, company }), refreshToken }
  }

  #describe(db: Db, holder: Holder): SignedInUser {
    return showSignedIn(db, this.#deps.clock(), holder)
  }

  /** Best effort: otherwise the user would count as online for another five minutes. */
  #leave({ companyId, userId }: Pick<EndedSession, 'companyId' | 'userId'>): void {
    this.#inCompany(companyId, (cx) => noteGone(cx, userId))
  }

  #reportClosed(companyId: number, closed: Parameters<typeof sessionsClosed>[0]): void {
    this.#inCompany(companyId, (cx) => cx.happened(sessionsClosed(closed)))
  }

  #inCompany(companyId: number, run: (cx: Cx) => void): void {
    const company = findCompany(this.#control, companyId)
    if (!company?.active) return
    try {
      run(this.#deps.cxOf(company.uuid))
    } catch {
      // the session is over even if the company's file cannot be written
    }
  }

  #reportEnded(
    { id, companyId, userId }: Pick<EndedSession, 'id' | 'companyId' | 'userId'>,
    reason: Parameters<typeof sessionEnded>[0]['reason'],
  ): void {
    const { cxOf, silence } = this.#deps
    const company = findCompany(this.#control, companyId)
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
