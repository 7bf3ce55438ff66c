import { defineDomainEvent } from '../platform/extensions'

/**
 * The rate limit has changed: a user released a connection or changed the settings (`connectionId` null: all
 * connections).
 */
export const rateLimitChanged = defineDomainEvent<{ readonly connectionId: number | null }>('reach.rateLimitChanged')

/** Somebody opted out; `contactId` or `number` may be unknown. Emitted once, when the entry is stored. */
export const optedOut = defineDomainEvent<{
  readonly contactId: number | null
  /** Digits only. */
  readonly number: string | null
  /** The connection the contact wrote over; null if a user added the entry. */
  readonly connectionId: number | null
}>('outbound.optedOut')
/** The contact opted in again, or a user removed the entry. */
export const optedIn = defineDomainEvent<{ readonly contactId: number | null; readonly number: string | null }>(
  'outbound.optedIn',
)
