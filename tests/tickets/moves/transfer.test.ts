/** Transferring a ticket to a colleague or a queue. */
import { describe, expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { codeOf } from '../../support/code-of'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { lid } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

describe('a transfer', () => {
  test('to a colleague opens it there, with the comment as a note', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SALES, SUPPORT])]
    const ticket = w.ticket({ queueId: SALES, userId: ana.userId })
    const { data } = await ana.api
      .tickets({ id: ticket.id })
      .put({ userId: beto.userId, queueId: SUPPORT, comment: ' cliente antigo ' })
    expect(data).toMatchObject({ status: 'open', userId: beto.userId, queueId: SUPPORT })
    expect(w.rows('SELECT kind, body, from_me FROM messages')).toEqual([
      { kind: 'note', body: 'cliente antigo', from_me: 1 },
    ])
    expect(ana.heard(ticketDeleted)).toEqual([{ ticketId: ticket.id }])
    expect(beto.heard(ticketUpdated)).toMatchObject([{ ticket: { userId: beto.userId } }])
    await quiet()
    expect(w.telephones.sent).toEqual([])
  })

  test('to a queue only makes it wait there without an attendant', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const ticket = w.ticket({ queueId: SALES, userId: ana.userId })
    const { data } = await ana.api.tickets({ id: ticket.id }).put({ queueId: SUPPORT })
    expect(data).toMatchObject({ status: 'pending', userId: null, queueId: SUPPORT })
    expect(carla.heard(ticketUpdated)).toHaveLength(1)
    expect(ana.heard(ticketDeleted)).toEqual([{ ticketId: ticket.id }])
  })

  test('requires a queue of the colleague', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: carla.userId }))).toBe('ERR_QUEUE_NOT_OF_USER')
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: carla.userId, queueId: SALES }))).toBe(
      'ERR_QUEUE_NOT_OF_USER',
    )
    expect((await ana.api.tickets({ id }).put({ userId: carla.userId, queueId: SUPPORT })).status).toBe(200)
  })

  test('to a user who sees every queue needs no membership', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    for (const boss of [w.admin(), w.attendant([], { profile: 'supervisor' })]) {
      const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
      const { data } = await ana.api.tickets({ id }).put({ userId: boss.userId })
      expect(data).toMatchObject({ status: 'open', userId: boss.userId, queueId: SALES })
    }
  })

  test('fails for unknown or inactive colleagues and queues', async () => {
    const w = world()
    const ana = w.attendant()
    const beto = w.attendant()
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', beto.userId)
    const { id } = w.ticket({ userId: ana.userId })
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: beto.userId }))).toBe('ERR_NO_USER_FOUND')
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: 999 }))).toBe('ERR_NO_USER_FOUND')
    expect(codeOf(await ana.api.tickets({ id }).put({ queueId: 999 }))).toBe('ERR_NO_QUEUE_FOUND')
    expect(codeOf(await ana.api.tickets({ id }).put({}))).toBe('ERR_TRANSFER_TARGET')
  })

  test('leaves no note if refused', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    await ana.api.tickets({ id }).put({ userId: carla.userId, comment: 'veja isto' })
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect([...ana.frames, ...carla.frames]).toEqual([])
  })
})

describe('a transfer to a queue without naming a user', () => {
  test('keeps the attendant if they may be there, else the ticket waits', async () => {
    const w = world()
    const [ana, boss] = [w.attendant([SALES, SUPPORT]), w.admin()]
    const third = w.queue()
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    const kept = await ana.api.tickets({ id }).put({ queueId: SUPPORT })
    expect(kept.data).toMatchObject({ status: 'open', userId: ana.userId, queueId: SUPPORT })
    const lost = await boss.api.tickets({ id }).put({ queueId: third })
    expect(lost.data).toMatchObject({ status: 'pending', userId: null, queueId: third })
    const waits = await boss.api.tickets({ id }).put({ queueId: SALES })
    expect(waits.data).toMatchObject({ status: 'pending', userId: null, queueId: SALES })
    const group = w.ticket({ isGroup: true, status: 'open', queueId: SALES })
    const moved = await boss.api.tickets({ id: group.id }).put({ queueId: SUPPORT })
    expect(moved.data).toMatchObject({ status: 'open', userId: null, queueId: SUPPORT })
  })

  test('makes the ticket wait there if the user is null', async () => {
    const w = world()
    const ana = w.attendant([SALES, SUPPORT])
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    const { data } = await ana.api.tickets({ id }).put({ queueId: SUPPORT, userId: null })
    expect(data).toMatchObject({ status: 'pending', userId: null, queueId: SUPPORT })
  })
})

