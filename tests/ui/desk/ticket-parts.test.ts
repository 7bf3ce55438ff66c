/** A module adds a part to the desk's tickets without the desk knowing the module. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { defineEvent } from '../../../src/platform/events'
import type { TicketSummary } from '../../../src/tickets/contract'
import { on } from '../../../ui/shared/live/bus'
import type { TicketPart } from '../../../ui/shared/ticketParts'
import { ME, ticket } from '../messages/support'

const { liveTicket, liveTickets } = await import('../../../ui/features/desk/live')
const { choiceOf, isIdle, queryOf } = await import('../../../ui/features/desk/rules/lists')
const { DeskView, extrasIn } = await import('../../../ui/features/desk/view')
const { dropFromFilterAtom, extraFiltersAtom, filterCountAtom, viewAtom } = await import(
  '../../../ui/features/desk/listState'
)
const { store } = await import('../../../ui/shared/store')

const moodChanged = defineEvent('test-mood.update', v.object({ ticketId: v.number(), name: v.string() }))

const moods: TicketPart = {
  name: 'moods',
  handlers: [
    on(moodChanged, ({ ticketId, name }) => ({ patch: ticketId, with: (row) => ({ ...row, lastMessage: name }) })),
  ],
  filter: { has: ({ lastMessage }: TicketSummary, id) => lastMessage.length === id },
}
const reader = { userId: ME, dayOf: (at: string) => at.slice(0, 10) }
const none = { showAll: false, queueIds: null, connectionIds: null, userId: null, unreadOnly: false }
const choice = choiceOf('open', 'open', { ...none, extras: { moods: [5] }, movedOn: null, search: '' })

test('its events change rows of lists and the open ticket', () => {
  const event = { name: 'test-mood.update', payload: { ticketId: 7, name: 'happy' } }
  for (const { handlers } of [liveTickets([moods], choice, reader, () => []), liveTicket([moods], 'u7')]) {
    const changes = handlers.flatMap((handler) => handler(event) ?? [])
    expect(changes).toMatchObject([{ patch: 7 }])
  }
})

test('its filter decides which tickets belong, is sent to the server, and makes a searchable list', () => {
  const { belongs } = liveTickets([moods], choice, reader, () => [])
  expect(['happy', 'sad'].map((lastMessage) => belongs?.(ticket({ lastMessage })))).toEqual([true, false])
  expect(queryOf(choice)).toMatchObject({ moods: '[5]' })
  expect(isIdle({ ...choice, status: null })).toBe(false)
})

test('its selection is in the address and counted, and deleted values are dropped', () => {
  store.set(viewAtom, v.parse(DeskView, { moods: [5, 6], odd: 'no ids' }))
  expect(store.get(extraFiltersAtom)).toEqual({ moods: [5, 6] })
  expect(store.get(filterCountAtom)).toBe(1)
  store.set(dropFromFilterAtom, 'moods', 5)
  expect(extrasIn(store.get(viewAtom))).toEqual({ moods: [6] })
  store.set(dropFromFilterAtom, 'moods', 6)
  expect(store.get(filterCountAtom)).toBe(0)
})
