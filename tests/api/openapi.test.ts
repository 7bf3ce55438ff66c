/** The OpenAPI document is valid OpenAPI 3.1 and complete. */
import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describeApi } from '../../src/build/openapi'
import { readOperations } from '../../src/build/operations'
import { errors } from '../../src/errors'
import { allEventTypes } from '../../src/features/webhooks/contract'
import { modules } from '../../src/modules'
import { gateOf } from '../../src/platform/http'
import type { Module } from '../../src/platform/module'
import { languages } from '../../src/texts/languages'
import { PASSWORD } from '../support/company-world'
import { world } from '../support/world'
import { keyOf, routeTable } from './route-table'

type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly 'x-summary'?: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, object>>
  readonly 'x-permission'?: readonly string[]
  readonly 'x-plan'?: readonly string[]
  readonly 'x-errors': Readonly<Record<string, readonly string[]>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas' | 'responses', Readonly<Record<string, object>>>>
}

const { app } = world()
const { routes } = app
const described = await describeApi(app)
const document = described as unknown as Document // validated below

const methodsOf: Readonly<Record<string, readonly string[]>> = { ALL: ['get', 'post'], WS: ['get'] }
const operationsOf = ({ method, path }: { method: string; path: string }): readonly (Operation | undefined)[] => {
  const address = path
    .replaceAll(/:(\w+)/g, '{$1}')
    .replace('*', '{path}')
    .replace(/(.)\/$/, '$1')
  return (methodsOf[method] ?? [method.toLowerCase()]).map((one) => document.paths[address]?.[one])
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('is valid OpenAPI 3.1, and every reference resolves', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(described)))
  expect([valid, errors]).toEqual([true, undefined])
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  const lost = references.filter(([, kind, name = '']) => {
    const group = kind === 'schemas' ? document.components.schemas : document.components.responses
    return !(name in group)
  })
  expect(references.length).toBeGreaterThan(1000)
  expect(lost.map(([reference]) => reference)).toEqual([])
})

test('says what every operation does in each language of the screens', async () => {
  const others = languages.filter((language) => language !== 'en').toSorted()
  const missing = operations.filter(
    (one) =>
      Object.keys(one['x-summary'] ?? {})
        .toSorted()
        .join() !== others.join(),
  )
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
  const known = new Set(operations.map(({ operationId }) => operationId))
  const own = await readOperations()
  const nouns = own.flatMap(({ nouns = {} }) => Object.keys(nouns))
  const summaries = own.flatMap(({ summaries = {} }) => Object.keys(summaries))
  expect([...nouns, ...summaries]).toEqual([...new Set([...nouns, ...summaries])])
  const isUnused = (noun: string) =>
    !['get', 'post', 'put', 'delete'].some(
      (method) => known.has(`${method}${noun}`) || known.has(`${method}${noun}ById`),
    )
  expect(nouns.filter(isUnused)).toEqual([])
  expect(summaries.filter((id) => !known.has(id))).toEqual([])
})

test('describes every route except the pages, with every declared failure', () => {
  const missing = routes.flatMap((route) => {
    if (keyOf(route) === 'ALL /*') return []
    const { response = {} } = route.hooks as { response?: object }
    return operationsOf(route).flatMap((operation) =>
      operation ? Object.keys(response).filter((status) => !(status in operation.responses)) : [keyOf(route)],
    )
  })
  expect(missing).toEqual([])
  expect(operations.length).toBeGreaterThan(230)
})

test('contains the permissions, plan features and authentication of each gate', () => {
  for (const route of routes)
    for (const operation of operationsOf(route)) {
      const gate = gateOf(route)
      const allowed = gate?.allowed.map((one) => (typeof one === 'string' ? one : one.key)) ?? []
      expect([
        keyOf(route),
        operation?.['x-permission'] ?? [],
        operation?.['x-plan'] ?? [],
        (operation?.security.length ?? 0) > 0,
      ]).toEqual([keyOf(route), allowed, gate?.plan ?? [], gate !== undefined])
    }
})

test("lists every error code with its status, and a module's own at its operations", () => {
  const own = (modules as readonly Module[]).flatMap(({ errors = {} }) => Object.values(errors))
  const all = [...Object.entries(errors), ...own.map(({ code, status }) => [code, status] as const)]
  const undocumented = all.filter(
    ([code, status]) => !JSON.stringify(document.components.responses[status]).includes(code),
  )
  expect(undocumented).toEqual([])
  expect(document.paths['/api/tags/{id}']?.put?.['x-errors']).toMatchObject({
    '400': ['ERR_INVALID_INPUT'],
    '404': ['ERR_NO_TAG_FOUND'],
    '413': ['ERR_PAYLOAD_TOO_LARGE'],
  })
})

