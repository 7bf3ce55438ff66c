import { defineDomainEvent } from '../../platform/extensions'

/** In the transaction of the deletion: a subscriber that still needs the list may throw. */
export const contactListDeleting = defineDomainEvent<{ readonly id: number }>('contactList.deleting')
