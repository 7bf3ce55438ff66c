/** The notes of a contact. */
import { liveNotes } from '../../ui/features/notes/spec'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { openedList } from '../support/opened'
import { world } from '../support/world'

const notesOf = async (who: Attendant, contactId: number) =>
  (await who.api['ticket-notes'].list.get({ query: { contactId: String(contactId) } })).data ?? []

const openPane = async (who: Attendant, contactId: number) =>
  openedList(who, liveNotes(contactId), await notesOf(who, contactId))

/** Uses the rules of the notes pane, which is not a list page of its own. */
export const live = {
  specs: [],
  seeds: [1, 2, 3],
  turns: 60,
  async open({ pick, below, oneIn }) {
    const w = world()
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
    const admin = w.admin()
    const people = [admin, w.attendant([SALES]), w.attendant([SUPPORT]), w.attendant([SALES, SUPPORT])]
    const former = w.ticket({ status: 'closed', queueId: SUPPORT })
    const { contactId } = former
    const ticket = w.ticket({ contactId, queueId: SALES, userId: people[1]?.userId ?? null })
    const other = w.ticket({ queueId: SALES })
    return {
      lists: await Promise.all(
        people.map(async (who) => ({ shown: await openPane(who, contactId), fresh: () => notesOf(who, contactId) })),
      ),
      async act(turn) {
        const who = pick(people)
        const { id } = pick([former, ticket, other])
        if (oneIn(3)) await who.request(`/api/ticket-notes/${1 + below(30)}`, { method: 'DELETE' })
        else await who.json('/api/ticket-notes', 'POST', { ticketId: id, note: `nota ${turn}` })
      },
      wasBusy: async () => (await notesOf(admin, contactId)).length > 5,
    }
  },
} satisfies LiveWalk
