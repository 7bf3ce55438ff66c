import { readAck, readRate, readScheduleStatus, readTicketStatus } from '../reading/states'
import { readBoolean, readInstant, readText } from '../reading/values'
import type { Family, SourceRows } from '../source'
import {
  always,
  bool,
  dated,
  file,
  from,
  id,
  instant,
  type KindTable,
  type KindTables,
  requiredId,
  text,
  textOr,
  whole,
} from './mapping'
import type { Staging } from './staging'

const ofTicket = [{ table: 'Tickets', by: ['ticketId'], isRequired: true }]
/** Screens of Izing keep what is to be sent later as a message without an id of WhatsApp. */
const isScheduled = (staging: Staging) =>
  staging.has('Messages', 'scheduleDate', 'messageId')
    ? `r."scheduleDate" IS NOT NULL AND coalesce(r."messageId", '') = ''`
    : '0'

const trackings: Omit<KindTable<SourceRows['trackings']>, 'table'> = {
  parents: ofTicket,
  fields: {
    ...dated,
    ticketId: requiredId('ticketId'),
    userId: id('userId'),
    queueId: id('queueId'),
    connectionId: id('whatsappId'),
    queuedAt: instant('queuedAt'),
    // `chatbotAt` is when the bot began, in the products that have it.
    botEndedAt: instant('chatbotendAt'),
    startedAt: instant('startedAt'),
    finishedAt: instant('finishedAt', 'closedAt'),
    ratingAt: instant('ratingAt'),
    rated: bool(false, 'rated'),
  },
}

