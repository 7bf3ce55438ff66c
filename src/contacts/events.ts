/** What happens to contacts. */
import { defineDomainEvent } from '../platform/extensions'
import type { Contact } from './tables'

/** Created, or anything about it changed. */
export const contactChanged = defineDomainEvent<{ readonly contact: Contact }>('contact.changed')

/** Two records are of one person: what belongs to the second is to move to the first, before the second is deleted. */
export const contactMerging = defineDomainEvent<{ readonly keptId: number; readonly goneId: number }>('contact.merging')

/** It goes with its conversations, now: what others keep of it by its id can still be found. */
export const contactDeleting = defineDomainEvent<{
  readonly contactId: number
  /** Nothing that identifies the person is to be left. */
  readonly erases: boolean
}>('contact.deleting')

/** Somebody known by a username has another one now, or none. */
export const usernameChanged = defineDomainEvent<{
  readonly contactId: number
  readonly from: string
  readonly to: string | null
}>('contact.usernameChanged')
