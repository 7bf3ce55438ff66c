import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { serveFile } from '../platform/files'
import { type AppHttp, failures, written } from '../platform/http'
import { check, input, parseJson, readBody } from '../platform/input'
import { createAllowance } from '../platform/limiter'
import type { RouteServices } from '../platform/module'
import { readCursor } from '../platform/pages'
import {
  After,
  ById,
  Days,
  Flag,
  IdList,
  isOff,
  isOn,
  OptionalId,
  PageNumber,
  readDays,
  readId,
  readIds,
  readPage,
  SearchText,
} from '../platform/params'
import { reading } from '../platform/sqlite'
import { MINUTE, SECOND } from '../platform/time'
import type { UploadTarget } from '../platform/uploads'
import { can } from '../users/permissions'
import { requestShownFiles } from './backfill/request-shown-files'
import { askAgain } from './media/fetch'
import { fetchFile } from './media/from-address'
import { type UploadedFile, withUpload } from './media/upload'
import { deleteMessage, editMessage, reactToMessage } from './message-actions/send-actions'
import {
  Colleague,
  DeletedMessage,
  EditMessage,
  FORWARDED_AT_ONCE,
  ForwardMessages,
  ForwardResult,
  ForwardWay,
  GalleryPage,
  Message,
  MessageCount,
  MessagePage,
  MessageReceipts,
  MessageSearch,
  ReactMessage,
  RegisterComment,
  SendMessage,
  WantedTemplate,
} from './messages/contract'
import { findVisibleMessage } from './messages/queries'
import { readConversation } from './moves/actions'
import { findVisibleConversation, findVisibleTicket } from './queries'
import { countMessages } from './reading/count'
import { pageOfGallery } from './reading/gallery'
import { pageOfMessages } from './reading/page'
import { searchMessages } from './reading/search'
import { readDeleted } from './reading/shown'
import { readReceipts } from './receipts/group-receipts'
import { cardsDraft, placeDraft } from './sending/cards-and-places'
import { listColleagues } from './sending/colleagues'
import { forwardMessages } from './sending/forward'
import { forwardWays } from './sending/forward-ways'
import { cancelMessage, dryRunMessages, retryMessage, sendMessage, sendMessages } from './sending/send'
import { sendTemplate, type TemplateToSend } from './sending/template'

type Deps = Pick<RouteServices, 'accessLog' | 'auth' | 'clock' | 'outbox' | 'outsideAllow' | 'uploadTargetOf'>

/** Files that a person sends by address in a minute. */
const FETCHED_A_MINUTE = 30

/** The conversation it is requested from. */
const InTicket = t.Object({ ticketId: OptionalId })

