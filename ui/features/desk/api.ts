/** The desk's requests to the server. */
import type { UserRoutes } from '../../../src/access/routes'
import type { CreateContact } from '../../../src/contacts/contract'
import type { ContactRoutes } from '../../../src/contacts/routes'
import type { CreateTicket, OpenTicket, OpenTickets, UpdateTicket } from '../../../src/tickets/contract'
import type { ForwardMessages, Message, ReactMessage, SendMessage } from '../../../src/tickets/messages/contract'
import type { MessageRoutes } from '../../../src/tickets/messages/routes'
import type { TicketLogRoutes, TicketRoutes } from '../../../src/tickets/routes'
import { call, client, unwrap } from '../../shared/client'
import type { PageWanted } from '../../shared/live/live-query'
import { sessionFetch } from '../../shared/session/access'
import { ApiError, failureOf, unreachable } from '../../shared/session/failure'
import type { ListChoice } from './rules/lists'

const { tickets } = client<TicketRoutes>()
const { 'tickets-log': log } = client<TicketLogRoutes>()
const { messages } = client<MessageRoutes>()
const { contacts } = client<ContactRoutes>()
const { users } = client<UserRoutes>()

const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const))

export const fetchTickets = (choice: ListChoice, wanted: PageWanted, signal: AbortSignal) => {
  const { status, isGroup, showAll, queueIds, connectionIds, userId, unreadOnly, movedOn, search } = choice
  const query = {
    showAll: flag(showAll),
    ...(status === null ? {} : { status }),
    ...(isGroup === null ? {} : { isGroup: flag(isGroup) }),
    ...(queueIds === null ? {} : { queueIds: JSON.stringify(queueIds) }),
    ...(connectionIds === null ? {} : { connectionIds: JSON.stringify(connectionIds) }),
    ...(userId === null ? {} : { users: JSON.stringify([userId]) }),
    ...(unreadOnly ? { withUnreadMessages: flag(true) } : {}),
    ...(movedOn === null ? {} : { updatedAt: movedOn }),
    ...(search === '' ? {} : { searchParam: search }),
  }
  return fetchPage(query, wanted, signal)
}

/** All of one contact that the person may see. */
export const fetchTicketsOf = (contactId: number, wanted: PageWanted, signal: AbortSignal) =>
  fetchPage({ contactId: String(contactId) }, wanted, signal)

type TicketQuery = NonNullable<Parameters<typeof tickets.get>[0]>['query']

const fetchPage = async (narrowed: TicketQuery, { page: number, after }: PageWanted, signal: AbortSignal) => {
  const query = { ...narrowed, pageNumber: String(number), ...(after === undefined ? {} : { after }) }
  const page = await unwrap(tickets.get({ query, fetch: { signal } }))
  return { items: page.tickets, hasMore: page.hasMore, next: page.next ?? undefined }
}

export const fetchCounters = (showAll: boolean, signal: AbortSignal) =>
  unwrap(tickets.counters.get({ query: { showAll: flag(showAll) }, fetch: { signal } }))
export const fetchTicket = (uuid: string, signal: AbortSignal) => unwrap(tickets.u({ uuid }).get({ fetch: { signal } }))
export const changeTicket = (id: number, body: UpdateTicket) => unwrap(tickets({ id }).put(body))
/** From a page that is being closed: the browser finishes the request afterwards (`keepalive`). */
export const changeTicketLeaving = (id: number, body: UpdateTicket) =>
  sessionFetch(`/api/tickets/${id}`, {
    method: 'PUT',
    keepalive: true,
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** The contact's active ticket, and whether this person may write to the contact. */
export const fetchOpenTicket = (contactId: number) => call<OpenTicket>('GET', `/contacts/existsOpenTicket/${contactId}`)
export const fetchOpenTickets = (contactIds: readonly number[]) =>
  call<OpenTickets>('GET', `/contacts/existsOpenTicket?contactIds=${JSON.stringify(contactIds)}`)
export const createTicket = (body: CreateTicket) => unwrap(tickets.post(body))
export const fetchLog = (id: number, signal: AbortSignal) => unwrap(log({ id }).get({ fetch: { signal } }))

/** Whether fetching the first page marks the conversation as read, or is a prefetch. On a page that nobody sees nothing is read. */
export type Fetching = 'reading' | 'ahead'

type MessagesWanted = { before: string | undefined; fetching: Fetching }

/** Newest first, as the cache holds them; each page continues before the oldest message loaded so far. */
export const fetchMessages = async (ticketId: number, { before, fetching }: MessagesWanted, signal: AbortSignal) => {
  const query = {
    ...(before === undefined ? {} : { before }),
    ...(fetching === 'ahead' || document.hidden ? { read: '0' as const } : {}),
  }
  const page = await unwrap(messages({ id: ticketId }).get({ query, fetch: { signal } }))
  const next = page.messages[0]?.id.toString()
  return { items: page.messages.toReversed(), hasMore: page.hasMore, next, extra: { seams: page.tickets } }
}

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

/** The fields come before the file, because the server reads the body as a stream. */
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
export const fetchReceipts = (id: number, signal: AbortSignal) =>
  unwrap(messages({ id }).receipts.get({ fetch: { signal } }))
export const reactToMessage = (body: ReactMessage) => unwrap(messages.reactMessage.post(body))
export const editMessage = (id: number, ticketId: number, body: string) =>
  unwrap(messages.edit({ id }).post({ body }, { query: { ticketId: String(ticketId) } }))
export const deleteTicket = (id: number) => unwrap(tickets({ id }).delete())
export const deleteMessage = (id: number) => unwrap(messages({ id }).delete())
export const fetchDeleted = (id: number, signal: AbortSignal) =>
  unwrap(messages.deleted({ id }).get({ fetch: { signal } }))
export const downloadAgain = (id: number) => unwrap(messages.media({ id }).download.post())

export const fetchPeople = (signal: AbortSignal) => unwrap(users.list.get({ fetch: { signal } }))
export const fetchContact = (id: number, signal: AbortSignal) => unwrap(contacts({ id }).get({ fetch: { signal } }))
export const findContacts = (searchParam: string, signal: AbortSignal) =>
  unwrap(contacts.get({ query: { searchParam, pageNumber: '1' }, fetch: { signal } }))
export const createContact = (body: CreateContact) => unwrap(contacts.post(body))
