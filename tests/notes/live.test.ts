/** The notes of a contact are kept by events: the pane's own rules over the server's own events, for everybody who reads them. */
import { expect, test } from 'bun:test'
import { liveNotes } from '../../ui/features/desk/notes'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { openedList } from '../support/opened'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const notesOf = async (who: Attendant, contactId: number) =>
  (await who.api['ticket-notes'].list.get({ query: { contactId: String(contactId) } })).data ?? []

const openPane = async (who: Attendant, contactId: number) =>
  openedList(who, liveNotes(contactId), await notesOf(who, contactId))

test.each([1, 2, 3])('a stale list of notes plus its events equals a fresh one (%s)', async (seed) => {
  const { pick, below, oneIn } = createRandom(seed)
  const w = world()
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SUPPORT)
  const people = [w.admin(), w.attendant([SALES]), w.attendant([SUPPORT]), w.attendant([SALES, SUPPORT])]
  const former = w.ticket({ status: 'closed', queueId: SUPPORT })
  const { contactId } = former
  const ticket = w.ticket({ contactId, queueId: SALES, userId: people[1]?.userId ?? null })
  const other = w.ticket({ queueId: SALES })
  const panes = new Map(await Promise.all(people.map(async (who) => [who, await openPane(who, contactId)] as const)))
  for (let n = 0; n < 60; n++) {
    const who = pick(people)
    const { id } = pick([former, ticket, other])
    if (oneIn(3)) await who.request(`/api/ticket-notes/${1 + below(30)}`, { method: 'DELETE' })
    else await who.json('/api/ticket-notes', 'POST', { ticketId: id, note: `nota ${n}` })
    if (oneIn(5)) for (const [one, shown] of panes) expect(shown()).toEqual(await notesOf(one, contactId))
  }
  for (const [one, shown] of panes) expect(shown()).toEqual(await notesOf(one, contactId))
  expect(panes.get(people[0] as Attendant)?.().length).toBeGreaterThan(5)
})
