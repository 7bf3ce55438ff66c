/** Waiting and handling time, stored each time a ticket is closed. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { SALES, SUPPORT } from '../../support/company-world'
import { doJob } from '../../support/jobs'
import { NOON, type World, world } from '../../support/world'

const cyclesIn = (w: World) =>
  w.rows(
    'SELECT ticket_id AS ticket, began_at - ? AS began, wait, support, user_id AS user, queue_id AS queue FROM ticket_stretches ORDER BY ticket_id, began_at',
    NOON,
  )

async function attended() {
  const w = world()
  const ana = w.attendant([SALES, SUPPORT], { name: 'Ana' })
  w.whatsapp.person('5521996124087').says('oi')
  const put = (body: object) => ana.json('/api/tickets/1', 'PUT', body)
  w.clock.forward(5 * MINUTE)
  await put({ status: 'open', queueId: SALES })
  w.clock.forward(20 * MINUTE)
  await put({ status: 'pending', userId: null })
  w.clock.forward(MINUTE)
  await put({ status: 'open', userId: ana.userId })
  w.clock.forward(4 * MINUTE)
  await put({ status: 'closed' })
  return { w, ana, put }
}
const FIRST = { ticket: 1, began: 0, wait: 5 * MINUTE, support: 25 * MINUTE, queue: SALES }

describe('ticket cycles', () => {
  test('stores the time from start to first acceptance, and from there to the end; a reopening starts another cycle', async () => {
    const { w, ana, put } = await attended()
    const first = { ...FIRST, user: ana.userId }
    expect(cyclesIn(w)).toEqual([first])
    w.clock.forward(HOUR)
    await put({ status: 'open', reopen: true })
    w.clock.forward(10 * MINUTE)
    await put({ userId: ana.userId, queueId: SUPPORT })
    await put({ status: 'closed' })
    const again = {
      ticket: 1,
      began: HOUR + 30 * MINUTE,
      wait: 0,
      support: 10 * MINUTE,
      user: ana.userId,
      queue: SUPPORT,
    }
    expect(cyclesIn(w)).toEqual([first, again])
  })

  test('stores no times for an unattended ticket, and nothing for groups', async () => {
    const w = world()
    const boss = w.admin()
    const [lonely, group] = [
      w.ticket({ status: 'pending', queueId: SALES }),
      w.ticket({ isGroup: true, status: 'open' }),
    ]
    for (const { id } of [lonely, group]) await boss.json(`/api/tickets/${id}`, 'PUT', { status: 'closed' })
    expect(cyclesIn(w)).toMatchObject([{ ticket: lonely.id, wait: null, support: null, user: null, queue: SALES }])
  })

  test('fills in earlier tickets later, in slices and once, and drops deleted ones', async () => {
    const { w, ana } = await attended()
    const [before, imported] = [w.ticket({ status: 'closed' }), w.ticket({ status: 'closed' })]
    w.rows(
      'UPDATE tickets SET accepted_at = ?, created_at = ?, closed_at = ? WHERE id = ? RETURNING id',
      NOON,
      NOON - HOUR,
      NOON + 1,
      before.id,
    )
    w.rows('UPDATE tickets SET imported = 1, closed_at = ? WHERE id = ? RETURNING id', NOON, imported.id)
    w.rows('INSERT INTO ticket_stretches_due VALUES (1200) RETURNING below')
    for (let lap = 0; lap < 4; lap++) doJob(w, 'tickets.former-stretches')
    const first = { ...FIRST, user: ana.userId }
    expect(cyclesIn(w)).toEqual([
      first,
      { ticket: before.id, began: -HOUR, wait: HOUR, support: 1, user: null, queue: null },
    ])
    expect(w.rows('SELECT * FROM ticket_stretches_due')).toEqual([])
    await w.admin().request(`/api/tickets/${before.id}`, { method: 'DELETE' })
    expect(cyclesIn(w)).toEqual([first])
  })
})
