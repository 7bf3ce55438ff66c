import { defineDomainEvent } from '../platform/extensions'
import type { Contact } from './tables'

/** A contact was created, or any field of it changed. */
export const contactChanged = defineDomainEvent<{ readonly contact: Contact }>('contact.changed')

/**
 * Two records of one person are being merged: subscribers move what belongs to the second to the first, before the
 * second is deleted.
 */
export const contactMerging = defineDomainEvent<{ readonly keptId: number; readonly goneId: number }>('contact.merging')

/** The contact and its conversations are being deleted: subscribers can still find what refers to its id. */
export const contactDeleting = defineDomainEvent<{
  readonly contactId: number
  /** Whether everything that identifies the person must go. */
  readonly erases: boolean
}>('contact.deleting')

/** Somebody known by a username has changed or dropped it. */
export const usernameChanged = defineDomainEvent<{
  readonly contactId: number
  readonly from: string
  readonly to: string | null
}>('contact.usernameChanged')
