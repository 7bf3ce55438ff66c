/** Searches a conversation's texts as shown, ignoring case and accents. */
import type { Actor } from '../../actor'
import { instant } from '../../platform/formats'
import { type Db, statement } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import type { MessageSearch } from '../messages/contract'
import { type Conversation, ofConversation, visibilityClause } from '../messages/queries'
import { besideBody, searchableText, type Text } from '../searching/indexing'
import type { Ticket } from '../tables'

const MOST_FOUND = 200
/** The most that is searched, from the end, because searching blocks the event loop. */
export const MOST_READ = { messages: 10_000, letters: 500_000 } as const

type Row = Text & { readonly id: number; readonly created_at: number }

/** Newest first, over the contact's tickets that this user may see, without deleted messages. */
export function searchMessages(db: Db, actor: Actor, ticket: Ticket, query: string): MessageSearch {
  const words = fold(query)
  const found: MessageSearch['messages'] = []
  if (words === '') return { messages: found, hasMore: false }
  let letters = 0
  let read = 0
  for (const { id, created_at, ...text } of messagesOf(db, actor, ticket)) {
    read += 1
    letters += text.body.length
    if (found.length === MOST_FOUND || read > MOST_READ.messages || letters > MOST_READ.letters)
      return { messages: found, hasMore: true }
    if (fold(searchableText(text)).includes(words)) found.push({ id, createdAt: instant(created_at) })
  }
  return { messages: found, hasMore: false }
}

function messagesOf(db: Db, actor: Actor, conversation: Conversation): Iterable<Row> {
  const sight = visibilityClause(actor)
  const of = ofConversation(conversation)
  return statement(
    db.$client,
    `SELECT m.id, m.body, m.created_at, ${besideBody} FROM messages m ${sight.join}
     WHERE ${of.sql} AND m.is_deleted = 0 AND (m.body <> '' OR m.kind = 'document') ${sight.sql} ORDER BY m.created_at DESC, m.id DESC`,
  ).iterate(...of.params, ...sight.params) as Iterable<Row> // the columns are listed
}
