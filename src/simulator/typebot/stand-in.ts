/**
 * A local Typebot for the demo and tests: viewer and builder on one address. It checks what the real one checks, and
 * fails on demand in the ways that matter.
 */
import { photo } from '../play/photo'
import { type Bot, type Bubble, type Input, bots as ours, workspaces } from './bots'

/** `deadMedia` and `hugeMedia` change files; `revokedToken` the builder; the others the next call of the viewer. */
export const typebotFaults = ['sessionGone', 'hang', 'empty', 'deadMedia', 'hugeMedia', 'html', 'revokedToken'] as const
export type TypebotFault = (typeof typebotFaults)[number]
const isFault = (word: unknown): word is TypebotFault => typebotFaults.some((one) => one === word)

export type TypebotOptions = {
  readonly port?: number
  readonly token?: string
  readonly bots?: readonly Bot[]
  now?(): number
}
export type TypebotCall = { readonly method: string; readonly path: string; readonly body: unknown }

type Session = {
  readonly bot: Bot
  readonly startedAt: number
  readonly variables: Record<string, string>
  group: string
  input: Input | undefined
}

const SESSION_LASTS = 4 * 3_600_000
const LONGEST_MESSAGE = 10_000
const HANG = 30_000
const HUGE = 200_000_000
const MOST_CALLS = 500

const problem = (status: number, code: string, message: string) =>
  Response.json({ defined: false, code, status, message }, { status })
const notFound = (what: string) => problem(404, 'NOT_FOUND', what)
const badRequest = (message: string) => problem(400, 'BAD_REQUEST', message)

export type TypebotStandIn = ReturnType<typeof startTypebot>