export const messageRoutes = (
  http: AppHttp,
  { accessLog, auth, clock, outbox, outsideAllow, uploadTargetOf }: Deps,
) => {
  const fetches = createAllowance(clock, { most: FETCHED_A_MINUTE, window: MINUTE })
  const fetchFor = (cx: Cx, actor: Actor, request: Request) => (url: string) => {
    const wait = fetches.take(`${actor.tenantId}/${actor.userId}`)
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
    const reached = { wait: cx.wait, left: request.signal, reach: 'public', allowed: outsideAllow } as const
    return fetchFile(uploadTargetOf(actor), { url, ...reached })
  }
  return new Elysia({ prefix: '/messages' })
    .use(http)
    .get(
      '/:id',
      ({ cx, actor, params, query, set }) => {
        const before = readId(query.before)
        const place = before === null ? { page: readPage(query.pageNumber) } : { before, isFar: isOn(query.far) }
        const { conversation, json, special } = reading(cx.db.$client, () => {
          const conversation = findVisibleConversation(cx.db, actor, params.id)
          return { conversation, ...pageOfMessages(cx.db, actor, conversation, place) }
        })
        const page = written<MessagePage>(set, json)
        // A prefetch (`read=0`) marks nothing as read.
        if ('page' in place && place.page === 1 && !isOff(query.read)) {
          readConversation(cx, actor, conversation)
          accessLog.note(cx, actor, conversation)
        }
        requestShownFiles(cx, special)
        return page
      },
      {
        detail: { summary: 'List the messages of a ticket' },
        signedIn: true,
        params: ById,
        /** `far`: with `before`, returns a long page, to reach a message far back. */
        query: t.Object({ pageNumber: PageNumber, before: OptionalId, far: Flag, read: Flag }),
        response: { 200: MessagePage, ...failures },
      },
    )
    .get(
      '/search/:id',
      ({ cx, actor, params, query }) =>
        searchMessages(cx.db, actor, findVisibleTicket(cx.db, actor, params.id), query.searchQuery ?? ''),
      {
        detail: { summary: 'Search the messages of a ticket' },
        signedIn: true,
        params: ById,
        query: t.Object({ searchQuery: SearchText }),
        response: { 200: MessageSearch, ...failures },
      },
    )
    .get(
      '/gallery/:id',
      ({ cx, actor, params, query: { shelf, after } }) =>
        pageOfGallery(cx.db, actor, findVisibleConversation(cx.db, actor, params.id), {
          shelf,
          after: after ? readCursor(after) : null,
        }),
      {
        detail: { summary: 'List the files of a conversation' },
        signedIn: true,
        params: ById,
        query: t.Object({ shelf: t.Union([t.Literal('media'), t.Literal('files'), t.Literal('links')]), after: After }),
        response: { 200: GalleryPage, ...failures },
      },
    )
    .post(
      '/:id',
      ({ cx, actor, params, request }) => {
        findVisibleTicket(cx.db, actor, params.id) // before a byte of a file is read
        const sender = () => auth.stillHere(actor)
        const type = request.headers.get('content-type') ?? ''
        return type.startsWith('multipart/form-data')
          ? sendFiles(cx, sender, {
              ticketId: params.id,
              request,
              place: uploadTargetOf(actor),
            })
          : sendJson(cx, sender, { ticketId: params.id, request, fetchFrom: fetchFor(cx, actor, request) })
      },
      {
        detail: { summary: 'Send a message or files in a ticket' },
        signedIn: true,
        upload: { reads: SendMessage },
        params: ById,
        response: { 200: Message, ...failures },
      },
    )
    .post(
      '/registerComment/:id',
      ({ cx, actor, params, body: { body, clientId = null } }) =>
        sendMessage(cx, actor, params.id, { kind: 'note', body, media: null, quotedId: null, clientId }),
      {
        detail: { summary: 'Write a note into a ticket' },
        signedIn: true,
        params: ById,
        body: input(RegisterComment),
        response: { 200: Message, ...failures },
      },
    )
    .get(
      '/colleagues/:id',
      ({ cx, actor, params }) => listColleagues(cx, actor, findVisibleTicket(cx.db, actor, params.id)),
      {
        detail: { summary: 'List the users whom a note in a ticket can mention' },
        signedIn: true,
        params: ById,
        response: { 200: v.array(Colleague), ...failures },
      },
    )
    .get('/:id/receipts', ({ cx, actor, params }) => readReceipts(cx, actor, params.id), {
      detail: { summary: 'List who received and read a message in a group' },
      signedIn: true,
      params: ById,
      response: { 200: MessageReceipts, ...failures },
    })
    .post('/retry/:id', ({ cx, actor, params }) => retryMessage(cx, actor, params.id), {
      detail: { summary: 'Send a failed message again' },
      signedIn: true,
      params: ById,
      response: { 200: Message, ...failures },
    })
    .post(
      '/cancel/:id',
      ({ cx, actor, params }) =>
        cancelMessage(cx, actor, params.id, ({ id, connectionId }) =>
          outbox.isLeaving({ tenantUuid: cx.tenant.uuid, connectionId }, id),
        ),
      {
        detail: { summary: 'Cancel a message that waits to be sent' },
        signedIn: true,
        params: ById,
        response: { 200: Message, ...failures },
      },
    )
    .get(
      '/forward/:id',
      ({ cx, actor, params, query: { ticketId, messageIds } }) =>
        forwardWays(cx, actor, {
          ticketId: readId(ticketId) ?? 0,
          messageIds: readIds(messageIds, 'messageIds', FORWARDED_AT_ONCE) ?? [],
          contactId: params.id,
        }),
      {
        detail: { summary: 'List the connections over which messages may be forwarded to a contact' },
        signedIn: true,
        params: ById,
        query: t.Object({ ticketId: OptionalId, messageIds: IdList }),
        response: { 200: v.array(ForwardWay), ...failures },
      },
    )
    .post('/forward', ({ cx, actor, body }) => ({ messages: forwardMessages(cx, actor, body) }), {
      detail: { summary: 'Forward messages' },
      signedIn: true,
      body: input(ForwardMessages),
      response: { 200: ForwardResult, ...failures },
    })
    .post(
      '/reactMessage',
      ({ cx, actor, body: { messageId, ticketId, reaction } }) =>
        reactToMessage(cx, actor, messageId, { ticketId, emoji: reaction || null }),
      {
        detail: { summary: 'React to a message' },
        signedIn: true,
        body: input(ReactMessage),
        response: { 200: Message, ...failures },
      },
    )
    .post(
      '/edit/:id',
      ({ cx, actor, params, query, body }) =>
        editMessage(cx, actor, params.id, { ticketId: readId(query.ticketId), body: body.body }),
      {
        detail: { summary: 'Edit a sent message' },
        signedIn: true,
        params: ById,
        query: InTicket,
        body: input(EditMessage),
        response: { 200: Message, ...failures },
      },
    )
    .delete('/:id', ({ cx, actor, params }) => deleteMessage(cx, actor, params.id), {
      detail: { summary: 'Delete a message for everybody' },
      signedIn: true,
      params: ById,
      response: { 200: Message, ...failures },
    })
    .get('/deleted/:id', ({ cx, actor, params }) => readDeleted(cx.db, actor, params.id), {
      detail: { summary: 'Read a deleted message' },
      allowed: 'ticket-messages:seeDeleted',
      params: ById,
      response: { 200: DeletedMessage, ...failures },
    })
    .post('/media/:id/download', ({ cx, actor, params }) => askAgain(cx, actor, params.id), {
      detail: { summary: 'Fetch the file of a message again' },
      signedIn: true,
      params: ById,
      response: { 200: Message, ...failures },
    })
}
export type MessageRoutes = ReturnType<typeof messageRoutes>

