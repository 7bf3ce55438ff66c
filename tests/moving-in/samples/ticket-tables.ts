import type { CompanyWriting } from './company-tables'
import {
  ackOf,
  bodyOf,
  contentOf,
  dataJsonOf,
  editJsonOf,
  fileOf,
  isKept,
  isWebJs,
  type MessageContext,
  mediaTypeOf,
} from './messages'
import type { NeutralMessage, NeutralTicket } from './neutral'
import { hexOf } from './tables'

const instantOf = (moment: string | undefined): number | null => (moment === undefined ? null : Date.parse(moment))

/** What earlier tickets of the company said. */
export type TicketSurroundings = {
  /** By key: WhatsApp's id, the row's, its ticket's and what it said. */
  readonly externalIds: Map<string, SaidMessage>
  /** Ids of rows that are there. */
  readonly copied: Set<string>
  /** Tickets by contact and connection, where a family has one for ever. */
  readonly tickets: Map<string, number>
}
type SaidMessage = { externalId: string; rowId: string | number; ticketId: number; message: object }

export function putTicket(it: CompanyWriting, ticket: NeutralTicket, said: TicketSurroundings): void {
  const { family, tables, own, id, numbers } = it
  const pair = `${ticket.contact} ${ticket.connection}`
  const isForEver = family === 'saas'
  const known = isForEver ? said.tickets.get(pair) : undefined
  const ticketId = known ?? numbers.next('Tickets')
  said.tickets.set(pair, ticketId)
  const contactId = ticket.contact === null ? null : id('Contacts', ticket.contact)
  const whatsappId = ticket.connection === null ? null : id('Whatsapps', ticket.connection)
  const userId = ticket.attendant === undefined ? null : id('Users', ticket.attendant)
  const queueId = ticket.queue === undefined ? null : id('Queues', ticket.queue)
  const [openedAt, acceptedAt, closedAt] = [ticket.openedAt, ticket.acceptedAt, ticket.closedAt].map(instantOf)
  const lastAt = instantOf(ticket.messages.at(-1)?.at) ?? openedAt ?? 0
  const isNewest = it.company.tickets.findLast((other) => `${other.contact} ${other.connection}` === pair) === ticket
  if (!isForEver || isNewest) {
    tables.put('Tickets', {
      id: ticketId,
      status: ticket.isBot && family === 'saas2025' ? 'chatbot' : ticket.status,
      contactId,
      whatsappId,
      userId,
      queueId,
      isGroup: it.company.contacts.find(({ key }) => key === ticket.contact)?.isGroup ?? false,
      unreadMessages: ticket.unread === undefined ? 0 : ticket.unread,
      lastMessage: ticket.messages.at(-1)?.text?.slice(0, 255) ?? '',
      uuid: ticket.key === 't9' ? null : uuidOf(`${it.companyId} ${ticket.key}`),
      chatbot: ticket.isBot ?? false,
      chatFlowId: ticket.isBot ? 1 : null,
      channel: 'whatsapp',
      fromMe: false,
      useIntegration: false,
      typebotStatus: false,
      sendInactiveMessage: false,
      amountUsedBotQueuesNPS: 0,
      flowWebhook: false,
      finalizadoComVenda: false,
      maxUseInactiveTime: 0,
      answered: true,
      isActiveDemand: false,
      botRetries: 0,
      isFarewellMessage: false,
      lastMessageAt: lastAt,
      startedAttendanceAt: acceptedAt ?? null,
      closedAt: closedAt ?? null,
      createdAt: openedAt ?? null,
      updatedAt: closedAt ?? lastAt,
      ...own,
    })
  }
  putAround(it, ticket, { ticketId, contactId, whatsappId, userId, queueId })
  for (const message of ticket.messages) putMessage(it, ticket, message, { ticketId, contactId }, said)
}

type TicketIds = {
  ticketId: number
  contactId: number | null
  whatsappId: number | null
  userId: number | null
  queueId: number | null
}

