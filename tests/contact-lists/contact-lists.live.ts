/** Contact lists and their items, searched and filtered. */
import type { ContactList, ContactListItem } from '../../src/features/contact-lists/contract'
import { type ItemsFilter, itemsSpec, listsSpec } from '../../ui/features/contact-lists/spec'
import { runJob } from '../support/jobs'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'
import { itemsOf, makeList } from './support'

const names = ['Ávila', 'avelino', 'Bento', 'Zé da Silva', 'İlker', 'ana', 'Ana Lúcia']

export const live = {
  specs: [listsSpec, itemsSpec],
  seeds: [3, 8],
  turns: 60,
  async open({ below, pick: pickAny }) {
    const w = world()
    const [admin, watching] = [w.admin(), w.admin()]
    const first = await makeList(admin, 'Primeira')
    const lists = async (search = '') =>
      (await watching.api['contact-lists'].get({ query: { ...(search && { searchParam: search }) } })).data?.records ??
      []
    const items = async ({ search, state }: Omit<ItemsFilter, 'listId'>): Promise<readonly ContactListItem[]> =>
      (await itemsOf(watching, first.id, { ...(search && { searchParam: search }), ...(state && { state }) }))
        ?.contacts ?? []
    const views: Omit<ItemsFilter, 'listId'>[] = [
      {},
      { search: 'a' },
      { search: '9612' },
      { state: 'valid' },
      { state: 'blacklist' },
    ]
    const pick = <T>(from: readonly T[]): T | undefined => (from.length > 0 ? pickAny(from) : undefined)
    const act = async (turn: number) => {
      w.clock.forward(90_000)
      const known = await items({})
      const one = pick(known)
      const other = pick((await lists()).filter(({ id }) => id !== first.id))
      switch (below(8)) {
        case 0:
          await admin.api['contact-lists'].post({ name: `Lista ${turn}` })
          break
        case 1:
          if (other) await admin.api['contact-lists']({ id: other.id }).put({ name: `Outra ${turn}` })
          break
        case 2:
          if (other && turn % 3 === 0) await admin.api['contact-lists']({ id: other.id }).delete()
          break
        case 3:
        case 4:
          if (known.length < 30)
            await admin.api['contact-list-items'].post({
              contactListId: below(4) === 0 && other ? other.id : first.id,
              name: pick(names) ?? 'Ana',
              number: `+55219${String(96_120_000 + turn)}`,
            })
          break
        case 5:
          if (one) await admin.api['contact-list-items']({ id: one.id }).put({ inBlacklist: !one.inBlacklist })
          break
        case 6:
          if (one) await admin.api['contact-list-items']({ id: one.id }).put({ name: pick(names) ?? 'Ana' })
          if (one && turn % 4 === 0) await admin.api['contact-list-items']({ id: one.id }).delete()
          break
        case 7:
          await runJob(w.server, 'contact-lists.check')
      }
    }
    return {
      lists: [
        ...(await Promise.all(
          ['', 'li'].map(async (search) => ({
            shown: opened<ContactList, { search?: string }>(watching, listsSpec, await lists(search), {
              ...(search && { search }),
            }),
            fresh: () => lists(search),
          })),
        )),
        ...(await Promise.all(
          views.map(async (view) => ({
            shown: opened(watching, itemsSpec, await items(view), { listId: first.id, ...view }),
            fresh: () => items(view),
          })),
        )),
      ],
      act,
      wasBusy: async () => (await items({})).length > 5,
    }
  },
} satisfies LiveWalk
