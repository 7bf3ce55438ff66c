/** The screen keeps its table and its calendar by events: its own rules over the server's own events. */
import { expect, test } from 'bun:test'
import type { Schedule } from '../../src/features/schedules/contract'
import { type Choice, movedBy, schedulesSpec, shownDays, stepped } from '../../ui/features/schedules/spec'
import { type Attendant, LOJA } from '../support/company-world'
import { doJob } from '../support/jobs'
import { opened } from '../support/opened'
import { createRandom } from '../support/random'
import { until } from '../support/until'
import { NOON, world } from '../support/world'

const HOUR = 3_600_000

async function rowsOf(who: Attendant, { people, kind, pending, days }: Choice): Promise<readonly Schedule[]> {
  const query = new URLSearchParams({
    ...(people && { userIds: JSON.stringify(people) }),
    ...(kind && { type: kind }),
    ...(pending && { pending: 'true' }),
    ...(days && { dateStart: days.from, dateEnd: days.to }),
  })
  const answer = await who.request(`/api/schedules/${days ? 'calendar' : ''}?${query}`)
  return ((await answer.json()) as { schedules: Schedule[] }).schedules // the answer of its route
}

test('a stale list plus its events equals a fresh one, whoever looks and whatever is left out', async () => {
  const w = world()
  const [chief, ana, beto] = [w.attendant([], { profile: 'supervisor' }), w.attendant(), w.attendant()]
  const contact = w.contact({ name: 'Maria' }).id
  const days = { from: '2026-03-02', to: '2026-03-03' }
  const period = { from: '2026-03-02T03:00:00.000Z', to: '2026-03-04T03:00:00.000Z' }
  const looks: [Attendant, Choice][] = [
    [chief, {}],
    [ana, {}],
    [chief, { people: [beto.userId] }],
    [beto, { pending: true }],
    [ana, { kind: 'lembrete' }],
    [chief, { days, period }],
  ]
  const screens = looks.map(([who, choice]) => ({ who, choice, now: opened(who, schedulesSpec, [], choice) }))
  const { below, pick, oneIn } = createRandom(5)
  for (let turn = 1; turn <= 60; turn++) {
    w.clock.forward(below(30) * 60_000)
    const who = pick([chief, ana, beto])
    const waiting = (await rowsOf(who, { pending: true })).map(({ id }) => id)
    const sendAt = new Date(w.clock.now() + below(60) * HOUR).toISOString()
    const body = { contactId: contact, whatsappId: LOJA, body: `aviso ${turn}`, sendAt }
    if (waiting.length === 0 || below(3) === 0)
      await who.json('/api/schedules', 'POST', oneIn(3) ? { ...body, type: 'lembrete' } : body)
    else if (oneIn(4)) await who.request(`/api/schedules/${pick(waiting)}`, { method: 'DELETE' })
    else await who.json(`/api/schedules/${pick(waiting)}`, 'PUT', { sendAt })
    doJob(w, 'schedules.send')
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
    for (const { who, choice, now } of screens) expect(now()).toEqual([...(await rowsOf(who, choice))])
  }
  expect((await rowsOf(chief, {})).length).toBeGreaterThan(8)
  expect(w.clock.now()).toBeGreaterThan(NOON)
})

test('a month shows whole weeks, and steps lead from span to span', () => {
  expect(shownDays('month', '2026-11-19')).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  expect(shownDays('week', '2026-11-19')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect([stepped('month', '2026-01-31', -1), stepped('week', '2026-11-28', 1)]).toEqual(['2025-12-01', '2026-12-05'])
})

test('the arrows move by a day, a week in a month, half an hour in a week', () => {
  expect(movedBy('ArrowRight', 'month', '2026-11-30T09:00')).toBe('2026-12-01T09:00')
  expect(movedBy('ArrowDown', 'month', '2026-11-19T09:00')).toBe('2026-11-26T09:00')
  expect(movedBy('ArrowUp', 'week', '2026-11-19T00:00')).toBe('2026-11-18T23:30')
  expect(movedBy('Enter', 'week', '2026-11-19T00:00')).toBeNull()
})
