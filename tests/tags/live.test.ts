/** The list of tags, and the lists of tickets that show and filter by them, are kept by events: the screens' own rules over the server's own events. */
import { expect, test } from 'bun:test'
import { liveTickets } from '../../ui/features/desk/live'
import { type ListChoice, queryOf } from '../../ui/features/desk/rules/lists'
import { tagsSpec } from '../../ui/features/tags/spec'
import { tagsOnTickets } from '../../ui/features/tags/ticketPart'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { opened, openedList } from '../support/opened'
import { createRandom, type Random } from '../support/random'
import { type World, world } from '../support/world'

const tagsOf = async (who: Attendant) => (await who.api.tags.list.get()).data ?? []

const choice = (tagIds: readonly number[] | null): ListChoice => ({
  status: 'pending',
  isGroup: false,
  showAll: false,
  queueIds: null,
  connectionIds: null,
  userId: null,
  extras: tagIds && { tags: tagIds },
  unreadOnly: false,
  movedOn: null,
  search: '',
})
const ticketsOf = async (who: Attendant, wanted: ListChoice) =>
  (await who.api.tickets.get({ query: queryOf(wanted) })).data?.tickets ?? []

async function openTickets(who: Attendant, wanted: ListChoice) {
  const rules = liveTickets([tagsOnTickets], wanted, { userId: who.userId, dayOf: (at) => at.slice(0, 10) }, () => [])
  return openedList(who, rules, await ticketsOf(who, wanted))
}

async function anything(w: World, people: readonly Attendant[], { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const [admin] = people
  if (!admin) return
  const who = pick(people)
  const tag = pick((await tagsOf(admin)).map(({ id }) => id)) ?? 1
  const ticketId = 1 + below(6)
  switch (below(8)) {
    case 0:
      return void (await admin.api.tags.post({ name: `Etiqueta ${below(1000)}`, color: '#127eee', kanban: oneIn(2) }))
    case 1:
      return void (await admin.api.tags({ id: tag }).put({ name: `Outra ${below(1000)}`, color: '#d93f5a' }))
    case 2:
      return void (await admin.api.tags({ id: tag }).put({ kanban: oneIn(2) }))
    case 3:
      if (tag > 2) await admin.api.tags({ id: tag }).delete()
      return
    case 4:
      return void (await admin.api.tags.order.post({ tagOrder: [tag] }))
    case 5:
      return void (await who.api['ticket-tags'].put({
        ticketIds: [ticketId, 1 + below(6)],
        tagId: tag,
        tagged: oneIn(2),
      }))
    case 6:
      return void (await who.api['ticket-tags']({ ticketId })({ tagId: pick([1, 2, tag]) ?? 1 }).put())
    case 7:
      return void (await who.api['ticket-tags']({ ticketId }).delete())
  }
}

for (const seed of [1, 4, 8])
  test(`stale lists of tags, and of tickets by them, plus their events equal fresh ones (${seed})`, async () => {
    const w = world()
    const people = [w.admin(), w.attendant([SALES]), w.attendant([SUPPORT])]
    for (const name of ['Primeira', 'Segunda']) await people[0]?.api.tags.post({ name, color: '#127eee' })
    for (let n = 0; n < 6; n++)
      w.ticket({ queueId: [SALES, SUPPORT, null][n % 3] ?? null, updatedAt: w.clock.now() + n })
    const watching = w.attendant([SALES])
    const tags = opened(watching, tagsSpec, await tagsOf(watching))
    const wanted = [choice(null), choice([1]), choice([1, 2])]
    const lists = await Promise.all(wanted.map((one) => openTickets(watching, one)))
    const random = createRandom(seed)
    let shown = 0
    for (let turn = 1; turn <= 120; turn++) {
      await anything(w, people, random)
      expect(tags()).toEqual(await tagsOf(watching))
      for (const [at, list] of lists.entries()) {
        const fresh = await ticketsOf(watching, wanted[at] ?? choice(null))
        expect(list()).toEqual(fresh)
        if (at > 0) shown += fresh.length
      }
    }
    expect(shown).toBeGreaterThan(5)
  })
