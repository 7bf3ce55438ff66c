/**
 * WhatsApp's refusal 463 has two meanings. For the first message of a chat: the account is restricted to existing chats.
 * In an existing chat: this message alone was refused, for example with an outdated token.
 */
import { findConnection } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'

/** Failures of messages, as keys of the screen's texts. */
const RESTRICTED = 'restricted'
const REFUSED_HERE = 'refusedHere'

type SentMessage = { readonly messageId: number; readonly connectionId: number; readonly contactId: number }

/** `noted`: what it says about the account; null: nothing. */
type Meaning = { readonly failure: string | null; readonly noted: 'refused' | 'accepted' | 'alone' | null }

export function meaningOf(cx: Cx, sent: SentMessage, failure: string | null): Meaning {
  if (failure === null) return { failure, noted: isRecovering(cx, sent) ? 'accepted' : null }
  if (failure !== RESTRICTED) return { failure, noted: null }
  return isFirstContact(cx.db, sent) ? { failure, noted: 'refused' } : { failure: REFUSED_HERE, noted: 'alone' }
}

/** A first contact was accepted while they counted as refused. Other messages cost one look at the connection. */
const isRecovering = (cx: Cx, sent: SentMessage): boolean =>
  findConnection(cx.db, sent.connectionId)?.reason === 'firstContactsRefused' && isFirstContact(cx.db, sent)

/** Whether neither side has another message in the chat that reached the messenger. */
const isFirstContact = (db: Db, { messageId, connectionId, contactId }: SentMessage): boolean =>
  getRow(
    db,
    `SELECT 1 FROM messages INDEXED BY messages_page
     WHERE contact_id = @contactId AND connection_id = @connectionId AND id <> @messageId
       AND kind NOT IN ('note', 'call') AND (from_me = 0 OR ack >= 2) LIMIT 1`,
    { contactId, connectionId, messageId },
  ) === undefined
