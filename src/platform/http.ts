/** What every route shares: authentication, and the one place where an error becomes a response. */
import { type Context, Elysia, ParseError } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { AppError, type FieldFault, fail } from '../errors'
import type { Language } from '../texts/languages'
import { isFormHint, languageOf, messageOf, textsIn } from '../texts/texts'
import { addressOf } from './address'
import type { Cx } from './cx'
import { readBody } from './input'
import { createAllowance } from './limiter'
import type { Log } from './log'
import { DamagedDatabase, isBusy, isSqliteError, isStorageFull } from './sqlite'
import { type Clock, MINUTE, SECOND } from './time'

/** Body of every error response. `reference` is logged beside the cause. */
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

/** The answer of a route that has nothing to tell but that it is done. */
export const Done = v.object({ ok: v.boolean() })
export const done = { ok: true } as const

type Identified = { readonly cx: Cx; readonly actor: Actor }

/** A permission: its key, or what carries it. */
export type Demand = string | { readonly key: string }

export type Doors<Permission extends Demand, Feature extends string> = {
  /** Who asks, by their token; fails for a stranger. */
  identify(request: Request): Promise<Identified>
  /** The same, and without a token by the session's cookie. */
  identifyReader(request: Request): Promise<Identified>
  can(actor: Actor, permission: Permission): boolean
  /** Whether the company's plan has it. */
  hasFeature(cx: Cx, feature: Feature): boolean
  readonly clock: Clock
  /** When it is this person's turn; undefined: at once. */
  turnOf(actor: Actor): Promise<void> | undefined
}

/** What a route asks of those who come. */
export type Gate<Permission extends Demand = Demand, Feature extends string = string> = {
  by: 'token' | 'cookie'
  /** One of them is enough; none: everybody who is signed in. */
  allowed: readonly Permission[]
  /** Features of the company's plan; all are needed. */
  plan: readonly Feature[]
  /** Only the operator's own people. */
  super: boolean
  /** `form`: multipart; `raw`: the body is the file. */
  upload: 'form' | 'raw' | null
  /** What the fields of the form hold. The same comes as JSON, where there is no file. Only described: the route judges it. */
  reads: v.GenericSchema | null
  /** Served also while the company's subscription has expired. */
  whileOverdue: boolean
  /** How often a person may in a minute; null: as often as they can. */
  pace: ReturnType<typeof createAllowance> | null
}

/** `allowed` takes these permissions, `plan` these features. */
export type Http<Permission extends Demand, Feature extends string> = ReturnType<typeof createHttp<Permission, Feature>>

/** The permissions and plan features that routes may ask for; the module that defines them adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by `declare module`
export interface Gatekeeping {}

/** What a module's routes begin with: `new Elysia({ prefix: '/tags' }).use(http)`. */
export type AppHttp = Http<Gatekeeping['permission'], Gatekeeping['feature']>

/** What Elysia keeps of a route's options. */
type Hooks = { parse?: unknown; transform?: unknown }

/**
 * The gates of a route, in whatever order they are written:
 * - `signedIn: true` gives it `cx` and `actor`, or refuses the request;
 * - `allowed: 'some:permission'`, or a list of which one is enough, gives the same to those who may, and ERR_NO_PERMISSION to
 *   everybody else;
 * - `reader: true` gives it to whoever may read a file: a page's <img> sends no token, so the cookie will do, for GET alone;
 * - `super: true` gives it to the operator's own people, and ERR_NO_PERMISSION to everybody else;
 * - `plan: 'useCampaigns'` refuses companies whose plan has it not, with ERR_PLAN_FEATURE;
 * - `whileOverdue: true` serves companies whose subscription has expired too; all other routes answer ERR_SUBSCRIPTION_EXPIRED;
 * - `paced: 60` refuses whoever asks for it more often in a minute, with ERR_TOO_MANY_REQUESTS;
 * - `upload: true` lets large multipart bodies come, which the route reads itself; `upload: { reads: CreateQuickMessage }` says
 *   what it takes beside the file.
 *
 * They stand before the body: of one who may not pass, no byte of it is read and no field is judged. A route with
 * `parse: 'none'` reads its body itself. `everywhere` are features that all routes need.
 */
