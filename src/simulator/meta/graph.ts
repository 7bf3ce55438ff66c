/** Calls and answers of the Graph API, in Meta's own shapes. */

/** The codes of rates, after which Meta says how long to wait. */
const RATES: ReadonlySet<number> = new Set([4, 17, 32, 613, 80007])
const USAGE = [
  { type: 'messenger', call_count: 100, total_cputime: 12, total_time: 25, estimated_time_to_regain_access: 1 },
]

/** What else stands in the body of an error. */
type ErrorFacts = {
  readonly subcode?: number
  readonly details?: string
  readonly type?: string
  readonly title?: string
}

export class GraphError extends Error {
  readonly status: number
  readonly code: number
  readonly facts: ErrorFacts
  constructor(status: number, code: number, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.status = status
    this.code = code
    this.facts = facts
  }

  response(): Response {
    const { subcode, details, type = 'OAuthException', title } = this.facts
    const error = {
      message: this.message,
      type,
      code: this.code,
      ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(title !== undefined && { is_transient: false, error_user_title: title, error_user_msg: this.message }),
      fbtrace_id: trace(),
    }
    const usage = RATES.has(this.code) && { 'x-business-use-case-usage': JSON.stringify({ '1': USAGE }) }
    return Response.json({ error }, { status: this.status, headers: { 'facebook-api-version': 'v26.0', ...usage } })
  }
}

const trace = () => `A${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`

export const badParam = (message: string, subcode?: number) =>
  new GraphError(400, 100, `(#100) ${message}`, subcode === undefined ? {} : { subcode })

/** As Meta answers for what is absent and for what the token may not see alike. */
export const noObject = (id: string, method: string) =>
  new GraphError(
    400,
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    { subcode: 33, type: 'GraphMethodException' },
  )

export type UploadedFile = { readonly bytes: Uint8Array; readonly mimetype: string; readonly name: string }

export class GraphCall {
  readonly method: string
  readonly version: string | null
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, UploadedFile>
  readonly token: string | null
  /** `Bearer` or `OAuth`; empty if the token came otherwise. */
  readonly scheme: string
  /** Of a body that is neither JSON nor a form. */
  readonly bytes: Uint8Array
  readonly #headers: Headers

  constructor(request: Request, { body, files, bytes }: GraphBody) {
    const { pathname, searchParams } = new URL(request.url)
    const [first, ...others] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
    const isVersion = first !== undefined && /^v\d+\.\d+$/.test(first)
    this.method = request.method
    this.version = isVersion ? first : null
    this.path = isVersion ? others : first === undefined ? [] : [first, ...others]
    this.query = searchParams
    this.body = body
    this.files = files
    this.bytes = bytes
    this.#headers = request.headers
    const [, scheme = '', token] = /^(Bearer|OAuth) (.+)$/.exec(this.header('authorization')) ?? []
    this.scheme = scheme
    this.token = token ?? this.text('access_token') ?? null
  }

  header(name: string): string {
    return this.#headers.get(name) ?? ''
  }

  /** A parameter of the body or of the address. */
  param(name: string): unknown {
    return this.body[name] ?? this.query.get(name) ?? undefined
  }

  text(name: string): string | undefined {
    const value = this.param(name)
    return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
  }

  requireText(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw badParam(`The parameter ${name} is required.`)
    return value
  }