export const conversationKinds = {
  tickets: [
    {
      table: 'Tickets',
      parents: [{ table: 'Contacts', by: ['contactId'] }],
      fields: {
        ...dated,
        uuid: text('uuid'),
        status: from([['status']], ([status = null]) => readTicketStatus(status)?.status ?? 'closed'),
        isBot: from(
          [['status'], ['chatbot'], ['chatFlowId', 'autoReplyId']],
          ([status = null, bot = null, flow = null]) =>
            isWithBot(status, readBoolean(bot) === true || readText(flow) !== null),
        ),
        isRatingAsked: from([['status']], ([status = null]) => readTicketStatus(status)?.isRatingAsked ?? false),
        contactId: id('contactId'),
        connectionId: id('whatsappId'),
        queueId: id('queueId'),
        userId: id('userId'),
        isGroup: bool(false, 'isGroup'),
        unread: whole('unreadMessages'),
        lastMessage: text('lastMessage'),
        protocol: text('protocol'),
        updatedAt: instant('updatedAt'),
        lastMessageAt: instant('lastMessageAt'),
        startedAt: instant('startedAttendanceAt'),
        closedAt: instant('closedAt'),
      },
    },
  ],
  trackings: ['TicketTraking', 'TicketTrakings', 'TicketTracking'].map((table) => ({ table, ...trackings })),
  ticketLogs: [
    {
      table: 'LogTickets',
      parents: ofTicket,
      fields: {
        ...dated,
        ticketId: requiredId('ticketId'),
        userId: id('userId'),
        queueId: id('queueId'),
        type: textOr('', 'type'),
      },
    },
  ],
  messages: [
    {
      table: 'Messages',
      parents: [{ table: 'Tickets', by: ['ticketId'] }],
      where: (staging) => `NOT (${isScheduled(staging)})`,
      fields: {
        id: from([['id'], ['ticketId']], ([own = null, ticket = null], { family }) => messageId(family, own, ticket)),
        externalId: from([['id'], ['messageId'], ['wid']], ([own = null, messageId = null, wid = null], { family }) =>
          readText(family === 'saas2025' ? wid : family === 'izing' ? messageId : own),
        ),
        ticketId: id('ticketId'),
        contactId: id('parent.contactId'),
        connectionId: id('parent.whatsappId'),
        authorId: from([['contactId'], ['fromMe']], ([contact = null, fromMe = null]) =>
          readBoolean(fromMe) === true || contact === '' ? null : contact,
        ),
        participant: text('participant'),
        remoteJid: text('remoteJid'),
        fromMe: bool(false, 'fromMe'),
        body: textOr('', 'body'),
        ack: from([['ack'], ['fromMe']], ([ack = null, fromMe = null], { family }) =>
          readAck(ack, readBoolean(fromMe) === true, isWebJs(family) ? 'webjs' : 'baileys'),
        ),
        failure: text('error'),
        mediaType: text('mediaType'),
        mediaPath: file({ saas2025: 'company<id>/' }, 'mediaUrl'),
        thumbnailPath: file({ saas2025: 'company<id>/' }, 'thumbnailUrl'),
        isDeleted: bool(false, 'isDeleted'),
        isEdited: bool(false, 'isEdited'),
        isForwarded: bool(false, 'isForwarded'),
        isPrivate: bool(false, 'isPrivate'),
        isQuotedCopy: from(
          [['id'], ['ticketId'], ['remoteJid']],
          ([own = null, ticket = null, jid = null], { family }) => originalOf(family, own, ticket, jid) !== null,
        ),
        quotedId: id('quotedMsgId'),
        dataJson: text('dataJson'),
        storedAt: always(0), // the source knows it from its order
        saidAt: always(0), // likewise
        userId: id('userId'),
        sendType: text('sendType'),
      },
    },
  ],
  formerTexts: [
    {
      table: 'OldMessages',
      parents: [
        { table: 'Messages', by: ['messageId'] },
        { table: 'Tickets', by: ['ticketId'] },
      ],
      fields: {
        ...dated,
        messageId: from([['messageId'], ['ticketId', 'parent.ticketId']], ([own = null, ticket = null], { family }) =>
          messageId(family, own, ticket),
        ),
        ticketId: id('ticketId', 'parent.ticketId'),
        body: textOr('', 'body'),
      },
    },
  ],
  ratings: [
    {
      table: 'UserRatings',
      parents: [{ table: 'Tickets', by: ['ticketId'] }],
      fields: {
        ...dated,
        ticketId: id('ticketId'),
        userId: id('userId'),
        rate: from([['rate']], ([rate = null], { topRate }) => readRate(rate, topRate)),
        top: from([], (_cells, { topRate }) => topRate),
      },
    },
  ],
  notes: [
    {
      table: 'TicketNotes',
      parents: [
        { table: 'Tickets', by: ['ticketId'] },
        { table: 'Contacts', by: ['contactId'] },
      ],
      fields: {
        ...dated,
        ticketId: id('ticketId'),
        contactId: id('contactId'),
        userId: id('userId'),
        note: textOr('', 'note'),
      },
    },
  ],
  schedules: [
    {
      table: 'Schedules',
      parents: [
        { table: 'Contacts', by: ['contactId'] },
        { table: 'Users', by: ['userId'] },
      ],
      fields: {
        ...dated,
        body: text('body'),
        sendAt: instant('sendAt'),
        sentAt: instant('sentAt'),
        contactId: id('contactId'),
        userId: id('userId'),
        connectionId: id('whatsappId'),
        queueId: id('queueId'),
        status: from([['status'], ['sentAt']], ([status = null, sentAt = null], { zone }) =>
          readScheduleStatus(status, readInstant(sentAt, zone) !== null),
        ),
        repeats: from(
          [['enviarQuantasVezes'], ['contadorEnvio']],
          ([times = null, done = null]) => Number(times ?? 1) - Number(done ?? 0) > 1,
        ),
        mediaPath: file({ saas2025: 'company<id>/' }, 'mediaPath'),
        mediaName: text('mediaName'),
      },
    },
    {
      table: 'Messages',
      isUsed: (staging) => isScheduled(staging) !== '0',
      where: isScheduled,
      parents: [{ table: 'Tickets', by: ['ticketId'] }],
      fields: {
        ...dated,
        body: text('body'),
        sendAt: instant('scheduleDate'),
        sentAt: always(null),
        contactId: id('parent.contactId'),
        userId: id('userId'),
        connectionId: id('parent.whatsappId'),
        queueId: id('parent.queueId'),
        status: from([['status'], ['isDeleted']], ([status = null, isDeleted = null]) =>
          status === 'pending' && readBoolean(isDeleted) !== true ? 'pending' : 'failed',
        ),
        repeats: always(false),
        mediaPath: file({}, 'mediaUrl'),
        mediaName: always(null),
      },
    },
  ],
} satisfies Partial<KindTables>

const isWebJs = (family: Family) => family === 'community' || family === 'izing'

/**
 * In Ticketz a group heard by two connections has one id of WhatsApp in two tickets, so the ticket is part of the id.
 */
export const messageId = (family: Family, own: string | null, ticket: string | null): string =>
  family === 'ticketz' ? `${ticket ?? ''}/${own ?? ''}` : (own ?? '')

/**
 * WhatsApp's id of the message that a row repeats, because it was quoted in a later ticket: Ticketz stores it as the
 * id, a hyphen and the ticket, without a chat.
 */
export function originalOf(
  family: Family,
  own: string | null,
  ticket: string | null,
  jid: string | null,
): string | null {
  if (family !== 'ticketz' || own === null || ticket === null || jid !== null) return null
  const end = `-${ticket}`
  return own.endsWith(end) && own.length > end.length ? own.slice(0, -end.length) : null
}

function isWithBot(status: string | null, bot: boolean): boolean {
  const read = readTicketStatus(status)
  return read !== null && (read.isBot || (read.status === 'pending' && bot))
}