export function startTypebot({ port = 0, token = 'tb-stand-in', bots = ours, now = Date.now }: TypebotOptions = {}) {
  const sessions = new Map<string, Session>()
  const seen: TypebotCall[] = []
  const faults: TypebotFault[] = []
  const hanging = new Set<() => void>()

  const takes = (fault: TypebotFault): boolean => {
    if (faults[0] !== fault) return false
    faults.shift()
    return true
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname: path, searchParams } = new URL(request.url)
    if (path === '/__seen') return Response.json(seen)
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    if (path === '/__fault') {
      const next = (body as { next?: unknown } | undefined)?.next
      if (!isFault(next)) return badRequest('Unknown fault')
      faults.push(next)
      return Response.json({ next })
    }
    seen.push({ method: request.method, path, body })
    if (seen.length > MOST_CALLS) seen.shift()
    if (path.startsWith('/media/')) return media(path)
    if (request.method === 'GET') return builder(path, searchParams, request.headers.get('authorization'))
    if (request.headers.get('content-type')?.split(';')[0] !== 'application/json' || body === undefined)
      return problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type')
    return viewer(path, body)
  }

  function media(path: string): Response {
    if (takes('deadMedia')) return notFound('Not found')
    if (takes('hugeMedia')) return new Response(endless(HUGE), { headers: { 'content-type': 'image/png' } })
    if (path !== '/media/leme.png') return notFound('Not found')
    const { bytes, mimetype } = photo(7)
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': mimetype } })
  }

  function builder(path: string, query: URLSearchParams, authorization: string | null): Response {
    if (takes('revokedToken') || authorization !== `Bearer ${token}`)
      return problem(401, 'UNAUTHORIZED', 'Unauthorized')
    if (path === '/api/v1/workspaces') return Response.json({ workspaces })
    if (path === '/api/v1/typebots') {
      const workspaceId = query.get('workspaceId')
      if (!workspaces.some(({ id }) => id === workspaceId)) return notFound('Workspace not found')
      const listed = bots.filter((bot) => bot.workspaceId === workspaceId)
      return Response.json({
        typebots: listed.map(({ id, name, icon, publicId }) => ({
          id,
          name,
          icon,
          accessRight: 'write',
          createdAt: '2026-03-01T12:00:00.000Z',
          ...(publicId !== null && { publishedTypebotId: `${id}-published` }),
        })),
      })
    }
    const id = /^\/api\/v1\/typebots\/([^/]+)$/.exec(path)?.[1]
    const bot = bots.find((one) => one.id === id)
    return bot
      ? Response.json({ typebot: { id: bot.id, name: bot.name, publicId: bot.publicId } })
      : notFound('Typebot not found')
  }

  async function viewer(path: string, body: unknown): Promise<Response> {
    if (takes('hang'))
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, HANG)
        hanging.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    if (takes('html'))
      return new Response('<html><body>502 Bad Gateway</body></html>', { headers: { 'content-type': 'text/html' } })
    if (takes('empty')) return Response.json({ messages: [] })
    const { message, prefilledVariables } = body as { message?: unknown; prefilledVariables?: Record<string, unknown> } // checked
    const words = wordsOf(message)
    if (words !== undefined && typeof words !== 'string') return badRequest('Input validation failed')
    if (words !== undefined && words.length > LONGEST_MESSAGE) return badRequest('Input validation failed')
    const publicId = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path)?.[1]
    if (publicId !== undefined) return start(decodeURIComponent(publicId), words, prefilledVariables ?? {})
    const sessionId = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path)?.[1]
    return sessionId === undefined ? notFound('Not found') : go(sessionId, words)
  }

  function start(publicId: string, words: string | undefined, prefilled: Record<string, unknown>): Response {
    const bot = bots.find((one) => one.publicId === publicId)
    if (!bot) return notFound('Typebot not found')
    const sessionId = `ses-${crypto.randomUUID()}`
    const variables = Object.fromEntries(Object.entries(prefilled).map(([name, value]) => [name, String(value)]))
    const session: Session = { bot, startedAt: now(), variables, group: 'start', input: undefined }
    sessions.set(sessionId, session)
    const { messages } = enter(session, 'start')
    const first = bot.groups.start
    // The first message answers a flow that begins with a question.
    const isAsked = messages.length === 0 && session.input?.type === 'text input'
    const reply = isAsked && words !== undefined && first ? take(session, words) : shown(session, messages)
    return Response.json({ sessionId, resultId: `res-${sessionId}`, typebot: { id: bot.id, version: '6.1' }, ...reply })
  }

  function go(sessionId: string, words: string | undefined): Response {
    if (takes('sessionGone')) sessions.delete(sessionId)
    const session = sessions.get(sessionId)
    if (!session) return notFound('Session not found.')
    if (now() - session.startedAt > SESSION_LASTS) {
      sessions.delete(sessionId)
      return notFound('Session expired. You need to start a new session.')
    }
    const reply = words === undefined ? shown(session, []) : take(session, words)
    if (!session.input) sessions.delete(sessionId)
    return Response.json(reply)
  }

  function take(session: Session, words: string) {
    const { input, bot, group } = session
    const value = input && accepted(input, words)
    if (input && value === undefined) {
      const retry = input.options?.retryMessageContent ?? 'Invalid message. Please, try again.'
      return { ...shown(session, [plain('retry', String(retry))]), lastMessageNewFormat: words }
    }
    const { saves, next } = bot.groups[group] ?? { next: () => 'end' }
    if (saves !== undefined) session.variables[saves] = value ?? words
    return shown(session, enter(session, next(value ?? words)).messages)
  }

  function enter(session: Session, name: string): { messages: readonly Bubble[] } {
    const group = session.bot.groups[name]
    session.group = name
    session.input = group?.input
    return { messages: group?.bubbles(session.variables, `${url}/media`) ?? [] }
  }

  function shown({ bot, group, input }: Session, messages: readonly Bubble[]) {
    const waits = bot.groups[group]?.waits
    const isWaiting = waits && messages.some(({ id }) => id === waits.after)
    const wait = { type: 'wait', lastBubbleBlockId: waits?.after, wait: { secondsToWaitFor: waits?.seconds } }
    return { messages, ...(input && { input }), ...(isWaiting && { clientSideActions: [wait] }), progress: 10 }
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 60, fetch: answer })
  server.unref() // it does not keep the process alive
  const url = `http://127.0.0.1:${server.port}`

  return {
    url,
    port: Number(server.port),
    token,
    seen: seen as readonly TypebotCall[],
    /** The next calls that the fault concerns fail, one for each. */
    fail: (...next: readonly TypebotFault[]) => void faults.push(...next),
    forgetSessions: () => sessions.clear(),
    stop() {
      for (const release of hanging) release()
      return server.stop(true)
    },
  }
}

const plain = (id: string, words: string): Bubble => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: words }] }] },
})

/** The message as a text, an attachment of either kind, or what is none. */
function wordsOf(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message
  const { text, url } = message as { text?: unknown; url?: unknown } // an object
  return text ?? url
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    const body: unknown = await request.json()
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

/** As the real engine: a choice exactly, not by its position; several by content or position. Undefined: ask again. */
function accepted({ type, items = [], options = {} }: Input, words: string): string | undefined {
  const typed = words.trim()
  if (type === 'choice input' && options.isMultipleChoice === true) {
    const chosen = items.filter(({ content }, at) =>
      typed.split(',').some((part) => [content, String(at + 1)].includes(part.trim())),
    )
    return chosen.length === 0 ? undefined : chosen.map(({ content }) => content).join(', ')
  }
  if (type === 'choice input')
    return items.find(({ id, value, content }) => [id, value, content].includes(typed))?.content
  if (type === 'rating input') {
    const [from, to] = [Number(options.startsAt ?? 1), Number(options.length ?? 10)]
    return /^\d+$/.test(typed) && Number(typed) >= from && Number(typed) <= to ? typed : undefined
  }
  if (type === 'date input') {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? []
    return year === undefined ? undefined : `${day}/${month}/${year}`
  }
  return typed === '' ? undefined : typed
}

/** So many bytes, slowly read. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  const part = new Uint8Array(64 * 1024)
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(part)
      left -= part.length
      if (left <= 0) controller.close()
    },
  })
}
