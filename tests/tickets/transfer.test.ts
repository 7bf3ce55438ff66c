/** Transferring a ticket to a colleague or a queue. */
import { describe, expect, test } from 'bun:test'
import { ticketDeleted, ticketUpdated } from '../../src/tickets/contract'
import { codeOf } from '../support/code-of'
import { SALES, SUPPORT } from '../support/company-world'
import { quiet } from '../support/until'
import { world } from '../support/world'

describe('transferring', () => {
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

  test('to a queue alone makes it wait there without an owner', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const ticket = w.ticket({ queueId: SALES, userId: ana.userId })
    const { data } = await ana.api.tickets({ id: ticket.id }).put({ queueId: SUPPORT })
    expect(data).toMatchObject({ status: 'pending', userId: null, queueId: SUPPORT })
    expect(carla.heard(ticketUpdated)).toHaveLength(1)
    expect(ana.heard(ticketDeleted)).toEqual([{ ticketId: ticket.id }])
  })

  test('the queue must be one of the colleague', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: carla.userId }))).toBe('ERR_QUEUE_NOT_OF_USER')
    expect(codeOf(await ana.api.tickets({ id }).put({ userId: carla.userId, queueId: SALES }))).toBe(
      'ERR_QUEUE_NOT_OF_USER',
    )
    expect((await ana.api.tickets({ id }).put({ userId: carla.userId, queueId: SUPPORT })).status).toBe(200)
  })

  test('somebody who sees every queue has access to it without being in it', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    for (const boss of [w.admin(), w.attendant([], { profile: 'supervisor' })]) {
      const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
      const { data } = await ana.api.tickets({ id }).put({ userId: boss.userId })
      expect(data).toMatchObject({ status: 'open', userId: boss.userId, queueId: SALES })
    }
  })

  test('colleagues and queues that are unknown or inactive are not found', async () => {
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

  test('a transfer that is refused leaves no note behind', async () => {
    const w = world()
    const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
    await ana.api.tickets({ id }).put({ userId: carla.userId, comment: 'veja isto' })
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect([...ana.frames, ...carla.frames]).toEqual([])
  })
})
