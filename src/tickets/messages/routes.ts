import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { AppError, fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { mediaPath, serveFile } from '../../platform/files'
import { failures, type Http, written } from '../../platform/http'
import { ById, PageNumber } from '../../platform/params'
import { readTicket } from '../actions'
import { findVisibleTicket } from '../queries'
import type { Ticket } from '../tables'
import { Message, MessagePage, SendMessage } from './contract'
import { askAgain } from './fetch'
import { findVisibleMessage, pageOfMessages } from './queries'
import { retryMessage, sendMessage } from './send'
import { readUpload } from './upload'

export type MessagePorts = {
  folderOf(cx: Cx): string
  /** Blue ticks for what the contact wrote; never waited for. */
  tellRead(cx: Cx, ticket: Ticket, externalIds: readonly string[]): void
  /** Who asks for a file: by token, or by the session's cookie, because a page's <img> sends no token. */
  identifyReader(request: Request): Promise<{ cx: Cx; actor: Actor }>
}

const ByTicket = t.Object({ ticketId: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 }) })

export const messageRoutes = (http: Http, ports: MessagePorts) =>
  new Elysia({ prefix: '/messages' })
    .use(http)
    .get(
      '/:ticketId',
      ({ cx, actor, params, query }) => {
        const ticket = findVisibleTicket(cx.db, actor, params.ticketId)
        const page = query.pageNumber ?? 1
        if (page === 1) ports.tellRead(cx, ticket, readTicket(cx, actor, ticket))
        return written(pageOfMessages(cx.db, actor, ticket, page))
      },
      {
        signedIn: true,
        params: ByTicket,
        query: t.Object({ pageNumber: PageNumber }),
        response: { 200: MessagePage, ...failures },
      },
    )
    .post(
      '/:ticketId',
      ({ cx, actor, params, request }) => {
        findVisibleTicket(cx.db, actor, params.ticketId) // before a byte of a file is read
        const type = request.headers.get('content-type') ?? ''
        return type.startsWith('multipart/form-data')
          ? sendFiles(cx, actor, params.ticketId, request, ports.folderOf(cx))
          : sendText(cx, actor, params.ticketId, request)
      },
      { signedIn: true, parse: 'none', params: ByTicket, response: { 200: Message, ...failures } },
    )
    .post('/retry/:id', ({ cx, actor, params }) => retryMessage(cx, actor, params.id), {
      signedIn: true,
      params: ById,
      response: { 200: Message, ...failures },
    })
    .post('/media/:id/download', ({ cx, actor, params }) => askAgain(cx, actor, params.id), {
      signedIn: true,
      params: ById,
      response: { 200: Message, ...failures },
    })
export type MessageRoutes = ReturnType<typeof messageRoutes>

export const mediaRoutes = (ports: MessagePorts) =>
  new Elysia({ prefix: '/media' }).get(
    '/:id',
    async ({ params, request }) => {
      const { cx, actor } = await ports.identifyReader(request)
      const { media } = findVisibleMessage(cx.db, actor, params.id)
      const answer = media?.file
        ? await serveFile(request, {
            path: mediaPath(ports.folderOf(cx), media.file),
            sha256: media.file,
            mimetype: media.mimetype,
            name: media.name,
          })
        : undefined
      return answer ?? fail('ERR_NO_MEDIA_FOUND')
    },
    { params: ById },
  )

async function sendText(cx: Cx, actor: Actor, ticketId: number, request: Request): Promise<Message> {
  const { body, clientId, quotedMsg, isNote } = parse(SendMessage, await readJson(request))
  return sendMessage(cx, actor, ticketId, {
    kind: isNote ? 'note' : 'chat',
    body,
    media: null,
    quotedId: quotedMsg?.id ?? null,
    clientId: clientId ?? null,
  })
}

/** Each file is a message of its own, the text goes with the first; the answer is the last. */
async function sendFiles(cx: Cx, actor: Actor, ticketId: number, request: Request, folder: string): Promise<Message> {
  const { fields, files } = await readUpload(request, folder)
  const quoted = fields.quotedMsg ? parse(SendMessage.entries.quotedMsg, tryJson(fields.quotedMsg)) : null
  const text = parse(SendMessage, { body: fields.body ?? '', ...(fields.clientId && { clientId: fields.clientId }) })
  if (files.length === 0) fail('ERR_MESSAGE_EMPTY')
  return cx.transaction((cx) =>
    files
      .map(({ kind, media }, index) =>
        sendMessage(cx, actor, ticketId, {
          kind,
          media,
          body: index === 0 ? text.body : '',
          quotedId: index === 0 ? (quoted?.id ?? null) : null,
          clientId: text.clientId ? (index === 0 ? text.clientId : `${text.clientId}.${index}`.slice(-64)) : null,
        }),
      )
      .reduce((_, last) => last),
  )
}

async function readJson(request: Request): Promise<unknown> {
  if (!(request.headers.get('content-type') ?? '').includes('json')) return fail('ERR_UNSUPPORTED_MEDIA')
  return tryJson(await request.text())
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('ERR_INVALID_INPUT', [{ field: 'body', message: 'not JSON' }])
  }
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  throw new AppError(
    'ERR_INVALID_INPUT',
    parsed.issues.map((issue) => ({ field: v.getDotPath(issue) ?? 'body', message: issue.message })),
  )
}
