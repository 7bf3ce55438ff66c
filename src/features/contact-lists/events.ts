import { defineDomainEvent } from '../../platform/extensions'

/** In the transaction that hides it: whoever still needs the list may refuse. */
export const contactListDeleting = defineDomainEvent<{ readonly id: number }>('contactList.deleting')
