/** Shared by all routes: gates, and the one place where errors become responses. */
import { type Context, Elysia, ParseError } from 'elysia'
import * as v from 'valibot'
import { type Actor, refuseSupport } from '../actor'
import { AppError, type FieldFault, fail } from '../errors'
import type { Language } from '../texts/languages'
import { isFormHint, languageOf, messageOf, textsIn } from '../texts/texts'
import { addressOf } from './address'
import type { Cx } from './cx'
import { CONTROL } from './gate'
import { readBody } from './input'
import { createAllowance } from './limiter'
import type { Log } from './log'
import { DamagedDatabase, isBusy, isSqliteError, isStorageFull } from './sqlite'
import { type Clock, MINUTE, SECOND } from './time'

/** Body of every error response. `reference` is also logged with the cause. */
export const Failure = v.object({
  error: v.string(),
  message: v.string(),
  details: v.optional(v.unknown()),
  reference: v.optional(v.string()),
})
export type Failure = v.InferOutput<typeof Failure>

/** Spread into every route's `response`, so that errors are part of its type. */
export const failures = {
  400: Failure,
  401: Failure,
  402: Failure,
  403: Failure,
  404: Failure,
  409: Failure,
  413: Failure,
  415: Failure,
  422: Failure,
  429: Failure,
  500: Failure,
  503: Failure,
  507: Failure,
}

/** Response of a route that returns nothing else. */
export const Done = v.object({ ok: v.boolean() })
export const done = { ok: true } as const

type Identity = { readonly cx: Cx; readonly actor: Actor }

/** Requests that have passed their gate; null if by a key. */
const admitted = new WeakMap<Request, Identity | null>()
/** The company of a request that has passed its gate. */
export const companyOf = (request: Request): string | undefined => admitted.get(request)?.actor.tenantUuid

/** What a handler said about its answer. */
const shown = new WeakMap<Request, readonly string[]>()
/** Requests to routes of the operator. */
const operators = new WeakSet<Request>()

/** Says whose commits the answer to a public request may show: companies by uuid, `CONTROL`, or nobody's. */
export const showsOnly = (request: Request, ...companies: readonly string[]): void => void shown.set(request, companies)

/** Whose commits the answer to a request may show; undefined: anybody's. */
export function listShownBy(request: Request): readonly string[] | undefined {
  const said = shown.get(request)
  if (said) return said
  const uuid = companyOf(request)
  return uuid === undefined || operators.has(request) ? undefined : [uuid, CONTROL]
}

/** A permission: its key, or what carries it. */
export type Demand = string | { readonly key: string }

export type Doors<Permission extends Demand, Feature extends string> = {
  /** Authenticates by access token; fails without a valid one. */
  identify(request: Request): Identity | Promise<Identity>
  /** Authenticates by access token or session cookie. */
  identifyReader(request: Request): Identity | Promise<Identity>
  can(actor: Actor, permission: Permission): boolean
  /** Whether the company's plan includes it. */
  hasFeature(cx: Cx, feature: Feature): boolean
  readonly clock: Clock
  /** Resolves when it is this person's turn; undefined means at once. */
  waitFor(actor: Actor): Promise<void> | undefined
}

/** What a route requires of its callers. */
export type Gate<Permission extends Demand = Demand, Feature extends string = string> = {
  by: 'token' | 'cookie' | 'key'
  /** Admits callers by a key of their own instead of a session (`by: 'key'`). Fails without a valid one. */
  admitKey: ((request: Request) => Promise<unknown>) | null
  /** One of them is enough; empty admits everybody who is signed in. */
  allowed: readonly Permission[]
  /** Features of the company's plan; all are required. */
  plan: readonly Feature[]
  /** Only the operator's own people. */
  super: boolean
  /** `form`: multipart; `raw`: the body is the file. */
  upload: 'form' | 'raw' | null
  /**
   * Schema of the form's fields, or of a JSON body without a file. For the API description only: the route validates
   * it.
   */
  reads: v.GenericSchema | null
  /** The form's field with files; null: one file, in a field of any name. For the API description only. */
  files: string | null
  /** Also served while the company's subscription has expired. */
  whileOverdue: boolean
  /** Closed to people of the operator who are in the company by consent. */
  own: boolean
  /** Requests per person and minute; null for no limit. */
  rateLimit: ReturnType<typeof createAllowance> | null
}

/** `allowed` takes these permissions, `plan` these features. */
export type Http<Permission extends Demand, Feature extends string> = ReturnType<typeof createHttp<Permission, Feature>>

/** Permissions and plan features that gates can name. The module that defines them extends this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by `declare module`
export interface Gatekeeping {}

/** Base of a module's routes: `new Elysia({ prefix: '/tags' }).use(http)`. */
export type AppHttp = Http<Gatekeeping['permission'], Gatekeeping['feature']>

