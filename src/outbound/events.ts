/** What happens to reaching out. */
import { defineDomainEvent } from '../platform/extensions'

/** More or less may leave than before: somebody let a connection go on, or changed the settings (`connectionId` is null: of all). */
export const rateLimitChanged = defineDomainEvent<{ readonly connectionId: number | null }>('reach.rateLimitChanged')

/** Somebody wants nothing more that was not asked for; `contactId` or `number` may be unknown. Said once, when it is stored. */
export const optedOut = defineDomainEvent<{
  readonly contactId: number | null
  /** Digits. */
  readonly number: string | null
  /** Over which it was written; null: a person of the company did it. */
  readonly connectionId: number | null
}>('outbound.optedOut')
/** They want it again, or somebody took it back. */
export const optedIn = defineDomainEvent<{ readonly contactId: number | null; readonly number: string | null }>(
  'outbound.optedIn',
)
