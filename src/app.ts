/** Assembles the HTTP app: modules' routes under /api, sockets, health, metrics, and the screens for all other paths. */
import { type AnyElysia, type Context, Elysia } from 'elysia'
import type { Actor } from './actor'
import { helperFor } from './channels/passkeys/helper/helper'
import { AppError, fail } from './errors'
import type { modules } from './modules'
import { Installation } from './operator/contract'
import { showGrant } from './operator/support/grants'
import { findGrant, isAnySupportOpen } from './operator/support/queries'
import type { Screens } from './platform/assets'
import { awayIn } from './platform/away'
import type { Cx } from './platform/cx'
import { aroundEveryRequest, type Route } from './platform/every-request'
import { CONTROL } from './platform/gate'
import {
  type AppHttp,
  companyOf,
  createErrorAnswer,
  defaultHeaders,
  failures,
  showsOnly,
  thrownBy,
  written,
} from './platform/http'
import { createAllowance } from './platform/limiter'
import type { Module, RouteServices } from './platform/module'
import { createRequestScheduler } from './platform/request-scheduler'
import { isSameSecret } from './platform/secret'
import { socketRoutes } from './platform/sockets'
import { getValue } from './platform/sql'
import { damageCodes, isSqliteError, remembered } from './platform/sqlite'
import { MINUTE, SECOND } from './platform/time'
import type { Visitor } from './platform/visitor'
import { MOST_BODY, socketLimits } from './server/http-limits'
import { screensAt } from './server/own-address'
import { noteLook, sendTyping } from './server/presence-signals'
import type { Server } from './server/server'
import { waitingIn } from './standby'
import { listCompanies } from './tenancy/companies'
import { OPERATOR_COMPANY } from './tenancy/contract'
import { isOnStandby } from './tenancy/standby'
import { languageOf } from './texts/texts'
import { createGates } from './users/gates'
import { can } from './users/permissions'
import { REFRESH_COOKIE } from './users/routes'
import { version } from './version'

export type AppOptions = {
  readonly visitor: Visitor
  readonly screens: Screens
  /** The gzipped OpenAPI document; undefined if there is none. */
  readonly describeApi?: (() => Promise<Uint8Array>) | undefined
  /** Token that grants access to /metrics; null limits it to the operator. */
  readonly metricsToken: string | null
  /** Handles /api/simulator/* if the installation runs the simulated WhatsApp. */
  readonly simulator: ((request: Request) => Promise<Response>) | null
  /** On first start the server responds before the first user exists; sign-in waits for this. */
  readonly bootstrap?: Promise<unknown>
}

/** Downloads of the passkey helper from one network: they need no session. */
const HELPERS = { most: 30, window: MINUTE }