/** Route options as Elysia stores them. */
type Hooks = { parse?: unknown; transform?: unknown }

/**
 * Gates of a route, in any order:
 * - `signedIn: true` provides `cx` and `actor`, or rejects the request;
 * - `allowed: 'some:permission'`, or a list of which one is enough, does the same and rejects everybody else with
 *   ERR_NO_PERMISSION;
 * - `reader: true` also accepts the session cookie, for GET only, because an <img> sends no token;
 * - `key: admit` calls `admit(request)` instead of identifying a user: for servers that call with a key of their own;
 * - `super: true` admits only users of the operator, and rejects everybody else with ERR_NO_PERMISSION;
 * - `plan: 'useCampaigns'` rejects companies without this plan feature with ERR_PLAN_FEATURE;
 * - `whileOverdue: true` also serves companies whose subscription has expired; other routes answer
 *   ERR_SUBSCRIPTION_EXPIRED;
 * - `own: true` rejects people of the operator who are in the company by consent: for secrets, passwords, money,
 *   personal data, spreadsheets, and what would act for them afterwards (`refuseSupport` for a part of a route);
 * - `rateLimit: 60` rejects more than 60 requests per person and minute with ERR_TOO_MANY_REQUESTS;
 * - `upload: true` admits large multipart bodies, which the route reads itself; `upload: { reads: CreateQuickMessage }`
 *   describes the fields beside the file, `files: 'medias'` names the field of several.
 *
 * Gates run before the body is read or validated. A route with `parse: 'none'` reads its body itself. `everywhere` are
 * plan features that all routes require.
 */
export const createHttp = <Permission extends Demand, Feature extends string>(
  doors: Doors<Permission, Feature>,
  everywhere: readonly Feature[] = [],
) => {
  const gates = new WeakMap<object, Gate<Permission, Feature>>()

  /** No promise unless something takes time, because this runs on every request. */
  function admit(request: Request, gate: Gate<Permission, Feature>): void | Promise<void> {
    if (gate.admitKey) return gate.admitKey(request).then(() => void admitted.set(request, null))
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const found = gate.by === 'cookie' && isReading ? doors.identifyReader(request) : doors.identify(request)
    return found instanceof Promise ? found.then((one) => enter(request, gate, one)) : enter(request, gate, found)
  }

  function enter(request: Request, gate: Gate<Permission, Feature>, found: Identity): void | Promise<void> {
    const { allowed, plan, rateLimit, whileOverdue, own } = gate
    if (own) refuseSupport(found.actor)
    if (found.actor.isOverdue && !whileOverdue) fail('ERR_SUBSCRIPTION_EXPIRED')
    const missing = plan.find((feature) => !doors.hasFeature(found.cx, feature))
    if (missing !== undefined) fail('ERR_PLAN_FEATURE', { feature: missing })
    if (gate.super && !found.actor.super) fail('ERR_NO_PERMISSION')
    if (allowed.length > 0 && !allowed.some((one) => doors.can(found.actor, one))) fail('ERR_NO_PERMISSION')
    const wait = rateLimit?.take(found.actor.sessionId) ?? 0
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
    admitted.set(request, found)
    if (gate.super) operators.add(request)
    return doors.waitFor(found.actor)
  }

  function install(hooks: Hooks): Gate<Permission, Feature> {
    const gate: Gate<Permission, Feature> = {
      by: 'token',
      admitKey: null,
      allowed: [],
      plan: everywhere,
      super: false,
      upload: null,
      reads: null,
      files: null,
      whileOverdue: false,
      own: false,
      rateLimit: null,
    }
    /** Replaces Elysia's parsers. Not called for requests without a body. */
    const parse = async ({ request }: { request: Request }) => {
      await admit(request, gate)
      return readBody(request)
    }
    const transform = ({ request }: { request: Request }) => {
      if (!admitted.has(request)) return admit(request, gate)
    }
    hooks.parse ??= parse
    hooks.transform = Object.assign(transform, { gate })
    gates.set(hooks, gate)
    return gate
  }

  /** Adds a requirement to the route's gate. */
  const adding = (add: (gate: Gate<Permission, Feature>, hooks: Hooks) => void) => (hooks: object) =>
    add(gates.get(hooks) ?? install(hooks), hooks)

  const resolve = ({ request }: { request: Request }): Identity => admitted.get(request) ?? fail('ERR_SESSION_EXPIRED')

  return new Elysia({ name: 'http', seed: everywhere }).macro({
    signedIn: { introspect: adding(() => {}), resolve },
    reader: {
      introspect: adding((gate) => {
        gate.by = 'cookie'
      }),
      resolve,
    },
    allowed: (wanted: Permission | readonly Permission[]) => ({
      introspect: adding((gate) => {
        gate.allowed = isList(wanted) ? wanted : [wanted]
      }),
      resolve,
    }),
    key: (admitKey: (request: Request) => Promise<unknown>) => ({
      introspect: adding((gate) => {
        gate.by = 'key'
        gate.admitKey = admitKey
      }),
    }),
    super: {
      introspect: adding((gate) => {
        gate.super = true
      }),
      resolve,
    },
    plan: (feature: Feature) => ({
      introspect: adding((gate) => {
        gate.plan = [...gate.plan, feature]
      }),
    }),
    whileOverdue: {
      introspect: adding((gate) => {
        gate.whileOverdue = true
      }),
    },
    own: {
      introspect: adding((gate) => {
        gate.own = true
      }),
    },
    rateLimit: (most: number) => ({
      introspect: adding((gate) => {
        gate.rateLimit = createAllowance(doors.clock, { most, window: MINUTE })
      }),
    }),
    upload: (kind: true | 'raw' | { readonly reads: v.GenericSchema; readonly files?: string }) => ({
      introspect: adding((gate, hooks) => {
        gate.upload = kind === 'raw' ? 'raw' : 'form'
        if (typeof kind === 'object') gate.reads = kind.reads
        if (typeof kind === 'object') gate.files = kind.files ?? null
        hooks.parse = 'none'
      }),
    }),
  })
}

