/**
 * Runs around every request: refuses invalid hosts and large bodies, holds the response until what it may show is
 * acknowledged, and measures the time to it.
 */
import { AppError, fail } from '../errors'
import { addressOf, hasAddress } from './address'
import { type Gate as CommitGate, openGate } from './gate'
import { type Gate, gateOf, listShownBy } from './http'
import type { Requests } from './requests'

const MOST_JSON = 1024 * 1024
/** Enough for a form. Larger bodies are read only from authenticated clients. */
const MOST_OF_A_STRANGER = 16 * 1024

type Answer = Response | Promise<Response>
type Handle = (request: Request) => Answer
export type Route = { readonly method: string; readonly path: string; readonly hooks: unknown }
type KnownRoute = { readonly path: string; readonly gate: Gate | undefined }
type RouteOf = (request: Request) => KnownRoute | undefined
type FoundRoute<R> = KnownRoute & { readonly route: R }

type Deps = {
  /** Read when the first request needs them. */
  readonly routes: readonly Route[]
  readonly requests: Requests
  readonly gate: CommitGate
  identify(request: Request): unknown
  /** The response to a request that is not handled. */
  refuse(error: unknown, request: Request): Response
}

/** Wraps the framework's handlers, because its hooks `onRequest` and `onAfterResponse` cost more than a short request. */
export function aroundEveryRequest({ routes, requests, gate, identify, refuse }: Deps, now = () => performance.now()) {
  const routeOf = routesAmong(routes)

  function answer(handle: Handle, request: Request): Answer {
    try {
      if (!hasAddress(request)) fail('ERR_INVALID_INPUT', [{ field: 'host', message: 'form.invalid' }])
      return isLarge(request, routeOf) ? admitFirst(handle, request) : handle(request)
    } catch (error) {
      return refuse(error, request)
    }
  }

  /** Identifies the client before the body is read. */
  async function admitFirst(handle: Handle, request: Request): Promise<Response> {
    const route = routeOf(request)
    try {
      await (route?.gate?.admitKey ?? identify)(request)
    } catch (error) {
      // A public route asks for no session: what it refuses is the size.
      const isPublic = route !== undefined && route.gate === undefined && !route.path.includes('*')
      return refuse(isPublic ? new AppError('ERR_PAYLOAD_TOO_LARGE', { bytes: MOST_OF_A_STRANGER }) : error, request)
    }
    return handle(request)
  }

  const answerHeld = gate === openGate ? answer : holding(answer, gate)

  return (handler: object): Handle => {
    const handle = handler as Handle // the framework's type is too wide
    return (request) => {
      const began = now()
      const answered = answerHeld(handle, request)
      const end = () => requests.ended(now() - began, () => `${request.method} ${routeOf(request)?.path ?? '/*'}`)
      if (answered instanceof Promise) answered.then(end, end)
      else end()
      return answered
    }
  }
}

type Respond = (handle: Handle, request: Request) => Answer

function holding(answer: Respond, gate: CommitGate): Respond {
  const hold = (response: Response, request: Request) => holdResponse(response, request, gate, listShownBy(request))
  return (handle, request) => {
    const answered = answer(handle, request)
    return answered instanceof Promise ? answered.then((one) => hold(one, request)) : hold(answered, request)
  }
}

/**
 * Holds a response for the commits of these companies, or of all, from before it was complete. If one of them is lost,
 * nobody receives it.
 */
export function holdResponse(
  response: Response,
  request: Request,
  gate: CommitGate,
  shown: readonly string[] | undefined,
): Answer {
  const waits = (shown ? shown.map((company) => gate.wait(company)) : [gate.waitForAll()]).filter(isThere)
  if (waits.length === 0) return response
  return Promise.all(waits).then(
    () => response,
    () => noResponse(request),
  )
}

const isThere = <T>(one: T | undefined): one is T => one !== undefined

/**
 * Makes the server close the connection without a status. It does so before the first byte of a body that fails; the
 * response to HEAD has none, so that connection ends with its idle time.
 */
const noResponse = (request: Request): Answer =>
  request.method === 'HEAD'
    ? new Promise(() => {})
    : new Response(new ReadableStream({ start: (controller) => controller.error(undefined) })) // any reason would be printed

/**
 * The framework reads a body into memory before it identifies the client. So large bodies are refused, except files,
 * which their routes read themselves, and anything larger than a form needs an authenticated client.
 */
function isLarge(request: Request, routeOf: RouteOf): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return false
  const size = headers.has('transfer-encoding') ? Infinity : Number(headers.get('content-length') ?? 0)
  if (size > MOST_JSON && !isUpload(request, routeOf(request)?.gate)) fail('ERR_PAYLOAD_TOO_LARGE')
  return size > MOST_OF_A_STRANGER
}

/** Whether a request uploads to a route that allows it. */
function isUpload({ headers }: Request, gate: Gate | undefined): boolean {
  const isForm = (headers.get('content-type') ?? '').startsWith('multipart/form-data')
  return gate?.upload === 'raw' || (gate?.upload === 'form' && isForm)
}

/** Finds a request's route. As in the router, literal paths take precedence over patterns. */
export function routesAmong<R extends Route>(routes: readonly R[]): (request: Request) => FoundRoute<R> | undefined {
  const read = () =>
    routes
      .map((route) => ({
        ...patternOf(route.path),
        method: route.method,
        path: route.path,
        gate: gateOf(route),
        route,
      }))
      .toSorted((a, b) => a.open - b.open)
  let known: ReturnType<typeof read> | undefined
  return (request) => {
    known ??= read()
    const { pathname } = addressOf(request)
    const isFor = (method: string) => method === request.method || method === 'ALL'
    return known.find(({ method, expression }) => isFor(method) && expression.test(pathname))
  }
}

/** Converts `/api/messages/:id` to a regular expression, with its specificity: wildcards are the least specific. */
function patternOf(path: string) {
  const pattern = path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')
  const expression = new RegExp(`^${pattern}/?$`)
  return { expression, open: path.includes('*') ? Infinity : path.split(':').length }
}
