/** When a conversation counts as read. */
import { expect, test } from 'bun:test'
import { ticketRead } from '../../../src/tickets/contract'
import { world } from '../../support/world'

test('prefetching marks nothing as read; opening does', async () => {
  const w = world()
  const ana = w.attendant([])
  const maria = w.whatsapp.person('5521996124087')
  maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  maria.says('alguém aí?')
  const unread = () => w.ticketNow(1).unread
  const before = unread()
  ana.forget()

  const ahead = await ana.api.messages({ id: 1 }).get({ query: { pageNumber: '1', read: '0' } })
  expect(ahead.data?.messages.map(({ body }) => body)).toEqual(['oi', 'alguém aí?'])
  expect(before).toBeGreaterThan(0)
  expect(unread()).toBe(before)
  expect(ana.heard(ticketRead)).toEqual([])

  await ana.api.messages({ id: 1 }).get({ query: { pageNumber: '1' } })
  expect(unread()).toBe(0)
  expect(ana.heard(ticketRead)).toEqual([{ ticketId: 1 }])
})