const isList = <T>(given: T | readonly T[]): given is readonly T[] => Array.isArray(given)

/** The gate of a route; undefined if the route is public. */
export function gateOf(route: { readonly hooks: unknown }): Gate | undefined {
  const { transform } = route.hooks as { transform?: readonly { fn: { gate?: Gate } }[] } // as Elysia keeps them; the gate is ours
  return transform?.find(({ fn }) => fn.gate)?.fn.gate
}

/** Spread into a public route that has a body. */
export const open = { parse: ({ request }: { request: Request }) => readBody(request) }

/** Unwraps errors thrown by gates: they run as parsers, whose errors Elysia wraps. */
export const thrownBy = (error: unknown): unknown => (error instanceof ParseError ? error.cause : error)

/** Default headers: no caching, because responses contain customers' messages, and no MIME sniffing. */
export const defaultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
/** Shared by all responses, because filling in headers takes longer than copying them. */
const jsonHeaders = new Headers({ ...defaultHeaders, 'content-type': 'application/json;charset=utf-8' })

/**
 * Response of a hot route that is already JSON. Its writer named every field, so validation would strip nothing, and it
 * costs as much as the query. Typed as the value because the browser receives that. Copies the bytes, and drops headers
 * that the route has set.
 */
export function written<T extends object>(set: Pick<Context['set'], 'headers'>, json: string | Buffer<ArrayBuffer>): T {
  set.headers = {} // otherwise Elysia would build a new response and read this body as a stream
  return new Response(json, { headers: jsonHeaders }) as object as T // see above
}

/**
 * Converts any thrown value into `{ error, message, details }` with a status. `reportDamage` takes a damaged company
 * out of service.
 */
export function createErrorAnswer(log: Log, reportDamage: (error: Error, tenantUuid: string | undefined) => boolean) {
  return (code: string | number, error: unknown, request: Request, tenantUuid?: string): Response => {
    const language = languageOf(request.headers.get('accept-language'))
    if (error instanceof DamagedDatabase)
      log.error({ err: error, tenant: tenantUuid }, 'a database file of this company is damaged')
    const known = recognise(code, error, language, (met) => reportDamage(met, tenantUuid))
    if (known) return answer(known, language)
    const reference = crypto.randomUUID().slice(0, 8)
    const { pathname: path } = addressOf(request)
    log.error({ ...causeOf(error), reference, method: request.method, path }, 'unexpected error')
    return answer(new AppError('ERR_INTERNAL'), language, reference)
  }
}

function recognise(
  code: string | number,
  error: unknown,
  language: Language,
  reportDamage: (error: Error) => boolean,
): AppError | undefined {
  if (error instanceof AppError) return inWords(error, language)
  if (code === 'NOT_FOUND') return new AppError('ERR_NOT_FOUND')
  if (code === 'VALIDATION' && isInputFault(error))
    return new AppError('ERR_INVALID_INPUT', fieldFaults(error, language))
  if (error instanceof URIError)
    return new AppError('ERR_INVALID_INPUT', [{ field: 'path', message: textsIn(language).form['form.invalid'] }])
  if (isStorageFull(error) || isReadOnly(error)) return new AppError('ERR_STORAGE_FULL')
  if (error instanceof DamagedDatabase) return new AppError('ERR_TENANT_UNAVAILABLE')
  if (isSqliteError(error)) {
    if (isBusy(error)) return new AppError('ERR_TENANT_BUSY')
    if (reportDamage(error)) return new AppError('ERR_TENANT_UNAVAILABLE')
  }
  return undefined
}