/** Its stretches, log, ratings, notes and tags. */
function putAround(it: CompanyWriting, ticket: NeutralTicket, ids: TicketIds): void {
  const { tables, own, id, numbers } = it
  const [openedAt, acceptedAt, closedAt] = [ticket.openedAt, ticket.acceptedAt, ticket.closedAt].map(instantOf)
  const dates = { createdAt: openedAt ?? null, updatedAt: closedAt ?? openedAt ?? null }
  const { ticketId, whatsappId, userId, queueId, contactId } = ids
  tables.put('TicketTraking', {
    id: numbers.next('TicketTraking'),
    ticketId,
    whatsappId,
    userId,
    queueId,
    queuedAt: openedAt ?? null,
    startedAt: acceptedAt ?? null,
    finishedAt: closedAt ?? null,
    ratingAt: ticket.rating === undefined ? null : (closedAt ?? null),
    rated: ticket.rating !== undefined,
    expired: false,
    ...own,
    ...dates,
  })
  if (ticket.rating !== undefined) {
    tables.put('UserRatings', {
      id: numbers.next('UserRatings'),
      ticketId,
      userId,
      rate: ticket.rating,
      ...own,
      createdAt: closedAt ?? null,
      updatedAt: closedAt ?? null,
    })
  }
  const log = [
    { type: 'create', at: openedAt, userId: null, queueId: null },
    { type: 'open', at: acceptedAt, userId, queueId: null },
    ...(ticket.transfers ?? []).map(({ to, at }) => ({
      type: 'transfered',
      at: instantOf(at),
      userId: id('Users', to),
      queueId: null,
    })),
    { type: 'closed', at: closedAt, userId, queueId: null },
  ]
  for (const { at, ...entry } of log) {
    if (at)
      tables.put('LogTickets', { id: numbers.next('LogTickets'), ticketId, ...entry, createdAt: at, updatedAt: at })
  }
  for (const note of contactId === null ? [] : (ticket.notes ?? [])) {
    const at = instantOf(note.at)
    tables.put('TicketNotes', {
      id: numbers.next('TicketNotes'),
      note: note.text,
      userId: note.by === null ? null : id('Users', note.by),
      contactId,
      ticketId,
      createdAt: at,
      updatedAt: at,
    })
  }
  for (const tag of ticket.tags ?? []) tables.put('TicketTags', { ticketId, tagId: id('Tags', tag), ...dates })
}

