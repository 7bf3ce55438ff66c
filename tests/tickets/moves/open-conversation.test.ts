/** Opening a conversation from our side. */
import { describe, expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { codeOf } from '../../support/code-of'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { world } from '../../support/world'

describe('opening a conversation from our side', () => {
  test('creates an open ticket of the user, on the default connection', async () => {
    const w = world()
    const [ana, beto, carla] = [w.attendant([SALES]), w.attendant([SALES]), w.attendant([SUPPORT])]
    const contact = w.contact()
    const { data } = await ana.api.tickets.post({ contactId: contact.id })
    expect(data).toMatchObject({
      status: 'open',
      userId: ana.userId,
      queueId: SALES,
      whatsappId: LOJA,
      contactId: contact.id,
    })
    expect(beto.heard(ticketUpdated)).toHaveLength(1)
    expect(carla.heard(ticketUpdated)).toEqual([])
  })

  test('is refused while the contact has an active ticket on any connection', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant([], { name: 'Beto' })]
    const contact = w.contact()
    w.ticket({ contactId: contact.id, connectionId: w.connection().id, userId: beto.userId, queueId: SALES })
    const refused = await ana.api.tickets.post({ contactId: contact.id })
    expect(refused.status).toBe(409)
    expect(refused.error?.value).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { user: { name: 'Beto' }, queue: { name: 'Vendas' } },
    })
  })

  test('names missing fields', async () => {
    const w = world()
    const both = w.attendant([SALES, SUPPORT])
    const contactId = w.contact().id
    expect(codeOf(await both.api.tickets.post({ contactId }))).toBe('ERR_QUEUE_REQUIRED')
    expect(codeOf(await both.api.tickets.post({ contactId, queueId: 99 }))).toBe('ERR_NO_QUEUE_FOUND')
    expect(codeOf(await both.api.tickets.post({ contactId, queueId: w.queue() }))).toBe('ERR_QUEUE_NOT_OF_USER')
    expect(codeOf(await both.api.tickets.post({ contactId: 99, queueId: SALES }))).toBe('ERR_NO_CONTACT_FOUND')
    expect(codeOf(await both.api.tickets.post({ contactId, queueId: SALES, whatsappId: 99 }))).toBe('ERR_NO_WAPP_FOUND')
  })

  test('uses the requested connection, else the user’s own, else the company’s', async () => {
    const w = world()
    const [own, asked] = [w.connection(), w.connection()]
    const ana = w.attendant([SALES])
    const over = async (body: object = {}) =>
      (await ana.api.tickets.post({ contactId: w.contact().id, ...body })).data?.whatsappId
    expect(await over()).toBe(LOJA)
    await w.admin().api.users({ id: ana.userId }).put({ whatsappId: own.id })
    expect([await over(), await over({ whatsappId: asked.id })]).toEqual([own.id, asked.id])
    w.rows('INSERT INTO user_connections VALUES (?, ?) RETURNING user_id', ana.userId, LOJA)
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    expect(await over()).toBe(LOJA)
  })

  test('requires a connection that the user may use', async () => {
    const w = world()
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    const other = w.connection()
    const ana = w.attendant([], { connections: [other.id] })
    const contactId = w.contact().id
    expect(codeOf(await ana.api.tickets.post({ contactId }))).toBe('ERR_NO_WAPP_FOUND')
    expect((await ana.api.tickets.post({ contactId, whatsappId: other.id })).data?.whatsappId).toBe(other.id)
  })

  test('is allowed for a colleague only to users who see everybody’s tickets', async () => {
    const w = world()
    const [ana, beto, boss] = [w.attendant(), w.attendant(), w.attendant([], { profile: 'supervisor' })]
    const open = (who: typeof ana) => who.api.tickets.post({ contactId: w.contact().id, userId: beto.userId })
    expect((await open(ana)).data?.userId).toBe(ana.userId)
    expect((await open(boss)).data?.userId).toBe(beto.userId)
  })
})
