/** Moves of tickets through the API, and which screens are notified. */
import { describe, expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { codeOf } from '../../support/code-of'
import { SALES, SUPPORT } from '../../support/company-world'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

test('a first message creates a contact, a pending ticket and a list row', () => {
  const w = world()
  const ana = w.attendant([SALES])
  const maria = w.whatsapp.person('5511999990000')
  maria.says('oi')
  const ticket = { status: 'pending', lastMessage: 'oi', unreadMessages: 1 }
  expect(ana.heard(ticketUpdated)).toMatchObject([{ ticket }])
  expect(ana.heard(messageCreated)).toMatchObject([{ ticket, message: { body: 'oi', fromMe: false } }])
  maria.says('tudo bem?')
  expect(ana.heard(ticketUpdated)).toHaveLength(1)
})

describe('accepting', () => {
  test('opens a pending ticket for the attendant and notifies the queue', async () => {
    const w = world()
    const [ana, beto, carla] = [w.attendant([SALES]), w.attendant([SALES]), w.attendant([SUPPORT])]
    const ticket = w.ticket({ queueId: SALES })

    const { data } = await ana.api.tickets({ id: ticket.id }).put({ status: 'open' })

    expect(data).toMatchObject({ status: 'open', userId: ana.userId })
    expect(beto.heard(ticketUpdated)).toHaveLength(1)
    expect(carla.frames).toEqual([])
  })

  test('gives the ticket to one of two simultaneous users, and tells the other who has it', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SALES], { name: 'Beto' })]
    const ticket = w.ticket({ queueId: SALES })
    const answers = await Promise.all(
      [ana, beto].map(({ api }) => api.tickets({ id: ticket.id }).put({ status: 'open' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const holder = w.ticketNow(ticket.id).userId === ana.userId ? ana : beto
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error?.value).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: ticket.id, user: { id: holder.userId, name: holder.name }, queue: { id: SALES } },
    })
  })

  test('puts a ticket without queue into the attendant’s only queue, or the chosen one, or asks for one', async () => {
    const w = world()
    const [ana, both, none] = [w.attendant([SALES]), w.attendant([SALES, SUPPORT]), w.attendant()]
    const accept = (who: typeof ana, queueId?: number) =>
      who.api.tickets({ id: w.ticket().id }).put({ status: 'open', ...(queueId && { queueId }) })
    expect((await accept(ana)).data?.queueId).toBe(SALES)
    expect(codeOf(await accept(both))).toBe('ERR_QUEUE_REQUIRED')
    expect((await accept(both, SUPPORT)).data?.queueId).toBe(SUPPORT)
    expect((await accept(none)).data?.queueId).toBeNull()
  })

  test('requires the chosen queue to exist, and to be one of a limited attendant’s', async () => {
    const w = world()
    const [ana, admin] = [w.attendant([SALES]), w.admin()]
    const id = w.ticket().id
    expect(codeOf(await ana.api.tickets({ id }).put({ status: 'open', queueId: 99 }))).toBe('ERR_NO_QUEUE_FOUND')
    expect(codeOf(await ana.api.tickets({ id }).put({ status: 'open', queueId: SUPPORT }))).toBe(
      'ERR_QUEUE_NOT_OF_USER',
    )
    expect((await admin.api.tickets({ id }).put({ status: 'open', queueId: SUPPORT })).data?.queueId).toBe(SUPPORT)
  })

  test('does not find a ticket in a queue the user does not serve', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    expect(codeOf(await ana.api.tickets({ id: w.ticket({ queueId: SUPPORT }).id }).put({ status: 'open' }))).toBe(
      'ERR_NO_TICKET_FOUND',
    )
  })

  test('hides a ticket from users who do not serve its new queue', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const ticket = w.ticket()
    await ana.api.tickets({ id: ticket.id }).put({ status: 'open' })
    expect(carla.heard(ticketDeleted)).toEqual([{ ticketId: ticket.id }])
    expect(carla.heard(ticketUpdated)).toEqual([])
  })
})

describe('returning', () => {
  test('makes an open ticket wait again, for anybody in the queue', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SALES])]
    const ticket = w.ticket({ queueId: SALES, userId: ana.userId })
    const { data } = await ana.api.tickets({ id: ticket.id }).put({ status: 'pending', userId: null })
    expect(data).toMatchObject({ status: 'pending', userId: null, queueId: SALES })
    expect(beto.heard(ticketUpdated)).toMatchObject([{ ticket: { status: 'pending' } }])
    expect(codeOf(await ana.api.tickets({ id: ticket.id }).put({ status: 'pending' }))).toBe('ERR_TICKET_NOT_OPEN')
  })

  test('hides the ticket from a user who saw it only as its attendant', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    const ticket = w.ticket({ queueId: SUPPORT, userId: ana.userId })
    await ana.api.tickets({ id: ticket.id }).put({ status: 'pending', userId: null })
    expect(ana.heard(ticketDeleted)).toEqual([{ ticketId: ticket.id }])
  })
})