describe('a transfer to another connection', () => {
  function talking() {
    const w = world()
    const [ana, boss] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([], { profile: 'supervisor', name: 'Bia' })]
    const other = w.connection({ name: 'Loja 2' })
    const { id, contactId } = w.ticket({ queueId: SALES, userId: ana.userId })
    const move = (body: object) => boss.api.tickets({ id }).put(body)
    return { w, ana, boss, other, id, contactId, move }
  }

  test('keeps attendant and queue, sends later messages over the new one, and is logged', async () => {
    const { w, ana, boss, other, id, move } = talking()
    const { data } = await move({ whatsappId: other.id, comment: 'o número antigo vai sair do ar' })
    expect(data).toMatchObject({ status: 'open', userId: ana.userId, queueId: SALES, whatsapp: { name: 'Loja 2' } })
    expect(ana.heard(ticketUpdated).at(-1)?.ticket.whatsappId).toBe(other.id)
    await ana.json(`/api/messages/${id}`, 'POST', { body: 'oi pela outra' })
    await until(() => w.telephones.sent.length === 1, 'the message sent')
    expect(w.telephones.sent[0]?.connectionId).toBe(other.id)
    const log = (await boss.api['tickets-log']({ id }).get()).data?.logs.at(-1)
    expect(log).toMatchObject({
      kind: 'transferred',
      user: { name: 'Bia' },
      data: { connection: 'Loja 2', fromConnection: 'Loja', fromUser: 'Ana', user: 'Ana' },
    })
  })

  test('can include a colleague and a queue', async () => {
    const { w, other, id, move } = talking()
    const carla = w.attendant([SUPPORT])
    const { data } = await move({ whatsappId: other.id, userId: carla.userId, queueId: SUPPORT })
    expect(data).toMatchObject({ id, status: 'open', userId: carla.userId, queueId: SUPPORT, whatsappId: other.id })
  })

  test('is for admins and supervisors', async () => {
    const { ana, other, id } = talking()
    expect(codeOf(await ana.api.tickets({ id }).put({ whatsappId: other.id }))).toBe('ERR_NO_PERMISSION')
  })

  test('is refused if the contact has an active ticket there, and names its attendant', async () => {
    const { w, other, contactId, move } = talking()
    const beto = w.attendant([SALES], { name: 'Beto' })
    w.ticket({ contactId, connectionId: other.id, queueId: SALES, userId: beto.userId })
    const { error } = await move({ whatsappId: other.id })
    expect(error?.value).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET', details: { user: { name: 'Beto' } } })
  })

  test('is refused if the contact is not reachable there, or its attendant may not use it', async () => {
    const { w, ana, boss, other, move } = talking()
    const hidden = w.contact({ addresses: [lid('445566')] })
    const unknown = w.ticket({ contactId: hidden.id, userId: ana.userId })
    const group = w.ticket({ isGroup: true, status: 'open' })
    const refusal = async (id: number) => codeOf(await boss.api.tickets({ id }).put({ whatsappId: other.id }))
    expect(await refusal(unknown.id)).toBe('ERR_TRANSFER_HIDDEN_NUMBER')
    expect(await refusal(group.id)).toBe('ERR_TRANSFER_GROUP')
    expect(codeOf(await move({ whatsappId: 999 }))).toBe('ERR_NO_WAPP_FOUND')
    expect(codeOf(await move({ whatsappId: LOJA }))).toBe('ERR_TRANSFER_TARGET')
    w.rows(
      'INSERT INTO user_connections VALUES (?, ?), (?, ?), (?, ?) RETURNING user_id',
      ...[
        [ana.userId, LOJA],
        [boss.userId, LOJA],
        [boss.userId, other.id],
      ].flat(),
    )
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    expect(codeOf(await move({ whatsappId: other.id }))).toBe('ERR_CONNECTION_NOT_OF_USER')
    w.rows('DELETE FROM user_connections WHERE connection_id = ? RETURNING user_id', other.id)
    expect(codeOf(await move({ whatsappId: other.id }))).toBe('ERR_NO_WAPP_FOUND')
    expect(w.rows('SELECT DISTINCT connection_id FROM tickets')).toEqual([{ connection_id: LOJA }])
  })
})
