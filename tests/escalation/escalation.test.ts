/** Whoever nobody opens: the people of the queue, its supervisor, and the supervisor's own WhatsApp, one after the other. */
import { describe, expect, test } from 'bun:test'
import { escalationRaised } from '../../src/features/escalation/contract'
import { planSteps } from '../../src/features/escalation/steps'
import { usualWeek } from '../../src/hours/contract'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { deviceOf, pushing, send } from '../push/support'
import { SALES } from '../support/company-world'
import { doJob, dueAt, jobNamed } from '../support/jobs'

const LADDER = { active: true, queueAfter: 5, supervisorAfter: 15, whatsappAfter: 30 }
const OWN = '5511977770000'

async function waiting(ladder: object = LADDER) {
  const { w, service } = await pushing()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const camila = w.attendant([SALES], { name: 'Camila', profile: 'supervisor' })
  const admin = w.admin()
  await admin.api.queue({ id: SALES }).put({ escalation: ladder as typeof LADDER })
  w.rows(`INSERT INTO connection_queues (connection_id, queue_id) VALUES (1, ${SALES}) RETURNING queue_id`)
  await camila.json('/api/escalation/number', 'PUT', { number: '+55 11 97777-0000' })
  const luciana = w.whatsapp.person('5511988887777', { name: 'Luciana' })
  luciana.says('tem alguém?')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets ORDER BY id DESC')[0]?.id ?? 0
  const later = (ms: number) => {
    w.clock.forward(ms)
    doJob(w, 'escalation.look')
  }
  const steps = () =>
    w
      .rows<{ data: string }>("SELECT data FROM ticket_log WHERE kind = 'escalated' ORDER BY id")
      .map(({ data }) => JSON.parse(data) as { step: string; people: string; minutes: number })
  const sent = () =>
    w
      .rows<{ body: string }>(
        'SELECT m.body FROM messages m JOIN contacts c ON c.id = m.contact_id WHERE c.number = ? AND m.from_me = 1',
        OWN,
      )
      .map(({ body }) => body)
  return { w, service, ana, camila, admin, luciana, ticketId, later, steps, sent }
}

describe('a conversation that nobody opens', () => {
  test('goes up the ladder, each step once, told in its log', async () => {
    const { w, service, ana, camila, later, steps, sent } = await waiting()
    const [phone, tablet] = [await deviceOf(ana, service), await deviceOf(camila, service)]
    later(4 * MINUTE)
    expect(steps()).toEqual([])
    later(MINUTE)
    expect(steps()).toEqual([{ step: 'queue', minutes: 5, people: 'Ana, Camila' }])
    await send(w)
    expect((await phone.gets(1)).at(-1)).toMatchObject({
      title: 'Ninguém viu há 5 min',
      body: 'Luciana espera em Vendas.',
    })
    later(10 * MINUTE - 2 * SECOND)
    expect(steps().at(-1)).toEqual({ step: 'supervisor', minutes: 15, people: 'Camila' })
    const { data } = await camila.api.escalation.get()
    expect(data?.alerts).toMatchObject([
      { contact: { name: 'Luciana' }, queue: { name: 'Vendas' }, user: null, minutes: 15 },
    ])
    expect(camila.heard(escalationRaised).map(({ alert }) => alert.ticket.id)).toEqual(
      data?.alerts.map(({ ticket }) => ticket.id) ?? [],
    )
    expect(ana.heard(escalationRaised)).toEqual([])
    await send(w)
    expect((await tablet.gets(2)).at(-1)).toMatchObject({ title: 'Ninguém viu há 15 min' })
    expect(sent()).toEqual([])
    later(15 * MINUTE - 2 * SECOND)
    expect(steps().at(-1)).toEqual({ step: 'whatsapp', minutes: 30, people: 'Camila' })
    expect(sent()).toEqual(['Balcão: uma conversa espera há 30 min na fila Vendas.'])
    expect(sent().join()).not.toMatch(/Luciana|alguém/)
    later(3 * HOUR)
    expect(steps()).toHaveLength(3)
  })

  test('counts from the first message that nobody has seen, whatever follows', async () => {
    const { luciana, later, steps } = await waiting()
    later(3 * MINUTE)
    luciana.says('alô?')
    later(2 * MINUTE)
    expect(steps()).toMatchObject([{ step: 'queue' }])
  })

  test('leaves the ladder once it is opened or answered, and begins anew with the next message', async () => {
    const { w, ana, luciana, ticketId, later, steps } = await waiting()
    await ana.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
    await ana.api.messages({ id: ticketId }).get({ query: {} })
    later(5 * MINUTE)
    expect(steps()).toEqual([])
    expect(w.rows('SELECT * FROM escalations')).toEqual([])
    luciana.says('e agora?')
    later(15 * MINUTE)
    // It has an attendant, so the queue is not told.
    expect(steps()).toMatchObject([{ step: 'supervisor', people: 'Camila' }])
  })

  test('waits for opening hours', async () => {
    const { w, later, steps } = await waiting()
    w.rows("UPDATE settings SET value = 'company' WHERE key = 'scheduleType' RETURNING key")
    w.rows("INSERT OR REPLACE INTO settings (key, value) VALUES ('scheduleType', 'company') RETURNING key")
    // It is 09:00; the company opens at 10:00.
    const day = { from: '10:00', to: '18:00' }
    const week = { ...usualWeek, same: true, every: day, days: [day, day, day, day, day, null, null] }
    w.rows('INSERT OR REPLACE INTO company_hours VALUES (1, ?) RETURNING week', JSON.stringify(week))
    later(5 * MINUTE)
    expect(steps()).toEqual([])
    later(60 * MINUTE)
    expect(steps()).toMatchObject([{ step: 'queue' }])
  })

  test('is nobody’s business while the queue has no ladder', async () => {
    const { w, later, steps } = await waiting({ ...LADDER, active: false })
    expect(dueAt(w.cx, w.server, jobNamed('escalation.look') as never)).toBeNull()
    later(HOUR)
    expect(steps()).toEqual([])
  })

  test('comes to the bell of supervisors who may see it, until they have seen it', async () => {
    const { w, camila, later } = await waiting()
    const other = w.attendant([], { profile: 'supervisor', name: 'Outra' })
    later(15 * MINUTE)
    const { data } = await camila.api.escalation.get()
    expect((await other.api.escalation.get()).data?.alerts).toEqual([])
    const ids = data?.alerts.map(({ ticket }) => ticket.id) ?? []
    await other.api.escalation.seen.post({ ids })
    expect((await camila.api.escalation.get()).data?.alerts).toHaveLength(1)
    await camila.api.escalation.seen.post({ ids })
    expect((await camila.api.escalation.get()).data?.alerts).toEqual([])
  })
})

