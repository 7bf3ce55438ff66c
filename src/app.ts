/** Every chapter's routes under /api, the sockets, health and figures, and the embedded screens for all the rest. */
import { Elysia } from 'elysia'
import { can } from './access/permissions'
import { authRoutes, userRoutes } from './access/routes'
import type { Actor } from './actor'
import { connectionRoutes, sessionRoutes } from './channels/connections/routes'
import { contactRoutes, findContactRoutes, pictureRoutes } from './contacts/routes'
import { AppError, fail } from './errors'
import type { House } from './house/house'
import { contactPorts, messagePorts, noteLook, queuePorts, tellTyping } from './house/route-ports'
import { Installation } from './operator/contract'
import { addressOf, hasAddress } from './platform/address'
import type { Screens } from './platform/assets'
import { createErrorAnswer, createHttp, failures, thrownBy } from './platform/http'
import { isSameSecret } from './platform/secret'
import { socketRoutes } from './platform/sockets'
import { damageCodes, isSqliteError } from './platform/sqlite'
import type { Visitor } from './platform/visitor'
import { queueRoutes } from './queues/routes'
import { settingRoutes } from './settings/routes'
import { OPERATOR_COMPANY } from './tenancy/contract'
import { createPageEnds } from './tickets/list'
import { DOCUMENT_LIMIT } from './tickets/messages/contract'
import { mediaRoutes, messageCountRoutes, messageRoutes } from './tickets/messages/routes'
import { openTicketRoutes, ticketLogRoutes, ticketRoutes } from './tickets/routes'
import { version } from './version'

const MOST_BODY = DOCUMENT_LIMIT + 1024 * 1024
const MOST_JSON = 1024 * 1024
/**
 * Default headers: responses are not cached, because they contain what customers wrote, and their type is not guessed.
 */
const unlessSaid = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
/** Enough for a form. No more of a body is read before its sender is identified. */
const MOST_OF_A_STRANGER = 16 * 1024

export type AppOptions = {
  readonly visitor: Visitor
  readonly screens: Screens
  /** Whoever presents it may read /metrics, as the operator may; null: nobody else. */
  readonly metricsToken: string | null
  /** Answers /api/simulator/* where the installation plays WhatsApp itself. */
  readonly simulator: ((request: Request) => Promise<Response>) | null
  /** At the first start the server answers before the first person exists; signing in waits for this. */
  readonly founding?: Promise<unknown>
}

export function createApp(house: House, { visitor, screens, metricsToken, simulator, founding }: AppOptions) {
  const answerError = createErrorAnswer(house.log, (error, tenantUuid) => setDamagedAside(house, error, tenantUuid))
  /** The company of a request, once known: database damage met while answering concerns that company. */
  const tenants = new WeakMap<Request, string>()
  const identify = async (request: Request) => {
    const found = await house.auth.identify(visitor.bearerOf(request))
    tenants.set(request, found.actor.tenantUuid)
    return found
  }
  const http = createHttp(identify, can)
  const ports = messagePorts(house, visitor)
  const contacts = contactPorts(house)

  const api = new Elysia({ prefix: '/api' })
    .use(http)
    .get('/version', ({ request }) => describeInstallation(house, visitor.bearerOf(request), simulator !== null), {
      response: { 200: Installation, ...failures },
    })
    .use(authRoutes(http, { auth: house.auth, visitor, founding }))
    .use(userRoutes(http))
    .use(settingRoutes(http))
    .use(queueRoutes(http, queuePorts(house)))
    .use(contactRoutes(http, contacts))
    .use(findContactRoutes(http))
    .use(pictureRoutes({ ...contacts, ...ports }))
    .use(connectionRoutes(http, house.sessions))
    .use(sessionRoutes(http, house.sessions))
    .use(ticketRoutes(http, createPageEnds()))
    .use(ticketLogRoutes(http))
    .use(openTicketRoutes(http))
    .use(messageRoutes(http, ports))
    .use(messageCountRoutes(http))
    .use(mediaRoutes(ports))
    .all(
      '/simulator/*',
      ({ request, actor }) => (maySimulate(actor) && simulator?.(request)) || fail('ERR_NOT_FOUND'),
      {
        signedIn: true,
        parse: 'none',
      },
    )

  return new Elysia({
    // A second process on the same port is refused; Elysia would let the two share it.
    serve: { maxRequestBodySize: MOST_BODY, idleTimeout: 60, reusePort: false },
    websocket: {
      idleTimeout: 120,
      maxPayloadLength: 64 * 1024,
      backpressureLimit: 1024 * 1024,
      closeOnBackpressureLimit: true,
    },
  })
    .headers(unlessSaid)
    .onError(({ code, error: met, request }) => {
      const error = thrownBy(met)
      house.diskSpace.noteError(error)
      return answerError(code, error, request, tenants.get(request))
    })
    .onRequest(async ({ request }) => {
      if (!hasAddress(request)) fail('ERR_INVALID_INPUT', [{ field: 'host', message: 'form.invalid' }])
      if (isLarge(request)) await identify(request) // before any of the body is read
    })
    .use(api)
    .use(
      socketRoutes({
        hub: house.hub,
        visitor,
        authenticate: (token, company) => actorOfToken(house, token, company),
        seen: house.seen,
        typing: (actor, sign) => tellTyping(house, actor, sign),
        looks: (page, ticketId) => noteLook(house, page, ticketId),
      }),
    )
    .get('/health', () => ({ status: 'ok', version }))
    .get('/metrics', async ({ request }) => {
      await demandMetricsRight(house, visitor.bearerOf(request), metricsToken)
      return new Response(await house.metrics.text(), { headers: { 'content-type': house.metrics.contentType } })
    })
    .all('/*', ({ request, server }) => screens(request, visitor.hostsOf(request, server)))
}
export type App = ReturnType<typeof createApp>

