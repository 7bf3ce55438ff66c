/** The API description, as far as the screen reads it. Pure. */
import type { MenuEntry, Module } from '../../shared/module'

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}
type OperationText = {
  readonly operationId: string
  readonly summary: string
  /** By language. */
  readonly 'x-summary'?: Readonly<Partial<Record<string, string>>>
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
  readonly 'x-permission'?: readonly string[]
  readonly 'x-plan'?: readonly string[]
  readonly 'x-errors': Readonly<Record<string, readonly string[]>>
}
export type ApiDocument = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationText>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
export type Operation = OperationText & { readonly method: string; readonly path: string; readonly tag: string }

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      tag: described.tags[0] ?? '',
    })),
  )

/**
 * Those in whose method, address, summary, module and permissions every word occurs; of `err…`, in their error codes.
 * `wordsOf` gives what the screen shows besides, in another language.
 */
export function matchingOperations(
  all: readonly Operation[],
  search: string,
  wordsOf: (operation: Operation) => string = () => '',
): readonly Operation[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const { method, path, summary, tag } = one
    const text = [method, path, summary, tag, wordsOf(one), ...(one['x-permission'] ?? [])].join(' ').toLowerCase()
    const codes = Object.values(one['x-errors']).flat().join(' ').toLowerCase()
    return wanted.every((word) => (word.startsWith('err') ? codes : text).includes(word))
  })
}

/** What other systems call comes first. */
const FIRST = ['external-api', 'webhooks']

/** In the order of their names. */
export const byTag = (
  all: readonly Operation[],
  nameOf: (tag: string) => string = (tag) => tag,
): readonly (readonly [string, readonly Operation[]])[] => {
  const rank = (tag: string) => (FIRST.includes(tag) ? FIRST.indexOf(tag) : FIRST.length)
  return [...Map.groupBy(all, ({ tag }) => tag)].toSorted(
    ([a], [b]) => rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)),
  )
}

/** Content type, such as `application/json`, and schema. */
export function contentOf({ content }: Content): readonly [string, Schema] | undefined {
  const [type, held] = Object.entries(content ?? {})[0] ?? []
  return type && held ? [type, held.schema] : undefined
}

const DEEPEST = 4

/** A schema as a TypeScript-like type. A shared schema inside itself, or nested too deeply, is shown by name. */
export function typeText(
  schema: Schema,
  schemas: ApiDocument['components']['schemas'],
  above: readonly string[] = [],
  margin = '',
): string {
  const inner = (one: Schema) => typeText(one, schemas, above, margin)
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const shared = schemas[name]
    if (!shared || above.includes(name) || above.length >= DEEPEST) return name
    return typeText(shared, schemas, [...above, name], margin)
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(inner))].join(' | ')
  if (schema.allOf) return schema.allOf.map(inner).join(' & ')
  if (typeof schema.type === 'object') return schema.type.join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(inner).join(', ')}]`
  if (schema.type === 'array') return listText(typeof schema.items === 'object' ? inner(schema.items) : 'unknown')
  if (schema.properties) return objectText(schema, (one) => typeText(one, schemas, above, `${margin}  `), margin)
  if (schema.type === 'object')
    return `Record<string, ${typeof schema.additionalProperties === 'object' ? inner(schema.additionalProperties) : 'unknown'}>`
  return schema.type ?? 'unknown'
}

const listText = (item: string): string => (item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectText({ properties = {}, required = [] }: Schema, inner: (schema: Schema) => string, margin: string) {
  const lines = Object.entries(properties).map(
    ([field, schema]) => `${margin}  ${field}${required.includes(field) ? '' : '?'}: ${inner(schema)}\n`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${margin}}`
}

type Schemas = ApiDocument['components']['schemas']

/** The schema itself, if it is a shared one. */
const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const shared = schemas[schema.$ref?.split('/').at(-1) ?? '']
  return schema.$ref !== undefined && shared ? shared : schema
}

export type FieldRow = { readonly name: string; readonly type: string; readonly isRequired: boolean }

/** The fields of a body, of all parts that it is joined of. */
export function fieldsOf(schema: Schema, schemas: Schemas): readonly FieldRow[] {
  const { properties = {}, required = [], allOf } = resolved(schema, schemas)
  if (allOf) return allOf.flatMap((part) => fieldsOf(part, schemas))
  return Object.entries(properties).map(([name, one]) => ({
    name,
    type: typeText(one, schemas),
    isRequired: required.includes(name),
  }))
}

const MOST_DEPTH = 5

/** An example of what the schema describes. */
export function sampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const one = resolved(schema, schemas)
  const inner = (part: Schema) => sampleOf(part, schemas, depth + 1)
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum[0]
  const choices = (one.anyOf ?? one.oneOf)?.filter((part) => part.type !== 'null')
  if (choices) return choices[0] ? inner(choices[0]) : null
  if (one.allOf) return Object.assign({}, ...one.allOf.map(inner))
  if (depth > MOST_DEPTH) return null
  if (one.properties)
    return Object.fromEntries(Object.entries(one.properties).map(([name, part]) => [name, inner(part)]))
  const type = typeof one.type === 'object' ? one.type.find((part) => part !== 'null') : one.type
  if (one.prefixItems) return one.prefixItems.map(inner)
  if (type === 'array') return typeof one.items === 'object' ? [inner(one.items)] : []
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type !== 'string') return null
  return one.format === 'date-time' ? '2026-11-28T12:00:00.000Z' : one.format === 'date' ? '2026-11-28' : 'texto'
}

export type GivenValues = Readonly<Record<string, string>>

/** The address with what was given for its parameters; a part without a value is an example. */
export function addressOf({ path, parameters }: Operation, given: GivenValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name]?.trim() || '1'))
  const query = parameters.flatMap(({ name, in: place }) => {
    const value = given[name]?.trim() ?? ''
    return place === 'query' && value !== '' ? [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`] : []
  })
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** In single quotes for a shell. */
const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A request that runs as it is, with the token in a variable. */
export function curlOf(operation: Operation, origin: string, schemas: Schemas, given: GivenValues = {}): string {
  const { method, security, requestBody } = operation
  const [type, body] = (requestBody && contentOf(requestBody)) ?? []
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`}`, shell(origin + addressOf(operation, given))]
  if (security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (type === 'application/json' && body) {
    const json = JSON.stringify(sampleOf(body, schemas), null, 2).replaceAll('\n', '\n  ')
    lines.push('-H "Content-Type: application/json"', `-d ${shell(json)}`)
  } else if (type === 'multipart/form-data' && body) {
    const sample = sampleOf(body, schemas)
    for (const [name, value] of Object.entries(typeof sample === 'object' && sample !== null ? sample : {}))
      lines.push(`-F ${shell(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`)
  }
  return lines.join(' \\\n  ')
}

/** It only reads, and its answer can be shown. */
export const mayTry = ({ method, path, responses }: Operation): boolean =>
  method === 'GET' && path.startsWith('/api/') && contentOf(responses['200'] ?? {})?.[0] === 'application/json'

/** Called with a token of the external API, not with a session. */
export const takesApiToken = ({ security }: Operation): boolean => security.some((way) => 'apiToken' in way)

/** The title of the page with the tag's name: a chapter is called as the menu calls its page. */
export function pageTitleOf(modules: readonly Module[], tag: string): MenuEntry['title'] | undefined {
  const page = tag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return modules.find(({ name }) => name === page)?.menu?.title
}
