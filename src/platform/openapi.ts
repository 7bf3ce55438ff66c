/**
 * Generates an OpenAPI 3.1 document from what routes declare: parameters, bodies, responses, failures and gates. Runs
 * in the build, because the server never needs it. See `describeRoutes`.
 */
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { errors as commonErrors, type ErrorCode } from '../errors'
import { type Gate, gateOf } from './http'
import { type Operations, translateOperation } from './operations'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

type Route = { readonly method: string; readonly path: string; readonly hooks: unknown }

/** Route options as Elysia stores them, as far as the document uses them. */
type Hooks = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly response?: Readonly<Record<string, unknown>>
  /** `parameters`: headers. */
  readonly detail?: {
    readonly summary?: string
    readonly tags?: readonly string[]
    readonly parameters?: readonly JsonObject[]
  }
}

type Codes = Readonly<Record<string, number>>

export type Api = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly routes: readonly Route[]
  /** Shared schemas by their names in the document. */
  readonly schemas: Readonly<Record<string, v.GenericSchema>>
  /** Values of texts that modules define. */
  readonly values: ReadonlyMap<v.GenericSchema, readonly string[]>
  /** Their summaries in other languages. */
  readonly operations: readonly Operations[]
  /** Bodies that are sent to the servers of others, by event. */
  readonly webhooks: Readonly<Record<string, v.GenericSchema>>
  /** Errors of each module beside the common ones: status by code, by module name. */
  readonly errors: Readonly<Record<string, Codes>>
}

/** The pages are not part of the API. */
const PAGES = '/*'

/**
 * Every route is there, except the pages. An operation has the schemas it declares, a response for each status that it
 * declares, `x-summary` (its summary in other languages), `x-permission` (one of these is enough), `x-super`, `x-plan`, and `x-errors`: the codes that its gates, its body and its
 * module can answer with, by status. The responses under `components` list all codes of their status.
 */
export function describeRoutes(api: Api): JsonObject {
  const { info, routes, schemas, values, operations, webhooks, errors } = api
  const described = routes
    .filter(({ path }) => path !== PAGES)
    .flatMap(operationsOf)
    .toSorted((a, b) => compare(a.address, b.address) || compare(a.method, b.method))
  const converted = convert([...described.flatMap(schemasOf), ...Object.values(webhooks)], schemas, values)
  const paths: Record<string, Record<string, Json>> = {}
  for (const one of described) {
    const methods = paths[one.address] ?? {}
    const summary = one.hooks.detail?.summary ?? usualSummary(one)
    const translated = translateOperation(operationIdOf(one), operations)
    methods[one.method] = operation(
      one,
      { ...(summary && { summary }), ...(translated && { 'x-summary': translated }) },
      converted.jsonOf,
      errors[one.tag] ?? {},
    )
    paths[one.address] = methods
  }
  const tags = [...new Set(described.map(({ tag }) => tag))].toSorted(compare)
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' } },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhooks).map(([name, schema]) => [name, { post: received(converted.jsonOf(schema)) }]),
    ),
    components: {
      schemas: converted.components,
      responses: responses(Object.values(errors)),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers with.' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a connection or queue, for the external API.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'balcao_refresh',
          description: 'Opens files to a page whose elements send no token. Only for GET.',
        },
      },
    },
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Operation = {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly hooks: Hooks
  readonly gate: Gate | undefined
  readonly isSocket: boolean
}

/** One route may answer several methods. */
function operationsOf({ method, path, hooks, ...route }: Route): Operation[] {
  const methods = method === 'ALL' ? ['get', 'post'] : [method === 'WS' ? 'get' : method.toLowerCase()]
  const given = hooks as Hooks // as Elysia stores them
  const address = path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')
  return methods.map((one) => ({
    address: address.length > 1 ? address.replace(/\/$/, '') : address,
    method: one,
    path,
    tag: given.detail?.tags?.[0] ?? 'server',
    hooks: given,
    gate: gateOf({ hooks, ...route }),
    isSocket: method === 'WS',
  }))
}

// Schemas

type JsonOf = (schema: unknown) => Json

/** The valibot schema, bare or inside `input`. Parameters are mostly TypeBox, which is JSON Schema already. */
function valibotOf(schema: unknown): v.GenericSchema | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  if ('kind' in schema && schema.kind === 'schema') return schema as v.GenericSchema
  return 'schema' in schema ? valibotOf(schema.schema) : undefined
}

