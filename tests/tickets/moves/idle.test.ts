/** Idle tickets, closed by the server if their connection says so. */
import { describe, expect, test } from 'bun:test'
import { changeConnection } from '../../../src/channels/connections/actions'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { closeIdleTickets } from '../../../src/tickets/moves/idle'
import { codeOf } from '../../support/code-of'
import { LOJA, SALES } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { until } from '../../support/until'
import { NOON, world } from '../../support/world'

/** Maria wrote, Ana has the ticket; idle tickets of the company's connection end after a day. */
async function talking() {
  const w = world()
  changeConnection(w.cx, LOJA, { expiresTicket: 24, complationMessage: 'Até a próxima, {{firstName}}!' })
  const ana = w.attendant([SALES], { name: 'Ana', farewell: 'Tchau da Ana' })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  ana.forget()
  const status = (id = 1) => w.ticketNow(id).status
  const wait = (ms: number) => {
    w.clock.forward(ms)
    closeIdleTickets(w.cx, () => true)
  }
  return { w, ana, maria, status, wait }
}

describe('the job that closes idle tickets', () => {
  test('closes an open ticket after its time, with its attendant’s farewell, a log entry and events', async () => {
    const { w, ana, maria, status, wait } = await talking()
    wait(24 * HOUR - 1)
    expect(status()).toBe('open')
    wait(1)
    expect(status()).toBe('closed')
    expect(w.ticketNow(1)).toMatchObject({ unread: 0, waitingSince: null, closedAt: NOON + 24 * HOUR })
    expect(ana.heard(ticketUpdated)).toMatchObject([{ ticket: { status: 'closed', lastMessage: 'Tchau da Ana' } }])
    await until(() => maria.got().length > 0, 'the farewell')
    expect(maria.got().map(({ body }) => body)).toEqual(['Tchau da Ana'])
    const { data } = await ana.api['tickets-log']({ id: 1 }).get()
    expect(data?.logs.at(-1)).toMatchObject({
      kind: 'closed',
      user: null,
      data: { idleHours: 24, fromUserId: ana.userId },
    })
  })

  test('restarts the time on any activity', async () => {
    const { ana, maria, status, wait } = await talking()
    wait(23 * HOUR)
    maria.says('ainda estou aqui')
    wait(23 * HOUR)
    await ana.json('/api/messages/1', 'POST', { body: 'eu também' })
    wait(23 * HOUR)
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    wait(23 * HOUR)
    expect(status()).toBe('pending')
    wait(HOUR)
    expect(status()).toBe('closed')
  })

  test('does not restart the time on a view', async () => {
    const { w, status, wait } = await talking()
    wait(23 * HOUR)
    await w.admin().request('/api/messages/1')
    wait(HOUR)
    expect(status()).toBe('closed')
  })

  test('sends a farewell to a waiting contact only if the company wants it, and never to a group', async () => {
    const { w, maria, wait } = await talking()
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    maria.says('oi de novo')
    const group = w.ticket({ isGroup: true, status: 'open' })
    wait(24 * HOUR)
    expect(w.rows("SELECT 1 FROM tickets WHERE status <> 'closed'")).toEqual([])
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toEqual([])
    expect(w.ticketNow(group.id).closedAt).toBe(NOON + 24 * HOUR)
    writeSetting(w.db, 'sendFarewellWaitingTicket', 'enabled')
    maria.says('e mais uma vez')
    wait(24 * HOUR)
    await until(() => maria.got().length > 0, 'the farewell')
  })

  test('closes nothing on a connection without a time, nor in another company', async () => {
    const { w, wait } = await talking()
    const other = w.connection()
    const kept = w.ticket({ connectionId: other.id })
    const neighbour = w.company()
    const theirs = neighbour.ticket()
    wait(9000 * HOUR)
    closeIdleTickets(neighbour.cx, () => true)
    expect([w.ticketNow(kept.id).status, neighbour.ticketNow(theirs.id).status]).toEqual(['pending', 'pending'])
  })

  test('closes many in slices, the longest idle first, and does nothing twice', async () => {
    const { w, wait } = await talking()
    const ids = Array.from({ length: 45 }, (_, at) => w.ticket({ updatedAt: NOON - (45 - at) * MINUTE }).id)
    const closed = () => w.rows<{ id: number }>("SELECT id FROM tickets WHERE status = 'closed' ORDER BY id").length
    wait(24 * HOUR)
    expect(closed()).toBe(20)
    expect(w.ticketNow(ids[19] ?? 0).status).toBe('closed')
    expect(w.ticketNow(ids[20] ?? 0).status).toBe('pending')
    wait(0)
    wait(0)
    wait(0)
    expect(closed()).toBe(46)
    expect(w.rows("SELECT 1 FROM ticket_log WHERE kind = 'closed'")).toHaveLength(46)
  })

  test('leaves nothing half closed after a crash: the next run sends the farewell and logs it once', async () => {
    const { w, maria, wait } = await talking()
    const dying = w.ticket({ updatedAt: NOON + HOUR })
    const dies = `WHEN new.ticket_id = ${dying.id} AND new.kind = 'closed' BEGIN SELECT RAISE (ABORT, 'killed'); END`
    w.db.$client.exec(`CREATE TRIGGER killed BEFORE INSERT ON ticket_log ${dies}`)
    expect(() => wait(25 * HOUR)).toThrow('killed')
    expect(w.rows("SELECT 1 FROM tickets WHERE status = 'closed'")).toEqual([])
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
    w.db.$client.exec('DROP TRIGGER killed')
    wait(0)
    wait(0)
    await until(() => maria.got().length > 0, 'the farewell')
    expect(maria.got()).toHaveLength(1)
    expect(w.rows("SELECT ticket_id FROM ticket_log WHERE kind = 'closed'")).toEqual([
      { ticket_id: 1 },
      { ticket_id: dying.id },
    ])
  })

  test('counts an imported waiting ticket from the day of its import', async () => {
    const { w, status, wait } = await talking()
    const { id } = w.ticket({ updatedAt: NOON - 900 * HOUR })
    w.rows("INSERT INTO ticket_log (ticket_id, kind, created_at) VALUES (?, 'created', ?) RETURNING id", id, NOON)
    wait(23 * HOUR)
    expect(status(id)).toBe('pending')
    wait(HOUR)
    expect(status(id)).toBe('closed')
  })

  test('runs for every company whose connection can send', async () => {
    const { w, status } = await talking()
    const run = () => runJob(w.server, 'tickets.close-idle')
    w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
    w.clock.forward(24 * HOUR)
    await run()
    expect(status()).toBe('open')
    w.connect(LOJA)
    await run()
    expect(status()).toBe('closed')
  })

  test('accepts whole hours up to a year, and keeps them when something else changes', async () => {
    const w = world()
    const admin = w.admin()
    const { data: made } = await admin.api.whatsapp.post({ name: 'Filial', expiresTicket: 48 })
    expect(made?.expiresTicket).toBe(48)
    const filial = admin.api.whatsapp({ id: made?.id ?? 0 })
    expect((await filial.put({ name: 'Filial Sul' })).data?.expiresTicket).toBe(48)
    for (const wrong of [-1, 1.5, 8761])
      expect(codeOf(await filial.put({ expiresTicket: wrong }))).toBe('ERR_INVALID_INPUT')
    expect((await filial.put({ expiresTicket: 0 })).data?.expiresTicket).toBe(0)
    expect((await admin.api.whatsapp({ id: LOJA }).get()).data?.expiresTicket).toBe(0)
  })
})