describe('the supervisor’s own WhatsApp', () => {
  test('gets at most six messages in a day', async () => {
    const { w, later, sent } = await waiting({ ...LADDER, queueAfter: null, supervisorAfter: null, whatsappAfter: 1 })
    for (let count = 0; count < 8; count++) {
      w.whatsapp.person(`55119888${count}0000`, { name: `Cliente ${count}` }).says('oi')
      later(MINUTE)
      later(MINUTE)
    }
    expect(sent()).toHaveLength(6)
  })

  test('gets none at night', async () => {
    const { w, later, sent, steps } = await waiting({
      active: false,
      queueAfter: null,
      supervisorAfter: null,
      whatsappAfter: null,
    })
    w.rows(
      'UPDATE queues SET escalation = ? WHERE id = 1 RETURNING id',
      JSON.stringify({ ...LADDER, queueAfter: null, supervisorAfter: null }),
    )
    w.clock.forward(12 * HOUR)
    w.whatsapp.person('5511988880009', { name: 'Noite' }).says('oi')
    later(30 * MINUTE)
    expect([sent(), steps()]).toEqual([[], []])
  })

  test('is a number of one’s own, as WhatsApp knows it, and can be removed', async () => {
    const { camila } = await waiting()
    expect((await camila.api.escalation.get()).data?.number).toBe(OWN)
    await camila.json('/api/escalation/number', 'PUT', { number: null })
    expect((await camila.api.escalation.get()).data?.number).toBeNull()
    expect((await camila.json('/api/escalation/number', 'PUT', { number: '12' })).status).toBe(400)
  })
})

test('steps are planned by open minutes', () => {
  const plan = (elapsed: number, done: ('queue' | 'supervisor' | 'whatsapp')[] = []) =>
    planSteps(LADDER, null, { since: 0, done }, elapsed * MINUTE)
  expect(plan(0)).toEqual({ due: [], next: 5 * MINUTE })
  expect(plan(16)).toEqual({ due: ['queue', 'supervisor'], next: 30 * MINUTE })
  expect(plan(40, ['queue', 'supervisor', 'whatsapp'])).toEqual({ due: [], next: null })
})