export const createHttp = <Permission extends Demand, Feature extends string>(
  doors: Doors<Permission, Feature>,
  everywhere: readonly Feature[] = [],
) => {
  const admitted = new WeakMap<Request, Identified>()
  const gates = new WeakMap<object, Gate<Permission, Feature>>()

  async function admit(request: Request, gate: Gate<Permission, Feature>) {
    const { by, allowed, plan, pace, whileOverdue } = gate
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const found = await (by === 'cookie' && isReading ? doors.identifyReader(request) : doors.identify(request))
    if (found.actor.isOverdue && !whileOverdue) fail('ERR_SUBSCRIPTION_EXPIRED')
    const missing = plan.find((feature) => !doors.hasFeature(found.cx, feature))
    if (missing !== undefined) fail('ERR_PLAN_FEATURE', { feature: missing })
    if (gate.super && !found.actor.super) fail('ERR_NO_PERMISSION')
    if (allowed.length > 0 && !allowed.some((one) => doors.can(found.actor, one))) fail('ERR_NO_PERMISSION')
    const wait = pace?.take(found.actor.sessionId) ?? 0
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
    const turn = doors.turnOf(found.actor)
    if (turn) await turn
    admitted.set(request, found)
  }

  function install(hooks: Hooks): Gate<Permission, Feature> {
    const gate: Gate<Permission, Feature> = {
      by: 'token',
      allowed: [],
      plan: everywhere,
      super: false,
      upload: null,
      reads: null,
      whileOverdue: false,
      pace: null,
    }
    /** Takes the place of Elysia's parsers. Requests without a body do not come here. */
    const parse = async ({ request }: { request: Request }) => {
      await admit(request, gate)
      return readBody(request)
    }
    const transform = async ({ request }: { request: Request }) => {
      if (!admitted.has(request)) await admit(request, gate)
    }
    hooks.parse ??= parse
    hooks.transform = Object.assign(transform, { gate })
    gates.set(hooks, gate)
    return gate
  }

  /** Each of a route's gates adds to the one that stands before it. */
  const adding = (add: (gate: Gate<Permission, Feature>, hooks: Hooks) => void) => (hooks: object) =>
    add(gates.get(hooks) ?? install(hooks), hooks)

  const resolve = ({ request }: { request: Request }): Identified =>
    admitted.get(request) ?? fail('ERR_SESSION_EXPIRED')

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
    paced: (most: number) => ({
      introspect: adding((gate) => {
        gate.pace = createAllowance(doors.clock, { most, window: MINUTE })
      }),
    }),
    upload: (kind: true | 'raw' | { readonly reads: v.GenericSchema }) => ({
      introspect: adding((gate, hooks) => {
        gate.upload = kind === 'raw' ? 'raw' : 'form'
        if (typeof kind === 'object') gate.reads = kind.reads
        hooks.parse = 'none'
      }),
    }),
  })
}

const isList = <T>(given: T | readonly T[]): given is readonly T[] => Array.isArray(given)

/** What stands before a route; undefined: it is open to strangers. */
export function gateOf(route: { readonly hooks: unknown }): Gate | undefined {
  const { transform } = route.hooks as { transform?: readonly { fn: { gate?: Gate } }[] } // as Elysia keeps them; the gate is ours
  return transform?.find(({ fn }) => fn.gate)?.fn.gate
}

/** Spread into a route with a body that is open to strangers. */
export const open = { parse: ({ request }: { request: Request }) => readBody(request) }

/** Elysia wraps what a parser throws, and the gates stand among the parsers. */
export const thrownBy = (error: unknown): unknown => (error instanceof ParseError ? error.cause : error)

/**
 * A page of one of the hottest lists, which is JSON already: whoever wrote it named every field, so the schema would strip
 * nothing, and its check costs as much as the query. Typed as the value, because that is what the browser receives. The bytes
 * are copied here.
 */
