/**
 * A module's field and filter of tickets: lists, single tickets and events have it, and the tickets module does not
 * know it.
 */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { ticketUpdated } from '../../src/tickets/contract'
import { defineTicketField, type TicketFilter, ticketFields, ticketFilters } from '../../src/tickets/fields'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

declare module '../../src/tickets/contract' {
  interface TicketExtras {
    testMood?: { readonly face: string } | null
  }
}

const asked: (readonly number[])[] = []
const mood = defineTicketField({
  name: 'testMood',
  schema: v.nullable(v.object({ face: v.string() })),
  none: null,
  of(_db, ticketIds) {
    asked.push(ticketIds)
    return new Map(ticketIds.filter((id) => id % 2 === 1).map((id) => [id, { face: `“${id}”` }]))
  },
})

/** By half of the ticket's id. */
const rest: TicketFilter = {
  name: 'rest',
  most: 2,
  has: (id) => ({ sql: 't.id % 2 = (? + 0)', params: [id] }),
}

function company() {
  const w = world({
    modules: [{ name: 'moods', fills: [ticketFields.filledWith(mood), ticketFilters.filledWith(rest)] }],
  })
  const ana = w.attendant([SALES])
  const waiting = (name: string) => w.ticket({ queueId: SALES, contactId: w.contact({ name }).id })
  const [odd, even] = [waiting('Maria'), waiting('José')]
  asked.length = 0
  return { ana, odd, even }
}

test('a list reads it once for all its tickets, and a ticket without a value shows its default', async () => {
  const { ana, odd, even } = company()
  const list = (await ana.api.tickets.get({ query: { status: 'pending' } })).data?.tickets
  expect(list?.map(({ id, testMood }) => [id, testMood])).toEqual([
    [even.id, null],
    [odd.id, { face: `“${odd.id}”` }],
  ])
  expect(asked).toEqual([[even.id, odd.id]])
  expect((await ana.api.tickets({ id: odd.id }).get()).data).toEqual(list?.[1] ?? null)
})

test('events carry it', async () => {
  const { ana, odd } = company()
  await ana.api.tickets({ id: odd.id }).put({ status: 'open', queueId: SALES })
  expect(ana.heard(ticketUpdated).at(-1)?.ticket.testMood).toEqual({ face: `“${odd.id}”` })
})

test('tickets lack the field on a server without the module', async () => {
  const w = world()
  const ana = w.attendant([SALES])
  const { id } = w.ticket({ queueId: SALES })
  expect((await ana.api.tickets({ id }).get()).data).not.toHaveProperty('testMood')
})

test('a list filters by it, alone or in a search, and names it when refusing too many values', async () => {
  const { ana, odd, even } = company()
  const list = async (query: Record<string, string>) => {
    const answer = await ana.request(`/api/tickets?${new URLSearchParams(query)}`)
    const { tickets, details } = (await answer.json()) as { tickets?: { id: number }[]; details?: unknown }
    return tickets?.map(({ id }) => id) ?? details
  }
  expect(await list({ status: 'pending', rest: '[1]' })).toEqual([odd.id])
  expect(await list({ status: 'pending', rest: '[0]' })).toEqual([even.id])
  expect(await list({ status: 'pending', rest: '[0,1]' })).toEqual([])
  expect(await list({ searchParam: 'maria', rest: '[1]' })).toEqual([odd.id])
  expect(await list({ searchParam: 'maria', rest: '[0]' })).toEqual([])
  expect(await list({ rest: '[0,1,1]' })).toMatchObject([{ field: 'rest' }])
})
