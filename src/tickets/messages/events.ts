/** What happens to messages. Not for imported history. */
import { defineDomainEvent } from '../../platform/extensions'
import type { Arrival } from '../receiving/auto-responders'
import type { Ticket } from '../tables'
import type { Message } from './contract'
import type { StoredMessage } from './tables'

/** Once for each message, when its text is known: one that cannot be decrypted yet is told when it can. Also what was written on our own phone (`incoming.fromMe`). */
export const messageReceived = defineDomainEvent<Arrival>('message.received')

/** Written here, by a person or automatically (`userId` is null): a note, or a message that the outbox will send. */
export const messagePosted = defineDomainEvent<{
  readonly ticket: Ticket
  readonly message: Message
  readonly userId: number | null
}>('message.posted')

/** The messenger has confirmed it. */
export const messageSent = defineDomainEvent<{ readonly message: StoredMessage }>('message.sent')
/** It will not be sent, unless somebody tries again; `failure` is a key under `messages.failure`. */
export const messageFailed = defineDomainEvent<{ readonly message: StoredMessage; readonly failure: string }>(
  'message.failed',
)

/** Posted without an attendant: by a schedule, a campaign, the external API. Said behind `messagePosted`. */
export const unattendedPosted = defineDomainEvent<{
  readonly messageId: number
  readonly contactId: number
  readonly connectionId: number
}>('message.unattended')

/** A tick of one of ours has risen: SENT, DELIVERED, READ, PLAYED. */
export const messageTicked = defineDomainEvent<{ readonly messageId: number; readonly ack: number }>('message.ticked')

/** A message's file is to be fetched, or measured where it is ours. */
export const mediaDue = defineDomainEvent<{ readonly messageId: number }>('media.due')
