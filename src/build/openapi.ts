/**
 * Builds this product's OpenAPI document, embedded in the executable. Shared schemas keep their names from the
 * contracts.
 */
import { join } from 'node:path'
import type * as v from 'valibot'
import type { App } from '../app'
import { modules } from '../modules'
import { Done, Failure } from '../platform/http'
import type { Module } from '../platform/module'
import { describeRoutes, type JsonObject } from '../platform/openapi'
import type { Operations } from '../platform/operations'
import { LogKindName } from '../tickets/contract'
import { version } from '../version'
import { withBareApp } from './bare-app'
import { readOperations } from './operations'

const description = `The API that Balcão's own screens use. Sign in with \`POST /api/auth/login\`, and send the token as \`Authorization: Bearer …\`.

Errors are \`{ error, message, details? }\`: \`error\` is a stable code, \`message\` is in the language of \`Accept-Language\`. \`x-errors\` of an operation lists the codes that follow from its gates and its module; the response of a status lists all codes of that status.`

export async function describeApi(
  { routes }: Pick<App, 'routes'>,
  all: readonly Module[] = modules,
  operations?: readonly Operations[],
): Promise<JsonObject> {
  const ofModule = ({ name, errors = {} }: Module) =>
    [name, Object.fromEntries(Object.values(errors).map(({ code, status }) => [code, status]))] as const
  return describeRoutes({
    info: { title: 'Balcão', version, description },
    routes,
    values: new Map([[LogKindName, all.flatMap(({ logKinds = [] }) => logKinds)]]),
    operations: operations ?? (await readOperations()),
    schemas: { Failure, Done, ...(await readContracts()) },
    webhooks: Object.assign({}, ...all.map(({ sends = {} }) => sends)),
    errors: Object.fromEntries(all.map(ofModule)),
  })
}

/** Collects shared object schemas; texts and numbers are clearer inline. A duplicate name gets its folder as prefix. */
async function readContracts(): Promise<Record<string, v.GenericSchema>> {
  const root = join(import.meta.dir, '..')
  const found: Record<string, v.GenericSchema> = {}
  for (const path of [...new Bun.Glob('**/contract.ts').scanSync(root)].sort()) {
    const contract = (await import(join(root, path))) as Readonly<Record<string, unknown>> // a module namespace is a record of its exports
    const folder = path.split('/').at(-2) ?? ''
    for (const [name, schema] of Object.entries(contract)) {
      if (!hasParts(schema) || !/^[A-Z]/.test(name) || found[name] === schema) continue
      const alias = Object.keys(found).find((known) => found[known] === schema)
      if (alias) delete found[alias] // a schema has one name, the last one
      found[name in found ? `${pascal(folder)}${name}` : name] = schema
    }
  }
  return found
}

const parted = new Set(['object', 'loose_object', 'strict_object', 'variant', 'union', 'intersect', 'picklist'])
const hasParts = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && 'type' in value && parted.has(String(value.type))

const pascal = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The gzipped document, as the server returns it. */
export const packedApi = async (): Promise<Uint8Array> =>
  Bun.gzipSync(JSON.stringify(await withBareApp((app) => describeApi(app))), { level: 9 })
