/** Messages: the requests to the server, and what is kept of their answers. */
import { queryOptions } from '@tanstack/react-query'
import type { MessageRoutes } from '../../../src/tickets/message-routes'
import type { ForwardMessages, Message, ReactMessage, SendMessage, Shelf } from '../../../src/tickets/messages/contract'
import { call, client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { sessionFetch } from '../../shared/session/access'
import { ApiError, failureOf, unreachable } from '../../shared/session/failure'
import { liveGallery, liveThread } from './live'
import type { ThreadExtra } from './rules/messages'

const { messages } = client<MessageRoutes>()

/**
 * Whether fetching the first page marks the conversation as read, or is a prefetch. A hidden page marks nothing as
 * read.
 */
export type Fetching = 'reading' | 'ahead'

type MessagesRequest = { before: string | undefined; isFar?: boolean | undefined; fetching: Fetching }

/** Newest first, as the cache holds them; each page continues before the oldest loaded message. */
export const fetchMessages = async (
  ticketId: number,
  { before, isFar, fetching }: MessagesRequest,
  signal: AbortSignal,
) => {
  const query = {
    ...(before === undefined ? {} : { before }),
    ...(isFar ? { far: 'true' as const } : {}),
    ...(fetching === 'ahead' || document.hidden ? { read: '0' as const } : {}),
  }
  const page = await unwrap(messages({ id: ticketId }).get({ query, fetch: { signal } }))
  const next = page.messages[0]?.id.toString()
  return { items: page.messages.toReversed(), hasMore: page.hasMore, next, extra: { boundaries: page.tickets } }
}

/** The users that a note in this ticket can mention. */
export const colleaguesQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ['colleagues', ticketId],
    queryFn: ({ signal }) => unwrap(messages.colleagues({ id: ticketId }).get({ fetch: { signal } })),
    staleTime: 60_000,
  })

export const searchMessages = (ticketId: number, searchQuery: string) =>
  unwrap(messages.search({ id: ticketId }).get({ query: { searchQuery } }))
export const sendText = (ticketId: number, body: SendMessage, signal: AbortSignal) =>
  call<Message>('POST', `/messages/${ticketId}`, body, signal)

export type FileToSend = {
  file: File
  body: string
  clientId: string
  quotedId: number | null
  waveform: readonly number[] | null
  asSticker: boolean
  mentions: Pick<SendMessage, 'mentionedContacts' | 'mentionsAll'>
  sign: boolean
  signal: AbortSignal
}

/** Fields precede the file, because the server streams the body. */
export async function sendFile(
  ticketId: number,
  { file, body, clientId, quotedId, waveform, asSticker, mentions, sign, signal }: FileToSend,
): Promise<Message> {
  const form = new FormData()
  form.set('body', body)
  form.set('clientId', clientId)
  if (quotedId !== null) form.set('quotedMsg', JSON.stringify({ id: quotedId }))
  if (waveform) form.set('ptt', 'true')
  if (waveform) form.set('waveform', JSON.stringify(waveform))
  if (asSticker) form.set('asSticker', 'true')
  if (mentions.mentionedContacts) form.set('mentionedContacts', JSON.stringify(mentions.mentionedContacts))
  if (mentions.mentionsAll) form.set('mentionsAll', 'true')
  if (sign) form.set('sign', 'true')
  form.set('medias', file, file.name)
  const answer = await sessionFetch(`/api/messages/${ticketId}`, { method: 'POST', body: form, signal }).catch(
    (failure: unknown) => {
      throw failure instanceof ApiError ? failure : unreachable()
    },
  )
  const content: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw failureOf(answer.status, content)
  // The route's response schema is `Message`.
  return content as Message
}

export const retryMessage = (id: number) => unwrap(messages.retry({ id }).post())
export const cancelMessage = (id: number) => unwrap(messages.cancel({ id }).post())
export const forwardMessages = (body: ForwardMessages) => unwrap(messages.forward.post(body))
export const forwardWaysQuery = (ticketId: number, messageIds: readonly number[], contactId: number) =>
  queryOptions({
    queryKey: ['messages', 'forward', ticketId, messageIds, contactId],
    queryFn: ({ signal }) =>
      unwrap(
        messages.forward({ id: contactId }).get({
          query: { ticketId: String(ticketId), messageIds: JSON.stringify(messageIds) },
          fetch: { signal },
        }),
      ),
    gcTime: 0,
    retry: false,
  })
export const fetchReceipts = (id: number, signal: AbortSignal) =>
  unwrap(messages({ id }).receipts.get({ fetch: { signal } }))
export const reactToMessage = (body: ReactMessage) => unwrap(messages.reactMessage.post(body))
export const editMessage = (id: number, ticketId: number, body: string) =>
  unwrap(messages.edit({ id }).post({ body }, { query: { ticketId: String(ticketId) } }))
export const deleteMessage = (id: number) => unwrap(messages({ id }).delete())
export const fetchDeleted = (id: number, signal: AbortSignal) =>
  unwrap(messages.deleted({ id }).get({ fetch: { signal } }))
export const downloadAgain = (id: number) => unwrap(messages.media({ id }).download.post())

/** The whole conversation with a contact, over all their tickets. */
export const threadSpec = (
  ticket: Parameters<typeof liveThread>[0],
  fetching: Fetching = 'reading',
): LiveListSpec<Message, ThreadExtra> => ({
  ...liveThread(ticket),
  fetchPage: ({ after, isFar }, signal) => fetchMessages(ticket.id, { before: after, isFar, fetching }, signal),
})

/** The contact's pictures and videos, files or links. */
export const gallerySpec = (ticket: Parameters<typeof liveThread>[0], shelf: Shelf): LiveListSpec<Message> => ({
  ...liveGallery(ticket, shelf),
  async fetchPage({ after }, signal) {
    const query = { shelf, ...(after === undefined ? {} : { after }) }
    const {
      messages: items,
      hasMore,
      next,
    } = await unwrap(messages.gallery({ id: ticket.id }).get({ query, fetch: { signal } }))
    return { items, hasMore, next: next ?? undefined }
  },
})

/** Requires a permission; fetched each time and not cached. */
export const deletedQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['deleted-message', messageId],
    queryFn: ({ signal }) => fetchDeleted(messageId, signal),
    gcTime: 0,
  })

/** Recipients of our message, with their delivery status. */
export const receiptsQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['receipts', messageId],
    queryFn: ({ signal }) => fetchReceipts(messageId, signal),
    gcTime: 0,
  })
