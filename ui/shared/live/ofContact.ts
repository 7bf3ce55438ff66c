/** What news of contacts mean for rows that show one. Pure. */
import { contactDeleted, contactUpdated } from '../../../src/contacts/contract'
import type { Change } from './apply'
import { type EventHandler, on } from './bus'

type OfContact = { readonly contact: { readonly id: number; readonly name: string } | null }

/** Its name changes, or it is gone; merged, another one follows with its own name. */
export const ofContact = <T extends OfContact>(): readonly EventHandler<Change<T>>[] => [
  on(contactUpdated, ({ contact: { id, name } }) => ({
    each: (row) => (row.contact?.id === id && row.contact.name !== name ? { ...row, contact: { id, name } } : row),
  })),
  on(contactDeleted, ({ contactId, mergedInto }) => ({
    each: (row) =>
      row.contact?.id === contactId
        ? { ...row, contact: mergedInto === null ? null : { ...row.contact, id: mergedInto } }
        : row,
  })),
]