const schemasOf = ({ hooks, gate }: Operation): v.GenericSchema[] =>
  [hooks.params, hooks.query, hooks.body, gate?.reads, ...Object.values(hooks.response ?? {})].flatMap(
    (schema) => valibotOf(schema) ?? [],
  )

/** Converts all schemas together, so that they can refer to one another under `components`. */
function convert(
  used: readonly v.GenericSchema[],
  named: Readonly<Record<string, v.GenericSchema>>,
  values: Api['values'],
) {
  const names = new Map<v.GenericSchema, string>()
  for (const [name, schema] of Object.entries(named)) if (!names.has(schema)) names.set(schema, name)
  for (const schema of used) if (!names.has(schema)) names.set(schema, `${UNNAMED}${names.size}`)
  const lists = new Map<unknown, v.GenericSchema>()
  for (const schema of names.keys()) findLists(schema, lists, new Set())
  for (const item of lists.values()) if (!names.has(item)) names.set(item, `${UNNAMED}${names.size}`)

  const definitions = Object.fromEntries([...names].map(([schema, name]) => [name, schema]))
  const all = toJsonSchemaDefs(definitions, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `${COMPONENTS}${referenceId}`,
    overrideSchema({ valibotSchema, jsonSchema }) {
      const enumerated = values.get(valibotSchema as v.GenericSchema)
      if (enumerated) return { ...jsonSchema, enum: [...enumerated] }
      const items = lists.get(valibotSchema)
      return items ? { ...jsonSchema, type: 'array', $ref: `${COMPONENTS}${names.get(items) ?? ''}` } : null
    },
    overrideAction({ valibotAction, jsonSchema }) {
      const { type, requirement } = valibotAction as { type: string; requirement?: unknown } // each action has a type
      if (type !== 'regex' || !(requirement instanceof RegExp) || !requirement.unicode) return null
      return { ...jsonSchema, pattern: requirement.source } // OpenAPI's patterns are unicode
    },
  }) as Readonly<Record<string, JsonObject>> // JSON Schema is JSON

  const inline = (json: Json): Json => {
    if (isList(json)) return json.map(inline)
    if (!isObject(json)) return json
    const { $ref, ...rest } = json
    const name = typeof $ref === 'string' ? $ref.slice(COMPONENTS.length) : undefined
    const here = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value && inline(value)]))
    if (name === undefined) return here
    return name.startsWith(UNNAMED) ? { ...(inline(all[name] ?? {}) as JsonObject), ...here } : { $ref: $ref ?? null }
  }
  const jsonOf: JsonOf = (schema) => {
    const ours = valibotOf(schema)
    if (!ours) return readable(JSON.parse(JSON.stringify(schema)) as Json) // drops TypeBox's symbols
    const name = names.get(ours) ?? ''
    return name.startsWith(UNNAMED) ? inline(all[name] ?? {}) : { $ref: `${COMPONENTS}${name}` }
  }
  return { jsonOf, components: reachable(used.map(jsonOf), (name) => inline(all[name] ?? {})) }
}

const COMPONENTS = '#/components/schemas/'
const UNNAMED = '-'

/** Schemas that the operations refer to, directly or not. */
function reachable(from: readonly Json[], schemaOf: (name: string) => Json): JsonObject {
  const found = new Map<string, Json>()
  const visit = (json: Json): void => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      const schema = schemaOf(name)
      found.set(name, schema)
      visit(schema)
    }
  }
  for (const json of from) visit(json)
  return Object.fromEntries([...found].toSorted(([a], [b]) => compare(a, b)))
}

/**
 * `list` (formats.ts) checks length before items, in a pipe that the converter cannot follow. Collects the first step
 * of each such pipe with the array schema it stands for.
 */
function findLists(value: unknown, found: Map<unknown, v.GenericSchema>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const steps = 'pipe' in value && Array.isArray(value.pipe) ? value.pipe.slice(1) : []
  const begin = 'pipe' in value && Array.isArray(value.pipe) ? value.pipe[0] : undefined
  const array = steps.find((step: { type?: unknown }) => step.type === 'array')
  if (begin?.type === 'custom' && array) found.set(begin, array)
  for (const inner of Object.values(value)) findLists(inner, found, seen)
  if ('getter' in value && typeof value.getter === 'function') findLists(value.getter(), found, seen)
}