describe('closing', () => {
  test('sends the attendant’s farewell to the contact, and clears the unread count', async () => {
    const w = world()
    const ana = w.attendant([], { farewell: 'Até logo!' })
    const maria = w.whatsapp.person('5511999990000')
    maria.says('oi')
    maria.says('tem alguém aí?')
    const id = 1
    await ana.api.tickets({ id }).put({ status: 'open' })
    const { data } = await ana.api.tickets({ id }).put({ status: 'closed' })
    expect(data).toMatchObject({ status: 'closed', unreadMessages: 0, waitingSince: null, lastMessage: 'Até logo!' })
    expect(data?.closedAt).toBe(new Date(w.clock.now()).toISOString())
    await until(() => maria.got().length > 0, 'the farewell')
    expect(maria.got().map(({ body }) => body)).toEqual(['Até logo!'])
  })

  test('sends the queue’s, else the connection’s farewell if the attendant has none, and none if requested', async () => {
    const w = world()
    const connectionId = w.connection({ complationMessage: 'A loja agradece.' }).id
    const ana = w.attendant([SALES, SUPPORT])
    const maria = w.whatsapp.person('5511999990000', { connectionId })
    maria.says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SUPPORT })
    await ana.api.tickets({ id: 1 }).put({ status: 'closed', sendFarewellMessage: false })
    await quiet()
    expect(maria.got()).toEqual([])
    await ana.api.tickets({ id: 1 }).put({ status: 'open', reopen: true })
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    await until(() => maria.got().length > 0, 'the farewell')
    expect(maria.got().map(({ body }) => body)).toEqual(['A loja agradece.'])
    await w.admin().api.queue({ id: SALES }).put({ complationMessage: 'Vendas agradece, {{firstName}}.' })
    maria.says('mais uma coisa')
    await ana.api.tickets({ id: 2 }).put({ status: 'open', queueId: SALES })
    await ana.api.tickets({ id: 2 }).put({ status: 'closed' })
    await until(() => maria.got().length > 1, 'the farewell of the queue')
    expect(maria.got().at(-1)?.body).toBe('Vendas agradece, Maria.')
  })

  test('sends a farewell on an unattended ticket only if the company wants it', async () => {
    const w = world()
    const ana = w.attendant([], { farewell: 'Até logo!' })
    const [maria, joao] = [w.whatsapp.person('5511999990000'), w.whatsapp.person('5511999990001')]
    maria.says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    writeSetting(w.db, 'sendFarewellWaitingTicket', 'enabled')
    joao.says('oi')
    await ana.api.tickets({ id: 2 }).put({ status: 'closed' })
    await until(() => joao.got().length > 0, 'the farewell')
    expect(maria.got()).toEqual([])
  })

  test('happens in its queue or in none, and silently with the specification’s body', async () => {
    const w = world()
    const ana = w.attendant([SALES, SUPPORT], { farewell: 'Até logo!' })
    const [none, inSales] = [w.ticket({ userId: ana.userId }), w.ticket({ queueId: SALES, userId: ana.userId })]
    for (const { id, queueId } of [none, inSales]) {
      const body = { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
      expect((await ana.json(`/api/tickets/${id}`, 'PUT', body)).status).toBe(200)
      expect(w.ticketNow(id)).toMatchObject({ status: 'closed', queueId, userId: ana.userId })
    }
    await quiet()
    expect(w.telephones.sent).toEqual([])
  })

  test('sends no farewell to a group', async () => {
    const w = world()
    const ana = w.attendant([], { farewell: 'Até logo!' })
    const ticket = w.ticket({ isGroup: true, userId: ana.userId })
    await ana.api.tickets({ id: ticket.id }).put({ status: 'closed' })
    await quiet()
    expect(w.telephones.sent).toEqual([])
  })

  test('is refused for a closed ticket', async () => {
    const w = world()
    const ana = w.attendant()
    const { id } = w.ticket({ status: 'closed' })
    expect(codeOf(await ana.api.tickets({ id }).put({ status: 'closed' }))).toBe('ERR_TICKET_CLOSED')
  })
})

