/** Contacts in every view, and their categories. */
import { type ContactRow, rowWith } from '../../src/contacts/contract'
import { categoriesSpec } from '../../ui/features/contacts/categories/spec'
import { type ContactsFilter, contactsSpec } from '../../ui/features/contacts/spec'
import type { CrudSpec } from '../../ui/shared/live/liveCrud'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const categoriesOf = async (who: Attendant) => (await who.api.contactCategories.get()).data ?? []

/** The query of the page in this view. */
const queryOf = ({ category, state, sort, desc }: ContactsFilter) => ({
  ...(category !== undefined && { contactCategoryId: String(category) }),
  ...(state && { active: state === 'active' ? ('true' as const) : ('false' as const) }),
  ...(sort && { sort }),
  ...(desc && { desc: 'true' as const }),
})
const contactsOf = async (who: Attendant, view: ContactsFilter) =>
  ((await who.api.contacts.get({ query: queryOf(view) })).data?.contacts ?? []) as ContactRow[]

const inView = (view: ContactsFilter): CrudSpec<ContactRow> => ({
  key: contactsSpec.key,
  events: contactsSpec.events,
  compare: (a, b) => contactsSpec.compare(a, b, view),
  merge: contactsSpec.merge ?? ((_, row) => row),
  belongs: (row) => contactsSpec.belongs?.(row, view) ?? true,
  onlyServerAdds: () => contactsSpec.onlyServerAdds?.(view) ?? false,
})

const views: readonly ContactsFilter[] = [
  {},
  { sort: 'id', desc: true },
  { sort: 'last', desc: true },
  { state: 'active', sort: 'last' },
  { category: 1 },
]

/** A row that an event adds to a filter comes without conversations, which the page does not know. */
const eventRows = ({ category, state }: ContactsFilter, rows: readonly ContactRow[]) =>
  category === undefined && state === undefined ? rows : rows.map((row) => rowWith(row, []))

async function anything(w: World, admin: Attendant, turn: number, { below, pick, oneIn }: Random) {
  w.clock.forward(40_000)
  const contacts = w.rows<{ id: number }>('SELECT id FROM contacts').map(({ id }) => id)
  const tickets = w.rows<{ id: number; status: string }>('SELECT id, status FROM tickets')
  const tags = w.rows<{ id: number }>('SELECT id FROM tags').map(({ id }) => id)
  const categories = await categoriesOf(admin)
  const [contact, ticket] = [pick(contacts), tickets[below(Math.max(1, tickets.length))]]
  const contactCategoryId = oneIn(3) ? null : pick(categories).id
  switch (below(9)) {
    case 0:
      return void (await admin.json('/api/contacts', 'POST', { name: `Pessoa ${below(99)}`, contactCategoryId }))
    case 1:
      return void (await admin.json(`/api/contacts/${contact}`, 'PUT', { name: `Outra ${below(99)}` }))
    case 2:
      return void (await admin.json('/api/contacts/category', 'PUT', { contactIds: [contact], contactCategoryId }))
    case 3:
      return void (await admin.json(`/api/contacts/block/${contact}`, 'PUT', { active: oneIn(2) }))
    case 4:
      return void w.whatsapp.person(`552199612${4000 + below(6)}`, { name: `Cliente ${turn}` }).says(`oi ${turn}`)
    case 5:
      if (ticket?.status === 'pending')
        return void (await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { status: 'open', queueId: SALES }))
      return void (await admin.json(`/api/tickets/${ticket?.id}`, 'PUT', {
        status: 'closed',
        sendFarewellMessage: false,
      }))
    case 6:
      if (!tags[0]) return void (await admin.json('/api/tags', 'POST', { name: 'Garantia', color: '#d93f5a' }))
      return void (await admin.request(`/api/ticket-tags/${ticket?.id}/${tags[0]}`, {
        method: oneIn(2) ? 'PUT' : 'DELETE',
      }))
    case 7:
      return void (await admin.json('/api/contactCategories', 'POST', { descricao: `Categoria ${turn}` }))
    case 8:
      return void (await admin.json(`/api/tickets/${ticket?.id}`, 'PUT', { userId: null, queueId: SUPPORT }))
  }
}

export const live = {
  specs: [contactsSpec, categoriesSpec],
  seeds: [3, 8],
  turns: 50,
  async open(random) {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    await admin.json('/api/contactCategories', 'POST', { descricao: 'Cliente' })
    for (const name of ['Bia', 'Álvaro', 'Ana']) w.contact({ name })
    const lists = views.map(async (view) => {
      const rows = opened(watching, inView(view), await contactsOf(watching, view))
      return {
        shown: () => eventRows(view, rows()),
        fresh: async () => eventRows(view, await contactsOf(watching, view)),
      }
    })
    const categories = opened(watching, categoriesSpec, await categoriesOf(watching))
    return {
      lists: [{ shown: categories, fresh: () => categoriesOf(watching) }, ...(await Promise.all(lists))],
      act: (turn) => anything(w, admin, turn, random),
      wasBusy: () => w.rows('SELECT 1 FROM tickets').length > 1,
    }
  },
} satisfies LiveWalk
