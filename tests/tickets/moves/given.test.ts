/** Who is notified that a conversation has become theirs. */
import { expect, test } from 'bun:test'
import { ticketGiven } from '../../../src/tickets/contract'
import { company } from '../../bot/support-company'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { world } from '../../support/world'

function people() {
  const w = world()
  const [ana, beto, carla, admin] = [w.attendant([SALES]), w.attendant([SALES]), w.attendant([SUPPORT]), w.admin()]
  w.whatsapp.person('5521996124087').says('oi')
  const all = [ana, beto, carla, admin]
  const given = () => all.map((who) => who.heard(ticketGiven).length)
  return { w, ana, beto, carla, admin, given }
}

test('by assignment, of a waiting ticket or of a colleague’s: the new attendant alone, once each', async () => {
  const { ana, beto, admin, given } = people()
  await admin.api.tickets({ id: 1 }).put({ status: 'open', userId: ana.userId, queueId: SALES })
  expect(given()).toEqual([1, 0, 0, 0])
  await admin.api.tickets({ id: 1 }).put({ status: 'open', userId: beto.userId, queueId: SALES })
  expect(given()).toEqual([1, 1, 0, 0])
  await admin.api.tickets({ id: 1 }).put({ status: 'pending', userId: ana.userId, queueId: SALES })
  expect(given()).toEqual([2, 1, 0, 0])
  expect(ana.heard(ticketGiven).at(-1)).toMatchObject({ ticket: { id: 1, userId: ana.userId } })
})

test('by a transfer to a queue: its members, but not who transferred it', async () => {
  const { ana, beto, carla, given } = people()
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  expect(given()).toEqual([0, 0, 0, 0]) // accepted by herself
  await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null, queueId: SUPPORT })
  expect(given()).toEqual([0, 0, 1, 0])
  await carla.api.tickets({ id: 1 }).put({ status: 'open' })
  await carla.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
  expect(given()).toEqual([0, 0, 1, 0]) // returned, not given
  expect(beto.heard(ticketGiven)).toEqual([])
})

test('by nothing else: not by closing, reading, marking or another connection', async () => {
  const { ana, admin, given } = people()
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  await admin.api.tickets({ id: 1 }).put({ isMarkUnread: true })
  await admin.api.tickets({ id: 1 }).put({ queueId: SALES, userId: ana.userId, whatsappId: LOJA })
  await admin.api.tickets({ id: 1 }).put({ status: 'closed' })
  expect(given()).toEqual([0, 0, 0, 0])
})

test('by the bot’s hand-over: the members of the queue', async () => {
  const { ana, maria } = await company()
  maria.says('oi')
  expect(ana.heard(ticketGiven)).toEqual([])
  maria.says('1')
  expect(ana.heard(ticketGiven)).toMatchObject([{ ticket: { isBot: false, queueId: SALES } }])
})
