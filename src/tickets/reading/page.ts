/**
 * Writes a page of a conversation as JSON while reading it, because it is the most frequent request. A message that is
 * only text mostly passes through as SQLite wrote it.
 */
import type { Actor } from '../../actor'
import { channelOf } from '../../channels/connections/queries'
import { instant, instantOrNull } from '../../platform/formats'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { createUtf8Writer, type Span, type Utf8Writer } from '../../platform/utf8'
import { type Names, namesIn } from '../lists/names'
import { listSteps } from '../log/steps'
import type { Message, MessagePage } from '../messages/contract'
import type { OpenTicketToRead } from '../queries'
import type { Ticket } from '../tables'
import { isPlain, type Line, type Lines, type PageStart, readLines, sizeOf } from './lines'
import { type ConversationNames, type Row, restOf } from './message-fields'
import { shownAs } from './shown'

export type WrittenPage = {
  /** JSON of a `MessagePage`. */
  readonly json: Buffer<ArrayBuffer>
  /** Its messages that are more than text. */
  readonly special: readonly Message[]
}

/** The bytes of a plain message besides those that SQLite writes. */
const ROOM = 512

/** One page over the contact's tickets that this user may see; pages run backwards, messages within a page forwards. */
export function pageOfMessages(db: Db, actor: Actor, conversation: OpenTicketToRead, place: PageStart): WrittenPage {
  const { text, lines } = readLines(db, actor, conversation, place)
  const size = sizeOf(place)
  const shown = lines.slice(-size)
  const words = { names: namesIn(db), contactId: conversation.contactId, contact: conversation.contactName }
  const special = shownAs(
    db,
    shown.filter((line): line is Row => !isPlain(line)),
    words,
  )
  const boundaries = boundariesOf(db, shown, words.names, conversation)
  const page = createUtf8Writer(text.length + ROOM * shown.length)
  page.text('{"messages":[')
  writeMessages(page, { text, lines: shown }, special, words)
  page.text(`],"hasMore":${lines.length > size},"tickets":${JSON.stringify(boundaries)}}`)
  return { json: page.whole(), special }
}

/** Writes plain messages exactly as `shownAs` and JSON.stringify would. */
function writeMessages(
  page: Utf8Writer,
  { text, lines }: Lines,
  special: readonly Message[],
  words: ConversationNames,
) {
  const specials = special.values()
  /** The JSON after the time is the same for all messages of one sender, so it is written once and copied. */
  const rests = new Map<number, Span>()
  lines.forEach((line, n) => {
    if (isPlain(line)) {
      page.copy(text, n > 0 ? line.start - 1 : line.start, line.end) // with the preceding comma
      page.instant(line.createdAt)
      const rest = rests.get(line.sent)
      if (rest) page.again(rest)
      else rests.set(line.sent, page.text(restOf(line.sent, words)))
    } else page.text(`${n > 0 ? ',' : ''}${JSON.stringify(specials.next().value)}`)
  })
}

type TicketBoundary = Pick<Ticket, 'createdAt' | 'closedAt' | 'userId' | 'queueId' | 'connectionId'>

function boundariesOf(
  db: Db,
  shown: readonly Line[],
  names: Names,
  conversation: OpenTicketToRead,
): MessagePage['tickets'] {
  const ids: number[] = []
  for (const { ticketId } of shown) if (ticketId !== null && !ids.includes(ticketId)) ids.push(ticketId)
  return ids
    .toSorted((a, b) => a - b)
    .flatMap((id) => {
      const ticket = id === conversation.id ? conversation : findBoundary(db, id)
      if (!ticket) return []
      return {
        id,
        createdAt: instant(ticket.createdAt),
        closedAt: instantOrNull(ticket.closedAt),
        userName: ticket.userId === null ? null : names.user(ticket.userId).name,
        steps: listSteps(db, id, names),
        queueName: ticket.queueId === null ? null : names.queue(ticket.queueId).name,
        whatsapp: {
          id: ticket.connectionId,
          name: names.connection(ticket.connectionId).name,
          channel: channelOf(db, ticket.connectionId),
        },
      }
    })
}

const findBoundary = (db: Db, id: number) =>
  getRow<TicketBoundary>(
    db,
    'SELECT created_at AS createdAt, closed_at AS closedAt, user_id AS userId, queue_id AS queueId, connection_id AS connectionId FROM tickets WHERE id = ?',
    id,
  )