const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)

/** Rewrites a union of constants as `enum`. */
function readable(json: Json): Json {
  if (isList(json)) return json.map(readable)
  if (!isObject(json)) return json
  const options = isList(json.anyOf) ? json.anyOf : []
  const constants = options.flatMap((one) => (isObject(one) && one.const !== undefined ? [one.const] : []))
  if (options.length > 0 && constants.length === options.length) return { type: 'string', enum: constants }
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, value && readable(value)]))
}

// Operations

function operation(one: Operation, summary: JsonObject, jsonOf: JsonOf, ofModule: Codes): JsonObject {
  const { hooks, gate, isSocket } = one
  const body = bodyOf(one, jsonOf)
  const permissions = (gate?.allowed ?? []).map((demand) => (typeof demand === 'string' ? demand : demand.key))
  return {
    operationId: operationIdOf(one),
    ...summary,
    tags: [one.tag],
    security: gate
      ? [
          gate.by === 'key' ? { apiToken: [] } : { token: [] },
          ...(gate.by === 'cookie' && one.method === 'get' ? [{ cookie: [] }] : []),
        ]
      : [],
    ...(permissions.length > 0 && { 'x-permission': permissions }),
    ...(gate?.super && { 'x-super': true }),
    ...(gate && gate.plan.length > 0 && { 'x-plan': gate.plan }),
    parameters: parametersOf(one, jsonOf),
    ...(body && { requestBody: body }),
    responses: {
      ...(isSocket
        ? { 101: { description: 'A WebSocket.' } }
        : Object.fromEntries(successesOf(hooks).map((status) => [status, answerOf(hooks.response?.[status], jsonOf)]))),
      ...Object.fromEntries(failuresOf(one).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
    'x-errors': byStatus(codesOf(one, ofModule)),
  }
}

const received = (schema: Json): JsonObject => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'Received.' } },
})

/** The statuses of success that the route declares. */
const successesOf = ({ response }: Hooks): readonly (200 | 202)[] =>
  response?.[202] ? (response[200] ? [200, 202] : [202]) : [200]

/** A route that returns a file declares no responses; its gate shows that it has the common failures. */
const failuresOf = ({ hooks, gate }: Operation): number[] =>
  hooks.response
    ? Object.keys(hooks.response)
        .map(Number)
        .filter((status) => status >= 400)
    : gate
      ? [400, 401, 402, 403, 404, 500, 503]
      : []

const answerOf = (schema: unknown, jsonOf: JsonOf): JsonObject =>
  schema === undefined
    ? { description: 'A file.', content: { '*/*': { schema: {} } } }
    : { description: 'Done.', content: { 'application/json': { schema: jsonOf(schema) } } }

function bodyOf({ hooks, gate, method }: Operation, jsonOf: JsonOf): JsonObject | undefined {
  if (hooks.body) {
    const isOptional = valibotOf(hooks.body)?.type === 'optional'
    return { required: !isOptional, content: { 'application/json': { schema: jsonOf(hooks.body) } } }
  }
  if (method === 'get' || !gate?.upload) return undefined
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const file = { ...binary, description: 'In a form, of any field name.' }
  if (gate.upload === 'raw') return { required: true, content: { 'application/octet-stream': { schema: file } } }
  const properties =
    gate.files === null ? { file } : { [gate.files]: { type: 'array', items: binary, description: 'The files.' } }
  const form = { type: 'object', properties }
  if (!gate.reads) return { required: true, content: { 'multipart/form-data': { schema: form } } }
  const fields = jsonOf(gate.reads)
  return {
    required: true,
    description: 'JSON, or a form with files, whose fields are texts: what is no text comes in them as JSON.',
    content: {
      'application/json': { schema: fields },
      'multipart/form-data': { schema: { allOf: [fields, form] } },
    },
  }
}

function parametersOf({ hooks, address }: Operation, jsonOf: JsonOf): JsonObject[] {
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const declared = fieldsOf(hooks.params, jsonOf)
  const paths = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: numbered(declared.find((one) => one.name === name)?.schema ?? { type: 'string' }),
  }))
  const queries = fieldsOf(hooks.query, jsonOf).map(({ name, required, schema }) => ({
    name,
    in: 'query',
    required,
    schema: numbered(schema),
  }))
  return [...paths, ...queries, ...(hooks.detail?.parameters ?? [])]
}