describe('reopening', () => {
  test('assigns a closed ticket to the user who reopens it', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    const ticket = w.ticket({ status: 'closed', userId: ana.userId, closedAt: w.clock.now() })
    const { data } = await beto.api
      .tickets({ id: ticket.id })
      .put({ status: 'open', reopen: true, userId: beto.userId })
    expect(data).toMatchObject({ status: 'open', userId: beto.userId, closedAt: null })
    expect(ana.heard(ticketUpdated)).toHaveLength(1)
  })

  test('is refused while the contact has an active ticket on any connection, and names its attendant', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant([], { name: 'Beto' })]
    const contact = w.contact()
    const closed = w.ticket({ status: 'closed', contactId: contact.id })
    const active = w.ticket({ contactId: contact.id, connectionId: w.connection().id, userId: beto.userId })
    const refused = await ana.api.tickets({ id: closed.id }).put({ status: 'open', reopen: true })
    expect(refused.status).toBe(409)
    expect(refused.error?.value).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: active.id, user: { name: 'Beto' } },
    })
    expect(w.ticketNow(closed.id).status).toBe('closed')
  })

  test('is refused on a deleted connection, over which nothing could be sent', async () => {
    const w = world()
    const ana = w.admin()
    const connection = w.connection()
    const ticket = w.ticket({ status: 'closed', connectionId: connection.id })
    expect((await ana.api.whatsapp({ id: connection.id }).delete()).status).toBe(200)
    expect(codeOf(await ana.api.tickets({ id: ticket.id }).put({ status: 'open', reopen: true }))).toBe(
      'ERR_NO_WAPP_FOUND',
    )
  })

  test('is refused for an open ticket', async () => {
    const w = world()
    const ana = w.attendant()
    const { id } = w.ticket({ userId: ana.userId })
    expect((await ana.api.tickets({ id }).put({ status: 'open', reopen: true })).status).toBe(409)
  })
})

describe('deleting', () => {
  test('is for admins: the ticket goes with its messages, its log and its list rows', async () => {
    const w = world()
    const [ana, admin] = [w.attendant(), w.admin()]
    w.whatsapp.person('5511999990000').says('oi')
    expect(codeOf(await ana.api.tickets({ id: 1 }).delete())).toBe('ERR_NO_PERMISSION')
    expect((await admin.api.tickets({ id: 1 }).delete()).status).toBe(200)
    expect(ana.heard(ticketDeleted)).toEqual([{ ticketId: 1, isGone: true }])
    expect(w.rows('SELECT 1 FROM messages UNION ALL SELECT 1 FROM ticket_log')).toEqual([])
    expect(codeOf(await admin.api.tickets({ id: 1 }).delete())).toBe('ERR_NO_TICKET_FOUND')
  })

  test('yields while deleting many messages, and keeps what the contact writes meanwhile', async () => {
    const w = world()
    const admin = w.admin()
    const maria = w.whatsapp.person('5511999990000')
    maria.says('oi')
    w.db.$client.exec(`WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1999)
      INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, created_at)
      SELECT ticket_id, contact_id, connection_id, from_me, kind, body, created_at FROM messages, n`)
    const left = () => w.rows<{ n: number }>('SELECT count(*) AS n FROM messages')[0]?.n
    let hasWritten = false
    let isOver = false
    const deleting = admin.api.tickets({ id: 1 }).delete()
    void deleting.finally(() => {
      isOver = true
    })
    while (!isOver) {
      if (left() === 1000) {
        maria.says('ainda aqui?')
        hasWritten = true
      }
      await new Promise(setImmediate)
    }
    expect([(await deleting).status, hasWritten]).toEqual([200, true])
    expect(w.rows('SELECT id, status FROM tickets')).toEqual([{ id: 2, status: 'pending' }])
    expect(w.rows('SELECT ticket_id, body FROM messages')).toEqual([{ ticket_id: 2, body: 'ainda aqui?' }])
  })
})

test('every move writes a log entry: who, when, from where', async () => {
  const w = world()
  const [ana, beto] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SALES], { name: 'Beto' })]
  w.whatsapp.person('5511999990000').says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  await ana.api.tickets({ id: 1 }).put({ userId: beto.userId })
  await beto.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
  await beto.api.tickets({ id: 1 }).put({ status: 'open' })
  await beto.api.tickets({ id: 1 }).put({ status: 'closed' })
  await ana.api.tickets({ id: 1 }).put({ status: 'open', reopen: true })
  const { data } = await ana.api['tickets-log']({ id: 1 }).get()
  expect(data?.logs.map(({ kind, user }) => [kind, user?.name ?? null])).toEqual([
    ['created', null],
    ['queueSet', 'Ana'],
    ['started', 'Ana'],
    ['transferred', 'Ana'],
    ['receivedTransfer', 'Beto'],
    ['returned', 'Beto'],
    ['started', 'Beto'],
    ['closed', 'Beto'],
    ['reopened', 'Ana'],
  ])
  expect(data?.logs[3]?.data).toMatchObject({ fromUserId: ana.userId, user: 'Beto' })
})

test('marking as unread shows on every screen with the ticket, until it is opened', async () => {
  const w = world()
  const [ana, beto] = [w.attendant(), w.attendant()]
  const { id } = w.ticket({ userId: ana.userId })
  expect((await ana.api.tickets({ id }).put({ isMarkUnread: true })).data?.isMarkUnread).toBe(true)
  expect(beto.heard(ticketUpdated)).toMatchObject([{ ticket: { isMarkUnread: true } }])
  await ana.api.messages({ id: id }).get({ query: {} })
  expect(w.ticketNow(id).markedUnread).toBe(false)
})
