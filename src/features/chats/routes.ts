import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { check, input, readBody } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { listingOf, pageOf } from '../../platform/pages'
import { ById, Flag, isOn, OptionalId, PageNumber, readId, readPage, SearchText } from '../../platform/params'
import type { UploadTarget } from '../../platform/uploads'
import { withUpload } from '../../tickets/media/upload'
import { CREATED_A_MINUTE } from '../../users/shares'
import {
  changeChat,
  createChat,
  deleteChat,
  deleteChatMessage,
  editChatMessage,
  findRepeated,
  leaveChat,
  noteTyping,
  openDirectChat,
  reactToChatMessage,
  readChat,
  sendChatMessage,
} from './actions'
import {
  Chat,
  ChatMessage,
  ChatMessagePage,
  ChatPage,
  ChatSearch,
  CreateChat,
  createChats,
  EditChatMessage,
  OpenDirectChat,
  ReactToChatMessage,
  ReadChat,
  SendChatMessage,
  UpdateChat,
} from './contract'
import { findChatOf, findMedia, listChats, pageOfChat, searchChats, showChat } from './queries'

type Deps = Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf'>

/** Messages per user and minute: faster than anybody types. */
const [SENT_A_MINUTE, SIGNS_A_MINUTE] = [240, 60]

const OfMessage = t.Object({ id: ById.properties.id, messageId: ById.properties.id })