function assemble(server: Server, options: AppOptions) {
  const { visitor, screens, describeApi, metricsToken, simulator, bootstrap } = options
  const answerError = createErrorAnswer(server.log, (error, tenantUuid) => setDamagedAside(server, error, tenantUuid))
  const refuse = (code: string | number, met: unknown, request: Request) => {
    const error = thrownBy(met)
    server.diskSpace.noteError(error)
    return answerError(code, error, request, companyOf(request))
  }
  const identify = (request: Request) => server.auth.identify(visitor.bearerOf(request))
  /** By cookie for pictures and files only. */
  const identifyReader = (request: Request) =>
    visitor.bearerOf(request) === null
      ? server.auth.identifyByCookie(visitor.readCookie(request, REFRESH_COOKIE) ?? '')
      : identify(request)
  const describe = describeInstallation(server, visitor, simulator !== null)
  const scheduler = createRequestScheduler()
  const helpers = createAllowance(server.clock, HELPERS)
  const nodeNow = describeNode(server)
  const showScreens = screensAt({
    certificates: server.certificates,
    visitor,
    screens,
    frame: () => server.operatorSettings.read('biUrl'),
  })
  const waitFor = ({ sessionId }: Actor) => scheduler.take(sessionId)
  const gatesFor = (module?: Module) =>
    createGates({ identify, identifyReader, waitFor, clock: server.clock }, module?.plan)

  const routes: Route[] = []
  const api = new Elysia({ prefix: '/api' })
    .get('/version', ({ request, set }) => describe(request, set), {
      detail: { summary: 'Read the version and state of the installation' },
      response: { 200: Installation, ...failures },
    })
    .use(documentRoutes(gatesFor(), describeApi))
    .use(simulatorRoutes(gatesFor(), simulator))
  const deps: RouteServices = { ...server, visitor, bootstrap }
  const app = new Elysia({
    // Fail if the port is in use; Elysia's default would share it.
    serve: { maxRequestBodySize: MOST_BODY, idleTimeout: 60, reusePort: false },
    websocket: socketLimits,
  })
    .headers(defaultHeaders)
    .onError(({ code, error, request }) => refuse(code, error, request))
    .wrap(
      aroundEveryRequest({
        routes,
        requests: server.vitals.requests,
        gate: server.gate,
        identify,
        refuse: (error, request) => refuse('UNKNOWN', error, request),
      }),
    )
    .use(api)
    .use(
      socketRoutes({
        hub: server.hub,
        visitor,
        authenticate: (token, company) => actorOfToken(server, token, company),
        acknowledged: ({ tenantUuid }) => server.gate.wait(tenantUuid),
        seen: server.seen,
        typing: (actor, sign) => sendTyping(server, actor, sign),
        looks: (page, ticketId) => noteLook(server, page, ticketId),
      }),
    )
    .get(
      '/passkey/helper.zip',
      ({ request, server }) => {
        showsOnly(request)
        const wait = helpers.take(visitor.networkOf(request, server))
        if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
        return helperFor(visitor.originOf(request, server), languageOf(request.headers.get('accept-language')))
      },
      { detail: { summary: 'Download the browser extension for passkeys' } },
    )
    .get(
      '/health',
      ({ request, set }) => {
        showsOnly(request)
        const node = nodeNow()
        const isOk = node?.role !== 'none'
        if (!isOk) set.status = 503
        return { status: isOk ? 'ok' : 'unavailable', version, ...node }
      },
      { detail: { summary: 'Read whether the server answers' } },
    )
    .get(
      '/metrics',
      async ({ request }) => {
        await requireMetricsRight(server, visitor.bearerOf(request), metricsToken)
        showsOnly(request) // counters, which must show that responses wait
        return new Response(await server.metrics.text(), { headers: { 'content-type': server.metrics.contentType } })
      },
      { detail: { summary: 'Read metrics in Prometheus format' } },
    )
    .all('/*', ({ request, server }) => {
      showsOnly(request, CONTROL)
      return showScreens(request, server)
    })
  for (const module of server.modules)
    if (module.routes) app.use(underApi(module.name, module.routes(gatesFor(module), deps)))
  routes.push(...app.routes)
  // No module is loaded later, so `listen` need not wait for one and build all routes again.
  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  Object.assign(app.modules, { then() {} })
  return app
}

type AssembledApp = ReturnType<typeof assemble>
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
type RoutesOf<C> = C extends { routes(...args: never): { '~Routes': infer Routes } } ? Routes : never
/** Type with the routes of all modules, which the loop over them loses. */
export type App = AssembledApp & { '~Routes': { api: Intersection<RoutesOf<(typeof modules)[number]>> } }

export const createApp = (server: Server, options: AppOptions): App => assemble(server, options) as App // see above

/** Route of the OpenAPI document. */
function documentRoutes(http: AppHttp, describeApi: AppOptions['describeApi']) {
  let kept: Promise<ApiDocument> | undefined
  const read = async (): Promise<ApiDocument> => {
    const packed = new Uint8Array(await (describeApi ?? missing)())
    return { packed, text: Bun.gunzipSync(packed), etag: `"${Bun.hash(packed).toString(36)}"` }
  }
  return new Elysia()
    .use(http)
    .get(
      '/openapi.json',
      async ({ request }) => {
        kept ??= read()
        kept.catch(() => {
          kept = undefined
        })
        return answerDocument(request, await kept)
      },
      { detail: { summary: 'Read this document' }, reader: true },
    )
    .get('/docs', ({ redirect }) => redirect('/docs'), {
      detail: { summary: 'Open the screen that shows this document' },
    })
}

type Bytes = Uint8Array<ArrayBuffer>
type ApiDocument = { readonly packed: Bytes; readonly text: Bytes; readonly etag: string }

const missing = () => fail('ERR_NOT_FOUND')

