/** What happens to connections, and what has become due with the messenger. */
import { defineDomainEvent } from '../platform/extensions'
import type { NewChats } from './channel'
import type { Connection } from './connections/tables'

/** Created (`before` is null), changed, linked, closed, or removed (`after` is null). Not what passes, such as the codes to scan. */
export const connectionChanged = defineDomainEvent<{
  readonly before: Connection | null
  readonly after: Connection | null
}>('connection.changed')

/** The messenger told how many chats an account may still begin. */
export const newChatsReported = defineDomainEvent<NewChats & { readonly connectionId: number }>('connection.newChats')

type OfConnection = { readonly connectionId: number }
type OfContact = OfConnection & { readonly contactId: number }

/** The outbox has something new to send. */
export const outboxDue = defineDomainEvent<OfConnection>('outbox.due')
/** There are blocks or read marks to pass on. */
export const pendingUpdatesDue = defineDomainEvent<OfConnection>('pendingUpdates.due')
/** A contact's picture is to be fetched. */
export const pictureDue = defineDomainEvent<OfContact>('picture.due')
/** The messenger is to be asked who is in a group. */
export const groupDue = defineDomainEvent<OfContact>('group.due')
