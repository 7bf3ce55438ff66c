/** Undoing a transfer, transfers in the conversation, and possible transfer targets. */
import { describe, expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { ticketStepped, UNDO_TRANSFER_FOR } from '../../../src/tickets/contract'
import { codeOf } from '../../support/code-of'
import { SALES, SUPPORT } from '../../support/company-world'
import { world } from '../../support/world'

function transferred(body: object = {}) {
  const w = world()
  const [ana, beto] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SUPPORT], { name: 'Beto' })]
  const { id } = w.ticket({ queueId: SALES, userId: ana.userId })
  const transfer = () => ana.api.tickets({ id }).put({ userId: beto.userId, queueId: SUPPORT, ...body })
  const undo = (who = ana) => who.api.tickets({ id }).put({ undoTransfer: true })
  return { w, ana, beto, id, transfer, undo }
}

describe('undoing a transfer', () => {
  test('restores the ticket, even for a user who no longer sees it, and sends nothing to the contact', async () => {
    const { w, ana, beto, id, transfer, undo } = transferred()
    writeSetting(w.db, 'sendMsgTransfTicket', 'enabled')
    await transfer()
    const said = w.rows('SELECT id FROM messages').length
    expect(said).toBe(1)
    expect((await ana.api.tickets({ id }).get()).status).toBe(404)
    expect((await undo()).data).toMatchObject({ status: 'open', userId: ana.userId, queueId: SALES })
    expect(w.rows('SELECT id FROM messages')).toHaveLength(said)
    expect((await beto.api.tickets({ id }).get()).status).toBe(404)
    const { data } = await ana.api['tickets-log']({ id }).get()
    expect(data?.logs.map(({ kind }) => kind)).toEqual(['transferred', 'receivedTransfer', 'transferUndone'])
    expect(codeOf(await undo())).toBe('ERR_UNDO_TAKEN')
  })

  test('returns a ticket that waited to its queue', async () => {
    const { w, beto } = transferred()
    const boss = w.admin()
    const { id } = w.ticket({ status: 'pending', queueId: SALES, userId: null })
    await boss.api.tickets({ id }).put({ userId: beto.userId, queueId: SUPPORT })
    const { data } = await boss.api.tickets({ id }).put({ undoTransfer: true })
    expect(data).toMatchObject({ status: 'pending', userId: null, queueId: SALES })
  })

  test('is refused once somebody else has moved the ticket or written in it', async () => {
    const moved = transferred()
    await moved.transfer()
    await moved.beto.api.tickets({ id: moved.id }).put({ status: 'closed' })
    expect(codeOf(await moved.undo())).toBe('ERR_UNDO_TAKEN')
    const written = transferred()
    await written.transfer()
    await written.beto.json(`/api/messages/${written.id}`, 'POST', { body: 'Oi!' })
    expect(codeOf(await written.undo())).toBe('ERR_UNDO_TAKEN')
  })

  test('is for the user who transferred it, within a few seconds', async () => {
    const { w, beto, id, transfer, undo } = transferred()
    await transfer()
    expect(codeOf(await undo(beto))).toBe('ERR_UNDO_TOO_LATE')
    const stranger = w.attendant([w.queue()])
    expect((await undo(stranger)).status).toBe(404)
    w.clock.forward(UNDO_TRANSFER_FOR + 31_000)
    expect(codeOf(await undo())).toBe('ERR_UNDO_TOO_LATE')
    expect(w.ticketNow(id).userId).toBe(beto.userId)
  })
})

describe('the conversation', () => {
  test('names who opened the ticket, and has a line for each transfer and its undoing', async () => {
    const { w, ana, beto } = transferred()
    const { id } = w.ticket({ status: 'pending', queueId: SALES, userId: null })
    await ana.api.tickets({ id }).put({ status: 'open' })
    await ana.json(`/api/messages/${id}`, 'POST', { body: 'Bom dia' })
    await ana.api.tickets({ id }).put({ userId: beto.userId, queueId: SUPPORT, comment: 'segue' })
    const { data } = await beto.api.messages({ id }).get({ query: {} })
    expect(data?.tickets).toMatchObject([
      {
        userName: 'Beto',
        steps: [
          { kind: 'started', by: 'Ana' },
          { kind: 'transferred', by: 'Ana', user: 'Beto', queue: 'Suporte' },
        ],
      },
    ])
    expect(beto.heard(ticketStepped)).toMatchObject([{ ticketId: id, step: data?.tickets[0]?.steps[1] }])
  })
})

test('lists transfer targets with their open tickets and the end of their hours', async () => {
  const w = world()
  const boss = w.admin()
  const ana = w.attendant([SALES], { name: 'Ana' })
  w.ticket({ userId: ana.userId })
  w.ticket({ userId: ana.userId })
  w.ticket({ status: 'closed', userId: ana.userId })
  const targets = async () => (await boss.api.tickets['transfer-targets'].get()).data
  expect((await targets())?.find(({ userId }) => userId === ana.userId)).toEqual({
    userId: ana.userId,
    openTickets: 2,
    onDuty: true,
    until: null,
  })
  await boss.api.users({ id: ana.userId }).put({ typeExpedient: 'unique', startWork: '00:00', endWork: '18:00' })
  const bound = (await targets())?.find(({ userId }) => userId === ana.userId)
  expect(bound?.onDuty).toBe(bound?.until !== null)
  expect(bound?.until ?? 'T21:00:00.000Z').toEndWith('T21:00:00.000Z')
})