type Fault = { readonly path?: unknown; readonly message?: string; readonly summary?: string }
type ValidationFault = {
  readonly type: string
  readonly all: readonly Fault[]
  readonly validator?: unknown
  readonly value?: unknown
}

const MOST_FAULTS = 20

const isValidationFault = (error: unknown): error is ValidationFault =>
  typeof error === 'object' && error !== null && 'type' in error && 'all' in error

/** The system remounts a faulty disk read-only. SQLite has error codes of its own for that. */
const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EROFS'

/** A response that does not match its schema is a server error (500). */
const isInputFault = (error: unknown): error is ValidationFault => isValidationFault(error) && error.type !== 'response'

/**
 * Elysia quotes the whole response in its error, and responses contain customers' messages: log only the invalid
 * fields.
 */
const causeOf = (error: unknown): object =>
  isValidationFault(error) ? { wrongFields: faultsOf(error).map(({ path }) => fieldName(path)) } : { err: error }

/** Every invalid field: its path, the reason in the client's language, and the hint's key for our forms. */
const fieldFaults = (error: ValidationFault, language: Language): FieldFault[] =>
  faultsOf(error).map(({ path, message, summary }) =>
    worded({ field: fieldName(path) || error.type, message: message ?? summary ?? '' }, language),
  )

/** Adds the texts to faults that an action reported. */
function inWords(error: AppError, language: Language): AppError {
  if (error.code !== 'ERR_INVALID_INPUT' || !Array.isArray(error.details)) return error
  const faults = error.details as FieldFault[] // every `fail('ERR_INVALID_INPUT', …)` passes a list of them
  return new AppError(
    error.code,
    faults.map((fault) => worded(fault, language)),
  )
}

/** Replaces a schema's own messages, which are in English and about types. */
function worded({ field, message }: FieldFault, language: Language): FieldFault & { hint?: string } {
  const words = textsIn(language).form
  if (isFormHint(message)) return { field, message: words[message], hint: message }
  return { field, message: words[isMissing(message) ? 'form.required' : 'form.invalid'] }
}

const isMissing = (message: string) => /received undefined|required/i.test(message)

/** Validates again, because Elysia prints the path of a valibot issue as "[object Object]". */
function faultsOf(error: ValidationFault): readonly Fault[] {
  const schema = standardSchemaOf(error.validator)
  const result = schema?.['~standard'].validate(error.value)
  return result && 'issues' in result && result.issues ? result.issues.slice(0, MOST_FAULTS) : error.all
}

function standardSchemaOf(validator: unknown): v.GenericSchema | undefined {
  if (typeof validator !== 'object' || validator === null) return undefined
  if ('~standard' in validator) return validator as v.GenericSchema // our bodies and responses are valibot schemas
  return 'schema' in validator ? standardSchemaOf(validator.schema) : undefined
}

/** A path is `/a/b` in TypeBox and a list of keys in valibot. */
function fieldName(path: unknown): string {
  if (typeof path === 'string') return path.split('/').filter(Boolean).join('.')
  if (!Array.isArray(path)) return ''
  return path
    .map((step: unknown) =>
      typeof step === 'object' && step !== null && 'key' in step ? String(step.key) : String(step),
    )
    .join('.')
}

function answer(error: AppError, language: Language, reference?: string): Response {
  const body: Failure = { error: error.code, message: filled(messageOf(error.known, language), error.details) }
  if (error.details !== undefined) body.details = error.details
  if (reference) body.reference = reference
  const headers = new Headers(jsonHeaders)
  const wait = retryAfter(error)
  if (wait) headers.set('retry-after', wait)
  return new Response(JSON.stringify(body), { status: error.status, headers })
}

/** `{limit}` in a message is the value of that name in the details. */
const filled = (message: string, details: unknown): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    typeof details === 'object' && details !== null && Object.hasOwn(details, name)
      ? String((details as Record<string, unknown>)[name]) // it has the name
      : whole,
  )

function retryAfter(error: AppError): string | undefined {
  if (error.code === 'ERR_STORAGE_FULL' || error.code === 'ERR_TENANT_UNAVAILABLE') return '30'
  if (error.code === 'ERR_TENANT_BUSY') return '1'
  const details = error.details
  return typeof details === 'object' && details !== null && 'retryAfter' in details
    ? String(details.retryAfter)
    : undefined
}
