/** Tags, and the ticket lists that show them and filter by them. */
import { liveTickets } from '../../ui/features/desk/live'
import { queryOf, type TicketFilter } from '../../ui/features/desk/rules/lists'
import { tagsSpec } from '../../ui/features/tags/spec'
import { tagsOnTickets } from '../../ui/features/tags/ticketPart'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened, openedList } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const tagsOf = async (who: Attendant) => (await who.api.tags.list.get()).data ?? []

const choice = (tagIds: readonly number[] | null): TicketFilter => ({
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
const ticketsOf = async (who: Attendant, wanted: TicketFilter) =>
  (await who.api.tickets.get({ query: queryOf(wanted) })).data?.tickets ?? []

async function openTickets(who: Attendant, wanted: TicketFilter) {
  const rules = liveTickets([tagsOnTickets], wanted, { userId: who.userId, dayOf: (at) => at.slice(0, 10) }, () => [])
  return openedList(who, rules, await ticketsOf(who, wanted))
}

async function anything(w: World, people: readonly Attendant[], { below, pick, oneIn }: Random) {
  w.clock.forward(1000)
  const [admin] = people
  if (!admin) return
  const who = pick(people)
  const tag = pick((await tagsOf(admin)).map(({ id }) => id))
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
      return void (await who.api['ticket-tags']({ ticketId })({ tagId: pick([1, 2, tag]) }).put())
    case 7:
      return void (await who.api['ticket-tags']({ ticketId }).delete())
  }
}

export const live = {
  specs: [tagsSpec],
  seeds: [1, 4, 8],
  turns: 120,
  async open(random) {
    const w = world()
    const people = [w.admin(), w.attendant([SALES]), w.attendant([SUPPORT])]
    for (const name of ['Primeira', 'Segunda']) await people[0]?.api.tags.post({ name, color: '#127eee' })
    for (let n = 0; n < 6; n++)
      w.ticket({ queueId: [SALES, SUPPORT, null][n % 3] ?? null, updatedAt: w.clock.now() + n })
    const watching = w.attendant([SALES])
    let found = 0
    const tagged = [[1], [1, 2]].map(choice)
    const ticketLists = [choice(null), ...tagged].map(async (wanted) => ({
      shown: await openTickets(watching, wanted),
      async fresh() {
        const rows = await ticketsOf(watching, wanted)
        if (wanted.extras !== null) found += rows.length
        return rows
      },
    }))
    return {
      lists: [
        { shown: opened(watching, tagsSpec, await tagsOf(watching)), fresh: () => tagsOf(watching) },
        ...(await Promise.all(ticketLists)),
      ],
      act: () => anything(w, people, random),
      wasBusy: () => found > 5,
    }
  },
} satisfies LiveWalk