test('has a summary and an id of its own for each operation', () => {
  expect(operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId)).toEqual([])
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
})

test('describes what external clients send, and each event that webhooks receive', () => {
  const send = document.paths['/api/messages/send']?.post?.requestBody?.content['application/json']?.schema
  const fields = document.components.schemas.SendApiMessage as { properties: object; required?: string[] }
  expect(send).toEqual({ $ref: '#/components/schemas/SendApiMessage' })
  expect(Object.keys(fields.properties)).toEqual(
    expect.arrayContaining(['number', 'body', 'quotedMsg', 'msdelay', 'sendSignature', 'closeTicket', 'saveOnTicket']),
  )
  expect(fields.required ?? []).toEqual([]) // the recipient is a number, a contact or a person of another channel
  const { webhooks } = described as { webhooks: Record<string, { post: { requestBody: object } }> }
  expect(Object.keys(webhooks)).toEqual([...allEventTypes])
  expect(webhooks['contact.merged']?.post.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: { properties: { type: { const: 'contact.merged' }, data: { required: ['id', 'intoId'] } } },
      },
    },
  })
})

test('describes bodies, lists with their bounds, and parameters', () => {
  const order = document.paths['/api/tags/order']?.post?.requestBody?.content['application/json']?.schema
  expect(order).toEqual({ $ref: '#/components/schemas/TagOrder' })
  expect(document.components.schemas.TagOrder).toMatchObject({
    type: 'object',
    properties: { tagOrder: { type: 'array', maxItems: 1000, items: { type: 'integer', minimum: 1 } } },
    required: ['tagOrder'],
  })
  expect(document.paths['/api/tags/{id}']?.get?.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
  ])
  const status = document.paths['/api/schedules']?.get?.parameters.find(({ name }) => name === 'type')
  expect(status).toMatchObject({ in: 'query', schema: { type: 'string', enum: ['mensagem', 'lembrete'] } })
  expect(document.components.schemas.TicketSummary).toBeDefined()
})

test('describes every body, also of routes that read it themselves', () => {
  const undescribed = routes.filter(keepsBody).flatMap((route) => {
    const [operation] = operationsOf(route)
    return Object.keys(operation?.requestBody?.content ?? {}).includes('application/json') ? [] : [keyOf(route)]
  })
  expect(undescribed).toEqual([])
  const content = document.paths['/api/quick-messages']?.post?.requestBody?.content
  expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/CreateQuickMessage' })
  expect(Object.keys(content ?? {})).toEqual(['application/json', 'multipart/form-data'])
})

test('names the files and the key of a send over the external API', () => {
  const send = document.paths['/api/messages/send']?.post
  expect(send?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
  expect(send?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    allOf: [{}, { properties: { medias: { type: 'array', items: { contentMediaType: 'application/octet-stream' } } } }],
  })
})

/** A form without fields has no schema. */
const keepsBody = (route: Parameters<typeof keyOf>[0] & { readonly hooks: unknown }) =>
  (route.hooks as { body?: unknown }).body !== undefined || Boolean(routeTable[keyOf(route)]?.reads)

test('is readable by signed-in users only, by token or cookie', async () => {
  const packed = Bun.gzipSync(JSON.stringify(described))
  const w = world({ describeApi: async () => packed })
  const ana = w.attendant()
  for (const encoding of ['gzip', 'identity']) {
    const answer = await ana.request('/api/openapi.json', { headers: { 'accept-encoding': encoding } })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding === 'gzip' ? 'gzip' : null])
    const bytes = await answer.bytes()
    expect(new TextDecoder().decode(encoding === 'gzip' ? Bun.gunzipSync(bytes) : bytes)).toBe(
      JSON.stringify(described),
    )
  }
  const etag = (await ana.request('/api/openapi.json')).headers.get('etag') ?? ''
  const known = await ana.request('/api/openapi.json', { headers: { 'if-none-match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const { refreshToken } = await w.server.auth.signIn({ email: ana.email, password: PASSWORD }, 'here')
  const headers = { cookie: `balcao_refresh=${refreshToken}` }
  expect((await w.request('/api/openapi.json', { headers })).status).toBe(200)
  expect((await w.request('/api/openapi.json')).status).toBe(403)
  const docs = await w.request('/api/docs', { redirect: 'manual' })
  expect([docs.status, docs.headers.get('location')]).toEqual([302, '/docs'])
})