function answerDocument(request: Request, { packed, text, etag }: ApiDocument): Response {
  const headers = { 'cache-control': 'private, no-cache', vary: 'accept-encoding', etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const isPacked = (request.headers.get('accept-encoding') ?? '').includes('gzip')
  return new Response(isPacked ? packed : text, {
    headers: {
      ...headers,
      'content-type': 'application/json;charset=utf-8',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  })
}

/**
 * Moves a module's routes below /api and tags them with the module, for the OpenAPI document. Using them through an app
 * with this prefix would add each route once more, which takes longer than everything else at the start.
 */
const FOREIGN = '/v1/'
function underApi(name: string, routes: AnyElysia): AnyElysia {
  for (const route of routes.router.history) {
    // The address of another product, whose clients change only the host.
    if (!route.path.startsWith(FOREIGN)) route.path = `/api${route.path}`
    route.hooks.detail = { ...route.hooks.detail, tags: [name] }
  }
  return routes
}

/**
 * Nothing without a fleet. `role`: whether this node writes control.db; `none` while it can answer nobody, so that a proxy leads
 * people to the others.
 */
function describeNode({ fleet }: Pick<Server, 'fleet'>) {
  if (!fleet) return () => undefined
  return () => {
    const role = !fleet.isServing() ? 'none' : fleet.owns(CONTROL) ? 'installation' : 'member'
    return { node: fleet.node, role, companies: fleet.countOwned() } as const
  }
}

const simulatorRoutes = (http: AppHttp, simulator: AppOptions['simulator']) => {
  const answer = ({ request, actor }: { request: Request; actor: Actor }) =>
    (maySimulate(actor) && simulator?.(request)) || fail('ERR_NOT_FOUND')
  return new Elysia()
    .use(http)
    .post('/simulator/media', answer, {
      detail: { summary: 'Upload a file to the simulated WhatsApp' },
      signedIn: true,
      upload: 'raw',
    })
    .all('/simulator/*', answer, {
      detail: { summary: 'Control the simulated WhatsApp' },
      signedIn: true,
      parse: 'none',
    })
}

function describeInstallation(server: Server, visitor: Visitor, simulator: boolean) {
  const { read } = server.operatorSettings
  const { control } = server.databases
  const isOneOnStandby = remembered(
    control.$client,
    () => listCompanies(control).some(({ standbySince }) => standbySince !== null),
    ['companies'],
  )
  const isOneLimited = remembered(
    control.$client,
    () => getValue(control, 'SELECT 1 FROM plans WHERE storage IS NOT NULL') !== undefined,
    ['plans'],
  )
  const supportOf = ({ tenant }: Cx) => {
    const grant = isAnySupportOpen(control) && findGrant(control, tenant.id, server.clock())
    return grant ? { support: showGrant(grant) } : {}
  }
  /** Without a valid session, the response is the public one. */
  const identified = async (token: string) => server.auth.identify(token)
  return (request: Request, set: Context['set']): Installation | Promise<Installation> => {
    showsOnly(request, CONTROL)
    const [passive, isFull] = [server.isOnStandby(), server.diskSpace.isFull()]
    const [signUp, supportUrl] = [read('signUp'), read('supportUrl') || null]
    const installation = { version, simulator, passive, resting: false, storageFull: false, signUp, supportUrl }
    const backupFailed = server.backups.hasFailed()
    // Only in these states does the response depend on the user.
    const isAboutUser =
      passive || isFull || backupFailed || isOneOnStandby(null) || isOneLimited(null) || isAnySupportOpen(control)
    const token = isAboutUser ? visitor.bearerOf(request) : null
    if (token === null) return written(set, JSON.stringify(installation))
    return identified(token).then(
      ({ cx, actor }) => {
        showsOnly(request, actor.tenantUuid, CONTROL)
        return {
          ...installation,
          storageFull: isFull && mayMakeRoom(actor),
          ...(actor.super && { backupFailed }),
          ...(actor.profile === 'admin' && { storage: server.storage.read(cx), ...supportOf(cx) }),
          resting: isOnStandby(cx),
          ...((passive || isOnStandby(cx)) && { waiting: waitingIn(cx) }),
        }
      },
      () => installation,
    )
  }
}

/** Who is notified of a full disk. */
const mayMakeRoom = (actor: Actor): boolean => actor.super || actor.profile === 'admin'

/** Limited to company 1: the simulated phones can break the WhatsApp of every company. */
const maySimulate = (actor: Actor): boolean => actor.tenantId === OPERATOR_COMPANY && can(actor, 'simulator-page:use')

/** Does not trust the client address: behind a proxy on this machine everybody seems local. */
async function requireMetricsRight(server: Server, token: string | null, metricsToken: string | null) {
  if (token !== null && metricsToken !== null && isSameSecret(token, metricsToken)) return
  const { actor } = await server.auth.identify(token)
  if (!actor.super) fail('ERR_NO_PERMISSION')
}

async function actorOfToken(server: Server, token: string, company: string): Promise<Actor | undefined> {
  try {
    const { actor } = await server.auth.identify(token)
    return actor.tenantUuid.replaceAll('-', '') === company ? actor : undefined
  } catch (error) {
    if (error instanceof AppError && awayIn(error) === undefined) return undefined
    throw error
  }
}

/**
 * Takes the damaged company out of service. The error does not name the file: it is that of the request's company, or
 * else every open file is checked.
 */
function setDamagedAside(server: Server, error: Error, tenantUuid: string | undefined): boolean {
  if (!isSqliteError(error) || !damageCodes.has(error.code)) return false
  return tenantUuid === undefined ? server.databases.findDamaged() : server.databases.noteDamage(tenantUuid, error)
}