export function written<T extends object>(set: Pick<Context['set'], 'headers'>, json: Buffer<ArrayBuffer>): T {
  const headers = { ...set.headers, 'content-type': 'application/json;charset=utf-8' } as Record<string, string> // a page sets no cookies
  set.headers = {} // with any left, Elysia would make another answer of this one, reading its body as a stream
  return new Response(json, { headers }) as object as T // see above
}

/** Turns anything thrown anywhere into `{ error, message, details }` with a status. `reportDamage` takes a damaged company out of service. */
export function createErrorAnswer(log: Log, reportDamage: (error: Error, tenantUuid: string | undefined) => boolean) {
  return (code: string | number, error: unknown, request: Request, tenantUuid?: string): Response => {
    const language = languageOf(request.headers.get('accept-language'))
    if (error instanceof DamagedDatabase)
      log.error({ err: error, tenant: tenantUuid }, 'a file of this company is damaged')
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

/** The system has made the disk read-only, as after a fault of it; SQLite tells that in its own words. */
const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EROFS'

/** A response that does not match its schema is our fault (500), not the client's. */
const isInputFault = (error: unknown): error is ValidationFault => isValidationFault(error) && error.type !== 'response'

/** Elysia quotes the whole response in its error, and responses contain what customers wrote: only the wrong fields are logged. */
const causeOf = (error: unknown): object =>
  isValidationFault(error) ? { wrongFields: faultsOf(error).map(({ path }) => fieldName(path)) } : { err: error }

/** Every invalid field: where, why in the client's language, and the hint's key for our own forms. */
const fieldFaults = (error: ValidationFault, language: Language): FieldFault[] =>
  faultsOf(error).map(({ path, message, summary }) =>
    worded({ field: fieldName(path) || error.type, message: message ?? summary ?? '' }, language),
  )

/** The same for faults that an action found. */
function inWords(error: AppError, language: Language): AppError {
  if (error.code !== 'ERR_INVALID_INPUT' || !Array.isArray(error.details)) return error
  const faults = error.details as FieldFault[] // every `fail('ERR_INVALID_INPUT', …)` gives a list of them
  return new AppError(
    error.code,
    faults.map((fault) => worded(fault, language)),
  )
}

/** A schema's own messages are English and about types: nobody who fills in a form should read them. */
function worded({ field, message }: FieldFault, language: Language): FieldFault & { hint?: string } {
  const words = textsIn(language).form
  if (isFormHint(message)) return { field, message: words[message], hint: message }
  return { field, message: words[isMissing(message) ? 'form.required' : 'form.invalid'] }
}

const isMissing = (message: string) => /received undefined|required/i.test(message)

/** Elysia prints the path of a valibot issue as "[object Object]", so the schema is evaluated again. */
function faultsOf(error: ValidationFault): readonly Fault[] {
  const schema = standardSchemaOf(error.validator)
  const result = schema?.['~standard'].validate(error.value)
  return result && 'issues' in result && result.issues ? result.issues.slice(0, MOST_FAULTS) : error.all
}

function standardSchemaOf(validator: unknown): v.GenericSchema | undefined {
  if (typeof validator !== 'object' || validator === null) return undefined
  if ('~standard' in validator) return validator as v.GenericSchema // our bodies and answers are valibot's
  return 'schema' in validator ? standardSchemaOf(validator.schema) : undefined
}

/** TypeBox says `/a/b`, valibot a list of steps. */
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
  const body: Failure = { error: error.code, message: messageOf(error.known, language) }
  if (error.details !== undefined) body.details = error.details
  if (reference) body.reference = reference
  const headers = new Headers({ 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' })
  const wait = retryAfter(error)
  if (wait) headers.set('retry-after', wait)
  return new Response(JSON.stringify(body), { status: error.status, headers })
}

function retryAfter(error: AppError): string | undefined {
  if (error.code === 'ERR_STORAGE_FULL' || error.code === 'ERR_TENANT_UNAVAILABLE') return '30'
  if (error.code === 'ERR_TENANT_BUSY') return '1'
  const details = error.details
  return typeof details === 'object' && details !== null && 'retryAfter' in details
    ? String(details.retryAfter)
    : undefined
}
