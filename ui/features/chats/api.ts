import { queryOptions } from '@tanstack/react-query'
import type { Chat, ChatMessage, CreateChat, UpdateChat } from '../../../src/features/chats/contract'
import type { ChatRoutes } from '../../../src/features/chats/routes'
import type { TicketRoutes } from '../../../src/tickets/routes'
import { call, client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { liveCrud } from '../../shared/live/liveCrud'
import { chatsSpec, threadRules } from './spec'

const { chats: routes } = client<ChatRoutes>()
const { tickets } = client<TicketRoutes>()

export const chats = liveCrud<Chat, CreateChat, UpdateChat>({
  ...chatsSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.list.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})
export const chatsQuery = chats.list()

export const threadSpec = (chatId: number): LiveListSpec<ChatMessage> => ({
  ...threadRules(chatId),
  async fetchPage({ after }, signal) {
    const query = after === undefined ? {} : { before: after }
    const { messages, hasMore } = await unwrap(routes({ id: chatId }).messages.get({ query, fetch: { signal } }))
    return { items: messages.toReversed(), hasMore, next: messages[0]?.id.toString() }
  },
})

export const openDirectChat = (userId: number) => unwrap(routes.direct.post({ userId }))
export const leaveChat = (id: number) => unwrap(routes({ id }).leave.post())
export const readChat = (id: number, messageId: number) => unwrap(routes({ id }).read.post({ messageId }))
export const noteTyping = (id: number) => unwrap(routes({ id }).typing.post())

/** The latest files, fetched each time. */
export const filesQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat-files', id],
    queryFn: async ({ signal }) => {
      const page = await unwrap(routes({ id }).messages.get({ query: { files: 'true' }, fetch: { signal } }))
      return { ...page, messages: page.messages.toReversed() }
    },
  })

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['chat-search', text],
    queryFn: async ({ signal }) =>
      (await unwrap(routes.search.get({ query: { searchParam: text }, fetch: { signal } }))).messages,
  })

/** A shared ticket, for users who may open it. */
export const sharedTicketQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat-ticket', id],
    queryFn: ({ signal }) => unwrap(tickets({ id }).get({ fetch: { signal } })),
    retry: false,
  })

export type NewMessage = {
  readonly message: string
  readonly clientId: string
  readonly ticketId: number | null
  readonly quotedId: number | null
  readonly file: File | null
  readonly waveform: readonly number[] | null
}

type Place = Pick<ChatMessage, 'id' | 'chatId'>

export const editMessage = ({ chatId, id }: Place, message: string) =>
  unwrap(routes({ id: chatId }).messages({ messageId: id }).put({ message }))
export const deleteMessage = ({ chatId, id }: Place) =>
  unwrap(routes({ id: chatId }).messages({ messageId: id }).delete())

export const reactTo = ({ chatId, id }: Place, reaction: string) =>
  unwrap(routes({ id: chatId }).messages({ messageId: id }).reaction.put({ reaction }))

/** The fields come before the file, because the server reads the body as a stream. */
export function sendMessage(chatId: number, { message, clientId, ticketId, quotedId, file, waveform }: NewMessage) {
  const address = `/chats/${chatId}/messages`
  if (!file) return call<ChatMessage>('POST', address, { message, clientId, ticketId, quotedId })
  const form = new FormData()
  form.set('message', message)
  form.set('clientId', clientId)
  if (quotedId !== null) form.set('quotedId', String(quotedId))
  if (waveform) form.set('ptt', 'true')
  if (waveform) form.set('waveform', JSON.stringify(waveform))
  form.set('file', file, file.name)
  return call<ChatMessage>('POST', address, form)
}