  /** An object, which forms carry as JSON. */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.param(name)
    if (isRecord(value)) return value
    if (typeof value !== 'string') return undefined
    const parsed = parsedJson(value)
    if (!isRecord(parsed)) throw badParam(`Param ${name} must be a JSON object`)
    return parsed
  }

  /** A list, written as JSON or with commas. */
  list(name: string): readonly string[] | undefined {
    const value = this.param(name)
    if (Array.isArray(value)) return value.map(String)
    if (typeof value !== 'string' || value === '') return undefined
    const parsed = value.startsWith('[') ? parsedJson(value) : value.split(',')
    if (!Array.isArray(parsed)) throw badParam(`Param ${name} must be an array.`)
    return parsed.map((one) => String(one).trim())
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type GraphBody = {
  readonly body: Readonly<Record<string, unknown>>
  readonly files: ReadonlyMap<string, UploadedFile>
  readonly bytes: Uint8Array
}
const empty: GraphBody = { body: {}, files: new Map(), bytes: new Uint8Array() }

export async function bodyOf(request: Request): Promise<GraphBody> {
  if (request.method === 'GET') return empty
  const kind = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (kind === 'application/json') {
    const text = await request.text()
    const body = text === '' ? {} : parsedJson(text)
    if (!isRecord(body)) throw new GraphError(400, 100, 'Invalid parameter')
    return { ...empty, body }
  }
  if (kind === 'application/x-www-form-urlencoded' || kind === 'multipart/form-data') {
    const body: Record<string, unknown> = {}
    const files = new Map<string, UploadedFile>()
    // Types of Bun and of the browser differ on what iterates.
    const form = (await request.formData()) as unknown as Iterable<[string, string | File]>
    for (const [name, value] of form)
      if (typeof value === 'string') body[name] = value
      else files.set(name, await uploaded(value))
    return { ...empty, body, files }
  }
  return { ...empty, bytes: new Uint8Array(await request.arrayBuffer()) }
}

const uploaded = async (file: File): Promise<UploadedFile> => ({
  bytes: new Uint8Array(await file.arrayBuffer()),
  mimetype: file.type.split(';')[0]?.trim() ?? '',
  name: file.name,
})

const PAGE_SIZE = 25

/** One page of a list, with Meta's cursors. */
export function pageOf<Row>(call: GraphCall, origin: string, rows: readonly Row[], idOf: (row: Row) => string) {
  const limit = Math.min(Math.max(Number(call.text('limit') ?? PAGE_SIZE) || PAGE_SIZE, 1), 100)
  const after = call.text('after')
  const afterAt = after === undefined ? -1 : rows.findIndex((row) => cursorOf(idOf(row)) === after)
  if (after !== undefined && afterAt < 0)
    throw new GraphError(400, 100, 'Invalid parameter: the cursor is not valid', { subcode: 2018176 })
  const data = rows.slice(afterAt + 1, afterAt + 1 + limit)
  const [first, last] = [data[0], data.at(-1)]
  if (first === undefined || last === undefined) return { data }
  const cursors = { before: cursorOf(idOf(first)), after: cursorOf(idOf(last)) }
  const next = new URL(`${origin}/${[call.version, ...call.path].filter(Boolean).join('/')}`)
  for (const [name, value] of call.query) next.searchParams.set(name, value)
  next.searchParams.set('after', cursors.after)
  const isLast = rows.indexOf(last) === rows.length - 1
  return { data, paging: { cursors, ...(!isLast && { next: next.toString() }) } }
}

const cursorOf = (id: string) => Buffer.from(id).toString('base64url')

/** Names of the top level in `fields=a,b{c,d}`, each with what stands in its braces. */
export function fieldsOf(call: GraphCall): ReadonlyMap<string, readonly string[]> | undefined {
  const text = call.text('fields')
  if (text === undefined) return undefined
  const found = new Map<string, readonly string[]>()
  for (const [, name = '', inner] of text.matchAll(/([\w.()]+)(?:\{([^}]*)\})?/g))
    found.set(name, inner === undefined ? [] : inner.split(',').map((one) => one.trim()))
  return found
}

/** The node with the fields asked for, its `id` always among them. */
export function picked(
  call: GraphCall,
  nodeType: string,
  node: Readonly<Record<string, unknown>>,
  usual: readonly string[],
) {
  const names = fieldsOf(call)?.keys() ?? usual
  const chosen: Record<string, unknown> = {}
  for (const name of names) {
    if (!Object.hasOwn(node, name))
      throw badParam(`Tried accessing nonexisting field (${name}) on node type (${nodeType})`)
    if (node[name] !== undefined) chosen[name] = node[name]
  }
  return { ...chosen, id: node.id }
}