function describeInstallation(
  house: House,
  token: string | null,
  simulator: boolean,
): Installation | Promise<Installation> {
  const installation = { version, simulator, passive: house.isPassive(), storageFull: false }
  if (!house.diskSpace.isFull() || token === null) return installation
  return isAdmin(house, token).then((storageFull) => ({ ...installation, storageFull }))
}

/** Whoever can do something about a full disk, or knows who can. */
async function isAdmin(house: House, token: string): Promise<boolean> {
  const { actor } = await house.auth.identify(token)
  return actor.super || actor.profile === 'admin'
}

/** Whoever has the phones can stop the WhatsApp of every company. */
const maySimulate = (actor: Actor): boolean => actor.tenantId === OPERATOR_COMPANY && can(actor, 'simulator-page:use')

/** Where a request comes from proves nothing: behind a proxy on this machine everybody seems to be here. */
async function demandMetricsRight(house: House, token: string | null, metricsToken: string | null) {
  if (token !== null && metricsToken !== null && isSameSecret(token, metricsToken)) return
  const { actor } = await house.auth.identify(token)
  if (!actor.super) fail('ERR_NO_PERMISSION')
}

async function actorOfToken(house: House, token: string, company: string): Promise<Actor | undefined> {
  try {
    const { actor } = await house.auth.identify(token)
    return actor.tenantUuid.replaceAll('-', '') === company ? actor : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Elysia reads a body into memory before it knows who sent it. So large bodies are refused, except files, which their routes
 * read themselves; and anything larger than a form needs an identified sender first.
 */
function isLarge(request: Request): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return false
  const size = headers.has('transfer-encoding') ? Infinity : Number(headers.get('content-length') ?? 0)
  if (size > MOST_JSON && !bringsFiles(request)) fail('ERR_PAYLOAD_TOO_LARGE')
  return size > MOST_OF_A_STRANGER
}

const bringsFiles = (request: Request): boolean => {
  if (request.method !== 'POST') return false
  const { pathname } = addressOf(request)
  const isForm = (request.headers.get('content-type') ?? '').startsWith('multipart/form-data')
  return (isForm && /^\/api\/messages\/\d+\/?$/.test(pathname)) || pathname === '/api/simulator/media'
}

/** The error does not say which company's file is damaged. If the request belongs to a company, it is that one; otherwise every open file is checked. */
function setDamagedAside(house: House, error: Error, tenantUuid: string | undefined): boolean {
  if (!isSqliteError(error) || !damageCodes.has(error.code)) return false
  return tenantUuid === undefined ? house.databases.findDamaged() : house.databases.noteDamage(tenantUuid, error)
}
