/** Events of connections, and work that is due at the messenger. */
import { defineDomainEvent } from '../platform/extensions'
import type { MessageCharge, NewChats, TemplateNews } from './channel'
import type { Connection } from './connections/tables'

/**
 * Created (`before` is null), changed, linked, closed or removed (`after` is null). Excludes transient state such as
 * codes to scan.
 */
export const connectionChanged = defineDomainEvent<{
  readonly before: Connection | null
  readonly after: Connection | null
}>('connection.changed')

/** The messenger reported how many chats an account may still start. */
export const newChatsReported = defineDomainEvent<NewChats & { readonly connectionId: number }>('connection.newChats')

type OfConnection = { readonly connectionId: number }
type OfContact = OfConnection & { readonly contactId: number }

/** The outbox has a new row to send. */
export const outboxDue = defineDomainEvent<OfConnection>('outbox.due')
/** Blocks or read marks are waiting to be sent. */
export const pendingUpdatesDue = defineDomainEvent<OfConnection>('pendingUpdates.due')
/** A contact's picture is to be fetched. */
export const pictureDue = defineDomainEvent<OfContact>('picture.due')
/** A group's description is to be requested. */
export const groupDue = defineDomainEvent<OfContact>('group.due')

/** What a messenger that charges says about one of our messages; `messageId` is the stored one. */
export const messageCharged = defineDomainEvent<OfContact & MessageCharge & { readonly messageId: number }>(
  'message.charged',
)
/** The contact did something other than write that lets us answer for a while. `at` in epoch milliseconds. */
export const windowOpened = defineDomainEvent<OfContact & { readonly at: number }>('window.opened')
/** A template changed at the messenger. */
export const templateChanged = defineDomainEvent<OfConnection & TemplateNews>('template.changed')
/** Facts about the account behind a connection changed: its quality, its limit, the end of its token. */
export const accountChanged = defineDomainEvent<OfConnection>('account.changed')
