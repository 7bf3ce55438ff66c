/** The board: after events, each lane equals the server's response. */

import { type BoardChoice, liveBoard } from '../../ui/features/kanban/spec'
import { tagsOnTickets } from '../../ui/features/tags/ticketPart'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { openedList } from '../support/opened'
import type { Random } from '../support/random'
import { type World, world } from '../support/world'

const choices: readonly [BoardChoice, BoardChoice] = [
  { queueIds: null, showAll: true },
  { queueIds: [0, SALES], showAll: false },
]
const cardsOf = async (who: Attendant, { queueIds, showAll }: BoardChoice) => {
  const query = {
    showAll: showAll ? 'true' : 'false',
    ...(queueIds && { queueIds: JSON.stringify(queueIds) }),
  } as const
  return (await who.api.ticket.kanban.get({ query })).data?.tickets ?? []
}

async function anything(w: World, people: readonly Attendant[], lanes: readonly number[], random: Random) {
  const { below, pick, oneIn } = random
  w.clock.forward(1000)
  const who = pick(people)
  const ticketId = 1 + below(8)
  const ticket = who?.api.tickets({ id: ticketId })
  const tags = who?.api['ticket-tags']({ ticketId })
  switch (below(7)) {
    case 0:
    case 1:
      return void (await tags?.({ tagId: pick(lanes) }).put())
    case 2:
      return void (await tags?.delete())
    case 3:
      return void (await ticket?.put({ queueId: pick([SALES, SUPPORT]) ?? SALES }))
    case 4:
      return void (await ticket?.put({ status: 'open', ...(who && { userId: who.userId }), queueId: SALES }))
    case 5:
      return void (await ticket?.put({ status: 'pending', userId: null }))
    case 6:
      if (oneIn(3)) await ticket?.put({ status: 'closed', sendFarewellMessage: false })
      else if (oneIn(2)) await ticket?.put({ reopen: true })
  }
}

export const live = {
  specs: [],
  seeds: [2, 5],
  turns: 120,
  async open(random) {
    const w = world()
    const admin = w.admin()
    const people = [admin, w.attendant([SALES]), w.attendant([SUPPORT])]
    const lanes: number[] = []
    for (const name of ['Primeira', 'Segunda'])
      lanes.push((await admin.api.tags.post({ name, color: '#127eee', kanban: true })).data?.id ?? 0)
    for (let n = 0; n < 8; n++)
      w.ticket({ queueId: [SALES, SUPPORT, null][n % 3] ?? null, updatedAt: w.clock.now() + n })
    let tagged = 0
    const [all, own] = choices
    // Only users who may see all tickets request them.
    const watchers = [
      [admin, all],
      [admin, own],
      [people[1] ?? admin, own],
    ] as const
    return {
      lists: await Promise.all(
        watchers.map(async ([who, choice]) => ({
          shown: openedList(
            who,
            liveBoard([tagsOnTickets], choice, who.userId, () => []),
            await cardsOf(who, choice),
          ),
          async fresh() {
            const cards = await cardsOf(who, choice)
            tagged += cards.filter(({ tags }) => tags.length > 0).length
            return cards
          },
        })),
      ),
      act: () => anything(w, people, lanes, random),
      wasBusy: () => tagged > 20,
    }
  },
} satisfies LiveWalk