export const chatRoutes = (http: AppHttp, { auth, folderOf, uploadTargetOf }: Deps) =>
  new Elysia({ prefix: '/chats' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) => {
        const found = listChats(cx.db, actor, query.searchParam)
        const { rows, ...page } = pageOf(listingOf(found), readPage(query.pageNumber))
        return { records: rows, ...page }
      },
      {
        signedIn: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: ChatPage, ...failures },
      },
    )
    .get('/list', ({ cx, actor }) => listChats(cx.db, actor), {
      detail: { summary: 'List all internal chats of the signed-in user' },
      signedIn: true,
      response: { 200: v.array(Chat), ...failures },
    })
    .get('/search', ({ cx, actor, query }) => ({ messages: searchChats(cx.db, actor, query.searchParam ?? '') }), {
      detail: { summary: "Search the messages of one's internal chats" },
      signedIn: true,
      query: t.Object({ searchParam: SearchText }),
      response: { 200: ChatSearch, ...failures },
    })
    .get('/:id', ({ cx, actor, params }) => showChat(cx.db, findChatOf(cx.db, actor, params.id)), {
      signedIn: true,
      params: ById,
      response: { 200: Chat, ...failures },
    })
    .post('/', ({ cx, actor, body }) => createChat(cx, actor, body), {
      allowed: createChats,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateChat),
      response: { 200: Chat, ...failures },
    })
    .post('/direct', ({ cx, actor, body }) => openDirectChat(cx, actor, body), {
      detail: { summary: 'Open the talk with a colleague, or begin it' },
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(OpenDirectChat),
      response: { 200: Chat, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeChat(cx, actor, params.id, body), {
      signedIn: true,
      params: ById,
      body: input(UpdateChat),
      response: { 200: Chat, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteChat(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
    .post(
      '/:id/leave',
      ({ cx, actor, params }) => {
        leaveChat(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Leave an internal chat' },
        signedIn: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .get(
      '/:id/messages',
      ({ cx, actor, params, query }) => {
        const { id } = findChatOf(cx.db, actor, params.id)
        const place = { before: readId(query.before), page: readPage(query.pageNumber), filesOnly: isOn(query.files) }
        return pageOfChat(cx.db, id, place)
      },
      {
        detail: { summary: 'List the messages of an internal chat' },
        signedIn: true,
        params: ById,
        query: t.Object({ pageNumber: PageNumber, before: OptionalId, files: Flag }),
        response: { 200: ChatMessagePage, ...failures },
      },
    )
    .post(
      '/:id/messages',
      async ({ cx, actor, params, request }) => {
        findChatOf(cx.db, actor, params.id) // before a byte of the body is read
        const sender = () => auth.stillHere(actor)
        return request.headers.get('content-type')?.startsWith('multipart/form-data')
          ? sendFile(cx, sender, params.id, request, uploadTargetOf(actor))
          : sendChatMessage(cx, actor, params.id, check(SendChatMessage, await readBody(request)))
      },
      {
        detail: { summary: 'Send a message to an internal chat' },
        signedIn: true,
        rateLimit: SENT_A_MINUTE,
        upload: { reads: SendChatMessage },
        params: ById,
        response: { 200: ChatMessage, ...failures },
      },
    )
    .put(
      '/:id/messages/:messageId',
      ({ cx, actor, params, body }) =>
        editChatMessage(cx, actor, { chatId: params.id, messageId: params.messageId }, body),
      {
        detail: { summary: "Edit one's message in an internal chat" },
        signedIn: true,
        params: OfMessage,
        body: input(EditChatMessage),
        response: { 200: ChatMessage, ...failures },
      },
    )
    .delete(
      '/:id/messages/:messageId',
      ({ cx, actor, params }) => deleteChatMessage(cx, actor, { chatId: params.id, messageId: params.messageId }),
      {
        detail: { summary: "Delete one's message in an internal chat" },
        signedIn: true,
        params: OfMessage,
        response: { 200: ChatMessage, ...failures },
      },
    )
    .put(
      '/:id/messages/:messageId/reaction',
      ({ cx, actor, params, body }) =>
        reactToChatMessage(cx, actor, { chatId: params.id, messageId: params.messageId }, body),
      {
        detail: { summary: 'React to a message of an internal chat' },
        signedIn: true,
        rateLimit: SENT_A_MINUTE,
        params: OfMessage,
        body: input(ReactToChatMessage),
        response: { 200: ChatMessage, ...failures },
      },
    )
    .get(
      '/:id/files/:messageId',
      async ({ cx, actor, params, request }) => {
        const { id } = findChatOf(cx.db, actor, params.id)
        const { file, mimetype, name } = findMedia(cx.db, id, params.messageId) ?? fail('ERR_NO_MEDIA_FOUND')
        const folder = folderOf(cx.tenant.uuid)
        return (await serveFile(request, { folder, file, mimetype, name })) ?? fail('ERR_NO_MEDIA_FOUND')
      },
      { detail: { summary: 'Download the file of an internal message' }, reader: true, params: OfMessage },
    )
    .post(
      '/:id/read',
      ({ cx, actor, params, body }) => {
        readChat(cx, actor, params.id, body.messageId)
        return done
      },
      {
        detail: { summary: 'Mark an internal chat as read' },
        signedIn: true,
        params: ById,
        body: input(ReadChat),
        response: { 200: Done, ...failures },
      },
    )
    .post(
      '/:id/typing',
      ({ cx, actor, params }) => {
        noteTyping(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Tell the members of an internal chat that one is typing' },
        signedIn: true,
        rateLimit: SIGNS_A_MINUTE,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
export type ChatRoutes = ReturnType<typeof chatRoutes>

/** One file; a message stored before under the same `clientId` is not stored again. */
function sendFile(
  cx: Cx,
  sender: () => Actor,
  id: number,
  request: Request,
  place: UploadTarget,
): Promise<ChatMessage> {
  return withUpload(request, place, async ({ fields: { message, ticketId, quotedId, clientId }, files, keep }) => {
    const wanted = check(SendChatMessage, {
      ...(message !== undefined && { message }),
      ...(ticketId && { ticketId: Number(ticketId) }),
      ...(quotedId && { quotedId: Number(quotedId) }),
      ...(clientId && { clientId }),
    })
    const [file, ...more] = files
    if (!file) fail('ERR_MESSAGE_EMPTY')
    if (more.length > 0) fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.list.long' }])
    if (findRepeated(cx, sender(), id, wanted) === undefined) await keep()
    return sendChatMessage(cx, sender(), id, wanted, file)
  })
}