/** A dashboard figure. */
export const messageCountRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/messages-allMe' }).use(http).get(
    '/',
    async ({ cx, query }) => {
      const fromMe = query.fromMe ? isOn(query.fromMe) : null
      return { count: await countMessages(cx, fromMe, readDays(query, cx.tenant.timeZone)) }
    },
    {
      detail: { summary: 'Count messages' },
      allowed: 'dashboard:view',
      query: t.Object({ fromMe: Flag, ...Days }),
      response: { 200: MessageCount, ...failures },
    },
  )

export const mediaRoutes = (http: AppHttp, { folderOf }: Pick<RouteServices, 'folderOf'>) =>
  new Elysia({ prefix: '/media' }).use(http).get(
    '/:id',
    async ({ cx, actor, params, request }) => {
      const { media, isDeleted } = findVisibleMessage(cx.db, actor, params.id)
      if (isDeleted && !can(actor, 'ticket-messages:seeDeleted')) fail('ERR_NO_MEDIA_FOUND')
      const answer = media?.file
        ? await serveFile(request, {
            folder: folderOf(cx.tenant.uuid),
            file: media.file,
            mimetype: media.mimetype,
            name: media.name,
          })
        : undefined
      return answer ?? fail('ERR_NO_MEDIA_FOUND')
    },
    { detail: { summary: 'Download the file of a message' }, reader: true, params: ById },
  )

type Json = {
  readonly ticketId: number
  readonly request: Request
  fetchFrom(url: string): Promise<Pick<UploadedFile, 'kind' | 'media'>>
}

