/** What a moved message quotes: the message here, or else its text as the quoting one or the other product has it. */
import type { Mention, MessageExtra, MessageKind } from '../../channels/contract'
import type { Move } from '../../moving-in/mover'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { namesOfMentioned } from '../groups/mentions'
import type { StoredQuote } from '../messages/tables'
import type { Conversation } from './conversation'
import { type MessageRow, type MovedMessage, readRow } from './read-row'

type MovedQuote = { readonly id: number | null; readonly quote: StoredQuote | null }
const NO_QUOTE: MovedQuote = { id: null, quote: null }

type Quoting = { readonly row: MessageRow; readonly message: MovedMessage; readonly connectionId: number }

export function quoteOf(move: Move, conversation: Conversation, { row, message, connectionId }: Quoting): MovedQuote {
  const externalId = message.stored?.quotedExternalId ?? null
  if (row.quotedId === null && externalId === null) return NO_QUOTE
  const { db } = move.cx
  const original = row.quotedId === null ? undefined : findOriginal(move, conversation, row.quotedId, connectionId)
  const id =
    original?.id ?? (externalId === null ? undefined : conversation.known.findOfEither(connectionId, externalId))
  const here = id === undefined ? undefined : readOriginal(db, conversation, id)
  if (here) return { id: here.id, quote: { ...here.quote, externalId: externalId ?? here.quote.externalId } }
  if (message.stored && externalId !== null)
    return { id: null, quote: toldQuote(db, conversation, message, externalId) }
  return original?.row ? { id: null, quote: theirQuote(original.row) } : NO_QUOTE
}

type Original = { readonly id: number | undefined; readonly row: MessageRow | undefined }

function findOriginal(
  { source, company, ids }: Move,
  { known }: Conversation,
  theirs: string,
  connectionId: number,
): Original {
  const id = known.findTheirs(theirs)
  if (id !== undefined) return { id, row: undefined }
  const row = source.find('messages', company.id, theirs)
  const externalId = row?.externalId ?? null
  return {
    id: externalId === null ? ids.find('messages', theirs) : known.findOfEither(connectionId, externalId),
    row,
  }
}

type ShownMessage = {
  readonly id: number
  readonly body: string
  readonly kind: MessageKind
  readonly fromMe: number
  readonly isDeleted: number
  readonly externalId: string | null
  readonly extra: string | null
  readonly author: string | null
  readonly userName: string | null
}

function readOriginal(db: Db, { name }: Conversation, id: number): { id: number; quote: StoredQuote } | undefined {
  const found = getRow<ShownMessage>(
    db,
    `SELECT m.id, m.body, m.kind, m.from_me AS fromMe, m.is_deleted AS isDeleted, m.external_id AS externalId, m.extra, m.author, u.name AS userName
     FROM messages m LEFT JOIN users u ON u.id = m.user_id WHERE m.id = (? + 0)`,
    id,
  )
  if (!found) return undefined
  const extra = found.extra === null ? null : (JSON.parse(found.extra) as MessageExtra) // written by the insertion
  const fromMe = found.fromMe === 1
  return {
    id,
    quote: {
      externalId: found.externalId ?? '',
      body: found.isDeleted === 1 ? '' : found.body,
      ...mentioned(extra?.mentions),
      ...(extra?.origin && { origin: extra.origin }),
      fromMe,
      kind: found.kind,
      author: found.userName ?? (fromMe ? null : (found.author ?? name)),
    },
  }
}

const mentioned = (mentions: readonly Mention[] | undefined) => (mentions && mentions.length > 0 ? { mentions } : {})

/** As its sender's phone gave it. */
function toldQuote(db: Db, conversation: Conversation, { stored }: MovedMessage, externalId: string): StoredQuote {
  const { quotedBody, quotedKind, quotedMentions = [] } = stored ?? {}
  const body = quotedBody ?? ''
  const mentions = namesOfMentioned(db, conversation.contactId, { body, mentions: quotedMentions })
  return { externalId, body, ...mentioned(mentions), fromMe: false, kind: quotedKind ?? 'chat', author: null }
}

/** Of a message that did not come, such as one of another conversation. */
function theirQuote(row: MessageRow): StoredQuote | null {
  const content = readRow(row, () => false)
  if (content.is !== 'message') return null
  const { kind, body } = content
  return { externalId: row.externalId ?? '', body: row.isDeleted ? '' : body, fromMe: row.fromMe, kind, author: null }
}
