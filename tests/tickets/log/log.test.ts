/** Log entries for viewing somebody else's conversation. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { ticketLogged } from '../../../src/tickets/contract'
import { SALES } from '../../support/company-world'
import { world } from '../../support/world'

describe('the access log', () => {
  test('logs who opens a colleague’s or a waiting conversation, once an hour, live', async () => {
    const w = world()
    const [ana, boss] = [w.attendant([SALES]), w.admin()]
    const mine = w.ticket({ queueId: SALES, userId: ana.userId })
    const waiting = w.ticket({ queueId: SALES, status: 'pending' })
    const group = w.ticket({ isGroup: true, status: 'open' })
    const look = (who: typeof boss, id: number, query = '') => who.request(`/api/messages/${id}${query}`)
    const accesses = async (id: number) =>
      (await boss.api['tickets-log']({ id }).get()).data?.logs.flatMap(({ kind, user }) =>
        kind === 'accessed' ? user?.id : [],
      )
    await look(ana, mine.id)
    await look(boss, mine.id, '?read=0')
    expect(await accesses(mine.id)).toEqual([])
    await look(boss, mine.id)
    expect(ana.heard(ticketLogged)).toEqual([{ ticketId: mine.id }])
    w.clock.forward(HOUR - MINUTE)
    await look(boss, mine.id)
    expect(await accesses(mine.id)).toEqual([boss.userId])
    w.clock.forward(MINUTE)
    await look(boss, mine.id)
    expect(await accesses(mine.id)).toEqual([boss.userId, boss.userId])
    await look(boss, waiting.id)
    await look(boss, group.id)
    expect([await accesses(waiting.id), await accesses(group.id)]).toEqual([[boss.userId], []])
  })

  test('buffers accesses for some seconds, lists them in chronological order, and once an hour across a restart', async () => {
    const w = world()
    const [ana, boss] = [w.attendant([SALES]), w.admin()]
    const { id } = w.ticket({ queueId: SALES, status: 'pending' })
    const gone = w.ticket({ queueId: SALES, status: 'pending' })
    const stored = () =>
      w.rows<{ kind: string; n: number }>("SELECT kind, count(*) AS n FROM ticket_log WHERE kind = 'accessed'")
    await boss.request(`/api/messages/${id}`)
    await boss.request(`/api/messages/${gone.id}`)
    expect(stored()).toMatchObject([{ n: 0 }])
    w.db.$client.prepare('DELETE FROM tickets WHERE id = ?').run(gone.id)
    w.clock.forward(MINUTE)
    await ana.json(`/api/tickets/${id}`, 'PUT', { status: 'open' })
    const logged = (await boss.api['tickets-log']({ id }).get()).data?.logs.map(({ kind }) => kind)
    expect(logged?.slice(-2)).toEqual(['accessed', 'started'])
    w.clock.forward(HOUR)
    await boss.request(`/api/messages/${id}`)
    const again = await w.reopen()
    const count = () => again.rows<{ n: number }>("SELECT count(*) AS n FROM ticket_log WHERE kind = 'accessed'")[0]?.n
    expect(count()).toBe(2)
    const boss2 = again.admin()
    for (const who of [boss2, boss2]) await who.request(`/api/messages/${id}`)
    again.server.accessLog.writeAll()
    expect(count()).toBe(3)
  })
})
