/** The API description, as far as the screen reads it. Pure. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
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
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}
type Described = {
  readonly operationId: string
  readonly summary: string
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
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
export type Operation = Described & { readonly method: string; readonly path: string; readonly tag: string }

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      tag: described.tags[0] ?? '',
    })),
  )

/** Those in whose method, address, summary, module and permissions every word occurs; of `err…`, in their error codes. */
export function matchingOperations(all: readonly Operation[], search: string): readonly Operation[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const { method, path, summary, tag } = one
    const text = [method, path, summary, tag, ...(one['x-permission'] ?? [])].join(' ').toLowerCase()
    const codes = Object.values(one['x-errors']).flat().join(' ').toLowerCase()
    return wanted.every((word) => (word.startsWith('err') ? codes : text).includes(word))
  })
}

export const byTag = (all: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] =>
  [...Map.groupBy(all, ({ tag }) => tag)].toSorted(([a], [b]) => a.localeCompare(b))

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
