/** The rules of the contacts list: its order, and what events mean for it. Pure. */
import { type ContactSummary, contactDeleted, contactUpdated } from '../../../src/contacts/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'
import type { ContactsView } from './view'

const byName = (a: ContactSummary, b: ContactSummary) => plain(a.name).localeCompare(plain(b.name)) || a.id - b.id

export const contactsSpec: CrudSpec<ContactSummary, ContactsView> = {
  key: ['contacts', 'page'],
  compare: (a, b, { sort, desc }) => (sort === 'id' ? a.id - b.id : byName(a, b)) * (desc ? -1 : 1),
  events: [
    on(contactUpdated, ({ contact }) => ({ put: contact })),
    on(contactDeleted, ({ contactId }) => ({ drop: contactId })),
  ],
  belongs: ({ isGroup, active }, { state }) => !isGroup && (state === undefined || active === (state === 'active')),
  onlyServerAdds: ({ search }) => Boolean(search),
}
