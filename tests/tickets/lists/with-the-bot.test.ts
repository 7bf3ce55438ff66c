/** A conversation that a bot serves waits for nobody, until people have it. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { TicketStatus, ticketTab, ticketUpdated } from '../../../src/tickets/contract'
import { messageUpdated } from '../../../src/tickets/messages/contract'
import { company } from '../../bot/support-company'
import { world } from '../../support/world'

const counters = async (who: Awaited<ReturnType<typeof company>>['ana']) =>
  (await who.api.tickets.counters.get({ query: {} })).data
const listed = async (who: Awaited<ReturnType<typeof company>>['ana'], isBot?: 'true' | 'false') =>
  (await who.api.tickets.get({ query: { status: 'pending', order: 'waiting', ...(isBot && { isBot }) } })).data
    ?.tickets ?? []

test('the table and the screens name the same tab', () => {
  const w = world()
  const { id } = w.ticket({ contactId: w.contact().id })
  for (const status of TicketStatus.options)
    for (const isBot of [false, true]) {
      w.rows(
        'UPDATE tickets SET status = ?, is_bot = ?, waiting_since = 5 WHERE id = ? RETURNING id',
        status,
        isBot ? 1 : 0,
        id,
      )
      const tab = ticketTab({ status, isBot })
      expect(w.rows('SELECT tab FROM tickets')).toEqual([{ tab }])
    }
})

describe('with the bot', () => {
  test('a conversation is in a list of its own, and neither waiting, late nor unread', async () => {
    const { w, ana, maria } = await company()
    maria.says('minha internet caiu')
    w.clock.forward(60 * MINUTE)
    expect(await counters(ana)).toMatchObject({ pending: 0, bot: 1, late: 0, unread: 0 })
    expect(await listed(ana, 'false')).toEqual([])
    expect(await listed(ana, 'true')).toMatchObject([{ status: 'pending', isBot: true, waitingSince: null }])
    expect(await listed(ana)).toHaveLength(1)
  })

  test('the wait begins when the bot hands it over, or an attendant takes it', async () => {
    const { w, ana, maria } = await company()
    maria.says('minha internet caiu')
    w.clock.forward(60 * MINUTE)
    maria.says('1')
    const handedOver = new Date(w.clock.now()).toISOString()
    expect(await counters(ana)).toMatchObject({ pending: 1, bot: 0, late: 0, unread: 1 })
    expect(await listed(ana, 'false')).toMatchObject([{ isBot: false, waitingSince: handedOver }])
    const joao = w.whatsapp.person('5521996124088')
    joao.says('boa tarde')
    w.clock.forward(60 * MINUTE)
    const { data } = await ana.api.tickets({ id: 2 }).put({ status: 'open', queueId: 1 })
    expect(data).toMatchObject({ isBot: false, waitingSince: new Date(w.clock.now()).toISOString() })
  })

  test('a row shows what the contact wants, not the menu or a choice in it', async () => {
    const { ana, maria } = await company()
    maria.says('minha internet caiu')
    expect(await listed(ana)).toMatchObject([{ last: { fromMe: true }, heard: { body: 'minha internet caiu' } }])
    maria.says('1')
    expect(await listed(ana)).toMatchObject([{ last: { fromMe: true }, heard: { body: 'minha internet caiu' } }])
    maria.says('desde ontem')
    expect(await listed(ana)).toMatchObject([{ last: { body: 'desde ontem' }, heard: null }])
  })

  test('words that the contact deletes or edits change in the row', async () => {
    const { w, ana, maria } = await company()
    maria.says('senha 1234')
    const [message] = w.rows<{ externalId: string }>('SELECT external_id AS externalId FROM messages WHERE from_me = 0')
    if (!message) throw new Error('no message')
    maria.edits(message, 'senha 5678')
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { heard: { body: 'senha 5678' } } })
    maria.deletes(message)
    expect(ana.heard(messageUpdated).at(-1)).toMatchObject({ message: { isDeleted: true } })
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { heard: null } })
    expect(await listed(ana)).toMatchObject([{ heard: null }])
  })
})