const uuidOf = (text: string) => {
  const hex = hexOf(text).toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function putMessage(
  it: CompanyWriting,
  ticket: NeutralTicket,
  message: NeutralMessage,
  { ticketId, contactId }: Pick<TicketIds, 'ticketId' | 'contactId'>,
  said: TicketSurroundings,
): void {
  const { family, tables, company, companyId, own, id, numbers } = it
  if (!isKept(family, message)) return
  const externalId = `3EB0${hexOf(`${companyId} ${message.key}`).slice(0, 18)}`
  const rowKey = family === 'ticketz' ? `${externalId} ${ticketId}` : externalId
  // Every family but Ticketz overwrites the row of a message that another connection hears, too.
  if (said.copied.has(rowKey)) return
  said.copied.add(rowKey)
  const quoted = message.quotes === undefined ? undefined : said.externalIds.get(message.quotes)
  const contact = company.contacts.find(({ key }) => key === ticket.contact)
  const author = message.by.kind === 'contact' ? (message.by.member ?? ticket.contact) : null
  const writer = company.contacts.find(({ key }) => key === author)
  const person = message.by.kind === 'person' ? message.by.key : null
  const jid = (of: typeof contact) =>
    of?.isGroup ? `${of.number}@g.us` : of?.number ? `${of.number}@s.whatsapp.net` : `${of?.lid ?? '0'}@lid`
  const participant = contact?.isGroup && author !== null ? jid(writer) : null
  const context: MessageContext = {
    family,
    companyId,
    contactId,
    ticketId,
    externalId,
    chatJid: jid(contact),
    participant,
    pushName: writer?.name ?? '',
    authorName: company.people.find(({ key }) => key === person)?.name ?? null,
    quoted: quoted ? { externalId: quoted.externalId, participant: jid(contact), message: quoted.message } : null,
    mention: (key) => ({
      id: id('Contacts', key),
      name: company.contacts.find((of) => of.key === key)?.name ?? '',
      number: company.contacts.find((of) => of.key === key)?.number ?? '',
    }),
  }
  const file = message.file ? fileOf(message.file, context) : null
  if (file && message.file?.content) it.files.push({ path: file.path, content: message.file.content })
  const saidAt = instantOf(message.at) ?? 0
  const isEditOfContact = family === 'saas' && message.formerly !== undefined && message.by.kind === 'contact'
  const rowId =
    family === 'saas2025' ? numbers.next('Messages') : family === 'izing' ? uuidOf(`message ${externalId}`) : externalId
  const row = {
    id: rowId,
    wid: externalId,
    messageId: externalId,
    body: bodyOf(message, context),
    ack: ackOf(family, message),
    error: message.delivery === 'failed' ? JSON.stringify({ code: 463, message: 'failed' }) : null,
    read: true,
    mediaType: mediaTypeOf(message, family),
    mediaUrl: file?.column ?? null,
    ticketId,
    fromMe: message.by.kind !== 'contact',
    isDeleted: (message.isDeleted ?? false) && !['saas', 'saas2025', 'community'].includes(family),
    isEdited: message.formerly !== undefined,
    isForwarded: message.isForwarded ?? false,
    isPrivate: message.isNote ?? false,
    contactId: author !== null ? id('Contacts', author) : family === 'izing' && person !== null ? contactId : null,
    quotedMsgId: quoted ? quotedIdOf(it, quoted, ticketId, said) : null,
    remoteJid: message.kind === 'call' ? null : context.chatJid,
    participant,
    dataJson: isEditOfContact ? editJsonOf(message, context) : dataJsonOf(message, context),
    queueId: null,
    channel: 'whatsapp',
    timestamp: person === null ? Math.floor(saidAt / 1000) : saidAt,
    userId: person === null ? null : id('Users', person),
    sendType: person === null ? (message.by.kind === 'bot' ? 'bot' : null) : 'chat',
    status: message.by.kind === 'contact' ? 'received' : 'sended',
    createdAt: family === 'saas2025' ? Math.floor(saidAt / 1000) * 1000 : (instantOf(message.storedAt) ?? saidAt + 412),
    updatedAt: (instantOf(message.storedAt) ?? saidAt) + 900,
    ...own,
  }
  tables.put('Messages', row)
  said.externalIds.set(message.key, {
    externalId,
    rowId,
    ticketId,
    message: contentOf(message, { ...context, quoted: null }),
  })
  for (const [at, former] of (message.formerly ?? []).entries()) {
    const until = instantOf(former.until)
    const body = bodyOf({ ...message, text: former.text, formerly: [] }, context)
    tables.put('OldMessages', {
      id: numbers.next('OldMessages'),
      messageId: externalId,
      body,
      ticketId: at === 0 ? ticketId : null,
      createdAt: until,
      updatedAt: until,
    })
  }
  putReactions(it, message, row)
}

/** Ticketz puts a copy of a message of an earlier ticket before the reply. */
function quotedIdOf(
  it: CompanyWriting,
  quoted: SaidMessage,
  ticketId: number,
  said: TicketSurroundings,
): string | number {
  if (it.family !== 'ticketz' || quoted.ticketId === ticketId) return quoted.rowId
  const copy = `${quoted.externalId}-${ticketId}`
  if (!said.copied.has(copy)) {
    said.copied.add(copy)
    const at = Date.parse('2026-11-20T14:00:00.300-03:00')
    it.tables.put('Messages', {
      id: copy,
      body: '*Ana Souza:*\nBom dia, Maria!\nTem sim.',
      ack: 0,
      read: true,
      fromMe: true,
      isDeleted: false,
      isEdited: false,
      ticketId,
      dataJson: JSON.stringify(quoted.message),
      channel: 'whatsapp',
      createdAt: at,
      updatedAt: at,
      ...it.own,
    })
  }
  return copy
}

/** Reactions are rows; the products of whatsapp-web.js do not hear them. */
function putReactions(
  it: CompanyWriting,
  message: NeutralMessage,
  target: { id: string | number; wid: string; ticketId: number; contactId: number | null; remoteJid: string | null },
): void {
  const { family, tables, numbers, own, companyId } = it
  if (isWebJs(family)) return
  for (const reaction of message.reactions ?? []) {
    const externalId = `3EB0${hexOf(`${companyId} reaction ${message.key} ${reaction.at}`).slice(0, 18)}`
    const fromMe = reaction.by.kind !== 'contact'
    const at = Date.parse(reaction.at)
    const seconds = Math.floor(at / 1000)
    const reactionMessage = {
      key: { remoteJid: target.remoteJid, fromMe: false, id: target.wid },
      text: reaction.emoji,
      senderTimestampMs: String(at),
    }
    tables.put('Messages', {
      id: family === 'saas2025' ? numbers.next('Messages') : externalId,
      wid: externalId,
      body: reaction.emoji,
      ack: family === 'saas2025' ? 2 : 0,
      read: true,
      mediaType: 'reactionMessage',
      ticketId: target.ticketId,
      fromMe,
      isDeleted: false,
      isEdited: false,
      isForwarded: false,
      isPrivate: false,
      contactId: fromMe ? null : target.contactId,
      // The SaaS fork looks for what a reply quotes, and a reaction is none.
      quotedMsgId: family === 'saas' ? null : target.id,
      remoteJid: target.remoteJid,
      dataJson: JSON.stringify({
        key: { remoteJid: target.remoteJid, fromMe, id: externalId },
        messageTimestamp: seconds,
        message: { reactionMessage },
      }),
      createdAt: family === 'saas2025' ? seconds * 1000 : at + 200,
      updatedAt: at + 200,
      channel: 'whatsapp',
      ...own,
    })
  }
}
