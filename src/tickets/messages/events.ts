/** Domain events of messages. Not emitted for imported messages. */
import { defineDomainEvent } from '../../platform/extensions'
import type { Arrival } from '../auto-responders'
import type { Ticket } from '../tables'
import type { Message } from './contract'
import type { StoredMessage } from './tables'

/**
 * Once per message, when its text is known: an undecipherable message follows when it can be decrypted. Includes
 * messages written on our own phone (`incoming.fromMe`).
 */
export const messageReceived = defineDomainEvent<Arrival>('message.received')

/** Written here, by a user or automatically (`userId` is null): a note, or a message that the outbox will send. */
export const messagePosted = defineDomainEvent<{
  readonly ticket: Ticket
  readonly message: Message
  readonly userId: number | null
}>('message.posted')

/** The messenger has confirmed the message. */
export const messageSent = defineDomainEvent<{ readonly message: StoredMessage }>('message.sent')
/** The message will not be sent unless somebody retries; `failure` is a key under `messages.failure`. */
export const messageFailed = defineDomainEvent<{ readonly message: StoredMessage; readonly failure: string }>(
  'message.failed',
)

/** Posted without an attendant, by a schedule, a campaign or the external API. Follows `messagePosted`. */
export const unattendedPosted = defineDomainEvent<{
  readonly messageId: number
  readonly contactId: number
  readonly connectionId: number
}>('message.unattended')

/** The delivery status of our message rose to SENT, DELIVERED, READ or PLAYED. */
export const deliveryStatusRaised = defineDomainEvent<{ readonly messageId: number; readonly ack: number }>(
  'message.ticked',
)

/** The file of a message is stored, or will not come. */
export const mediaSettled = defineDomainEvent<{ readonly message: StoredMessage }>('media.settled')

/** A message's file has to be downloaded, or measured if it is ours. */
export const mediaDue = defineDomainEvent<{ readonly messageId: number }>('media.due')