async function sendJson(cx: Cx, sender: () => Actor, { ticketId, request, fetchFrom }: Json): Promise<Message> {
  const wanted = check(SendMessage, await readBody(request))
  const { body = '', clientId, quotedMsg, isNote, contacts, location, mediaUrl, template } = wanted
  if (template) {
    if (body || isNote || contacts || location || mediaUrl)
      fail('ERR_INVALID_INPUT', [{ field: 'template', message: 'form.invalid' }])
    return sendTemplate(cx, sender(), { ticketId, template, clientId: clientId ?? null })
  }
  if (mediaUrl) {
    if (isNote || contacts || location) fail('ERR_INVALID_INPUT', [{ field: 'mediaUrl', message: 'form.invalid' }])
    return sendFromAddress(cx, sender, { ticketId, wanted, fetchIt: () => fetchFrom(mediaUrl) })
  }
  const said = isNote
    ? ({ kind: 'note', body, colleagueIds: wanted.mentionedUsers ?? [] } as const)
    : (placeDraft(location) ?? cardsDraft(cx.db, sender(), contacts) ?? ({ kind: 'chat', body } as const))
  return sendMessage(cx, sender(), ticketId, {
    ...said,
    media: null,
    ...(said.kind === 'chat' && { mentions: mentionsOf(wanted), sign: wanted.sign === true }),
    quotedId: quotedMsg?.id ?? null,
    clientId: clientId ?? null,
  })
}

type FromAddress = { ticketId: number; wanted: SendMessage; fetchIt(): ReturnType<Json['fetchFrom']> }

/** Asks nobody for the file of a message that would be refused, or was sent before. */
async function sendFromAddress(
  cx: Cx,
  sender: () => Actor,
  { ticketId, wanted, fetchIt }: FromAddress,
): Promise<Message> {
  const { body = '', clientId = null, quotedMsg, sign } = wanted
  const draft = { body, mentions: mentionsOf(wanted), sign: sign === true, quotedId: quotedMsg?.id ?? null, clientId }
  const placeholder = { ...draft, kind: 'chat', body: body || '.', media: null } as const
  if (!dryRunMessages(cx, sender(), ticketId, [placeholder])) return sendMessage(cx, sender(), ticketId, placeholder)
  const file = await fetchIt()
  return sendMessage(cx, sender(), ticketId, { ...draft, ...file })
}

const mentionsOf = ({ mentionedContacts = [], mentionsAll = false }: MentionFields) => ({
  memberIds: mentionedContacts,
  everybody: mentionsAll,
})
const MentionFields = v.pick(SendMessage, ['mentionedContacts', 'mentionsAll'])
type MentionFields = v.InferOutput<typeof MentionFields>

/** Each file is a message of its own, and the text goes with the first one; returns the last. */
async function sendFiles(
  cx: Cx,
  sender: () => Actor,
  { ticketId, request, place }: { ticketId: number; request: Request; place: UploadTarget },
): Promise<Message> {
  return withUpload(request, place, async ({ fields, files, keep }) => {
    const quoted = fields.quotedMsg
      ? check(SendMessage.entries.quotedMsg, parseJson(fields.quotedMsg, 'quotedMsg'))
      : null
    const text = check(SendMessage, { body: fields.body ?? '', ...(fields.clientId && { clientId: fields.clientId }) })
    const meant = check(MentionFields, {
      ...(fields.mentionedContacts && { mentionedContacts: parseJson(fields.mentionedContacts, 'mentionedContacts') }),
      ...(fields.mentionsAll && { mentionsAll: fields.mentionsAll === 'true' }),
    })
    const [first] = files
    if (!first) return fail('ERR_MESSAGE_EMPTY')
    if (fields.template)
      return sendTemplateWithFile(cx, sender, keep, {
        ticketId,
        template: check(WantedTemplate, parseJson(fields.template, 'template')),
        media: first.media,
        clientId: text.clientId ?? null,
      })
    const drafts = files.map(({ kind, media, extra }, index) => ({
      kind,
      media,
      extra,
      body: index === 0 ? (text.body ?? '') : '',
      ...(index === 0 && { mentions: mentionsOf(meant), sign: fields.sign === 'true' }),
      quotedId: index === 0 ? (quoted?.id ?? null) : null,
      clientId: text.clientId ? (index === 0 ? text.clientId : `${text.clientId}.${index}`.slice(-64)) : null,
    }))
    if (dryRunMessages(cx, sender(), ticketId, drafts)) await keep()
    return sendMessages(cx, sender(), ticketId, drafts)
  })
}

/** The file is its header. */
async function sendTemplateWithFile(cx: Cx, sender: () => Actor, keep: () => Promise<void>, wanted: TemplateToSend) {
  cx.dryRun((cx) => sendTemplate(cx, sender(), wanted))
  await keep()
  return sendTemplate(cx, sender(), wanted)
}
