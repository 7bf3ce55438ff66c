/** Finds the message that an incoming one quotes. */
import type { Incoming } from '../../channels/channel'
import { memberNameOf, membersAt } from '../../contacts/groups/queries'
import type { Db } from '../../platform/sqlite'
import { namesOfMentioned } from '../groups/mentions'
import { findInChat, isSaidBy } from '../messages/identity'
import type { StoredQuote } from '../messages/tables'
import { readMessage } from '../reading/shown'

export type ConversationIds = { readonly connectionId: number; readonly contactId: number }

/** The quote of an incoming message: from the stored message, or else as its sender gives it. */
export function readQuote(
  db: Db,
  { connectionId, contactId }: ConversationIds,
  incoming: Incoming,
): { id: number | null; quote: StoredQuote | null } {
  const { quotedExternalId, quotedBody, quotedKind, quotedMentions = [] } = incoming
  if (quotedExternalId === null) return { id: null, quote: null }
  const { chat, quotedAuthor = [] } = incoming
  // Knowing an id does not give access to a message: if it is in another conversation, the quote's own text is used.
  const said = findInChat(db, connectionId, quotedExternalId, chat).filter((one) => one.contactId === contactId)
  const id = (said.find((one) => isSaidBy(one, quotedAuthor, chat)) ?? said[0])?.id
  const original = id === undefined ? undefined : readMessage(db, id)
  const body = original?.body ?? quotedBody ?? ''
  const mentions = original
    ? original.extra?.mentions
    : namesOfMentioned(db, contactId, { body, mentions: quotedMentions })
  const quote: StoredQuote = {
    externalId: quotedExternalId,
    body,
    ...(mentions && mentions.length > 0 && { mentions }),
    ...(original?.extra?.origin && { origin: original.extra.origin }),
    fromMe: original?.fromMe ?? false,
    kind: original?.mediaType ?? quotedKind ?? 'chat',
    author: original ? (original.user?.name ?? original.contact?.name ?? null) : quotedMember(db, contactId, incoming),
  }
  return { id: original?.id ?? null, quote }
}

/** The author of a group message that we do not have: by name if known, else by number. */
function quotedMember(db: Db, groupId: number, { isGroup, quotedAuthor = [] }: Incoming): string | null {
  if (!isGroup || quotedAuthor.length === 0) return null
  const member = membersAt(db, groupId, quotedAuthor)[0]
  return memberNameOf(db, quotedAuthor, member?.name ?? null)
}