function fieldsOf(schema: unknown, jsonOf: JsonOf) {
  if (schema === undefined) return []
  const json = jsonOf(schema)
  const { properties, required } = isObject(json) ? json : {}
  if (!isObject(properties)) return []
  const needed = isList(required) ? required : []
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: needed.includes(name),
    schema: field ?? {},
  }))
}

/** Path parameters are digits. */
const ID_PATTERN = '^[1-9][0-9]{0,15}$'
const numbered = (schema: Json): Json =>
  isObject(schema) && schema.pattern === ID_PATTERN ? { type: 'integer', minimum: 1 } : schema

// Errors

const ofSession: readonly ErrorCode[] = [
  'ERR_SESSION_EXPIRED',
  'ERR_SESSION_ELSEWHERE',
  'ERR_INVALID_ACTIVE',
  'ERR_OUT_OF_HOURS',
  'ERR_COMPANY_BLOCKED',
]
const ofServer: readonly ErrorCode[] = ['ERR_INTERNAL', 'ERR_TENANT_UNAVAILABLE', 'ERR_TENANT_BUSY', 'ERR_COMPANY_AWAY']

/** Error codes known from the route's declaration. Its action may also fail with other common codes. */
function codesOf({ hooks, gate, method }: Operation, ofModule: Codes) {
  const codes: ErrorCode[] = [...ofServer]
  if (gate && gate.by !== 'key') codes.push(...ofSession)
  if (gate && !gate.whileOverdue) codes.push('ERR_SUBSCRIPTION_EXPIRED')
  if (gate && (gate.super || gate.allowed.length > 0)) codes.push('ERR_NO_PERMISSION')
  if (gate && gate.plan.length > 0) codes.push('ERR_PLAN_FEATURE')
  if (gate?.rateLimit) codes.push('ERR_TOO_MANY_REQUESTS')
  if (hooks.body || hooks.params || hooks.query || gate?.upload) codes.push('ERR_INVALID_INPUT')
  if (hooks.body) codes.push('ERR_UNSUPPORTED_MEDIA', 'ERR_PAYLOAD_TOO_LARGE')
  if (gate?.upload) codes.push('ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_TYPE')
  if (method !== 'get') codes.push('ERR_STORAGE_FULL')
  return { ...Object.fromEntries(codes.map((code) => [code, commonErrors[code]])), ...ofModule }
}

function byStatus(codes: Codes): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [code, status] of Object.entries(codes).toSorted(([a], [b]) => compare(a, b)))
    found[status] = [...(found[status] ?? []), code]
  return found
}

/** One response per status, listing all its codes. */
function responses(ofModules: readonly Codes[]): JsonObject {
  const all = byStatus(Object.assign({}, commonErrors, ...ofModules))
  return Object.fromEntries(
    Object.entries(all).map(([status, codes]) => [
      status,
      {
        description: `Failed: ${codes.join(', ')}.`,
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: `${COMPONENTS}Failure` }, { properties: { error: { enum: codes } } }] },
          },
        },
      },
    ]),
  )
}

// Words

const partsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== 'api')
const isParameter = (part: string) => part.startsWith(':') || part === '*'
const words = (part: string) =>
  part
    .replace(/^:/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()

const operationIdOf = ({ method, path }: Operation): string => {
  const name = partsOf(path).map((part) => (isParameter(part) ? `by ${words(part).replace('*', 'path')}` : words(part)))
  return [method, ...name].join(' ').replaceAll(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const verbs: Readonly<Record<string, string>> = { get: 'Read', put: 'Change', delete: 'Delete' }

/**
 * The summary of routes that say in their address what they do: `GET /tags` → "List tags", `PUT /tags/:id` → "Change a
 * tag". Other routes say it in their `detail`.
 */
function usualSummary({ method, path }: Operation): string | undefined {
  const [resource = '', id, ...rest] = partsOf(path)
  if (isParameter(resource) || rest.length > 0 || (id !== undefined && !isParameter(id))) return undefined
  const noun = words(resource)
  const one = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const aThing = `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`
  if (id !== undefined) return method === 'post' ? undefined : `${verbs[method]} ${aThing}`
  if (method === 'post') return `Create ${aThing}`
  return method === 'get' && noun !== one ? `List ${noun}` : undefined
}
