/** What a company chose for everybody's notifications, the devices of its team, and the counters of the week. */
import { describe, expect, test } from 'bun:test'
import { type PushCompany, pushDevicesChanged } from '../../src/features/push/contract'
import { lockScreenOf } from '../../src/features/push/lock-screen'
import { DAY, MINUTE, SECOND } from '../../src/platform/time'
import { SALES } from '../support/company-world'
import { doJob } from '../support/jobs'
import { deviceOf, pushing, send } from './support'

async function talking() {
  const { w, service } = await pushing()
  const admin = w.admin()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
  maria.says('oi')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets')[0]?.id ?? 0
  await ana.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
  const read = () => ana.api.messages({ id: ticketId }).get({ query: {} })
  await read()
  const phone = await deviceOf(ana, service)
  const choose = (body: PushCompany) => admin.json('/api/push/company', 'PUT', body)
  const state = async () => (await admin.api.push.company.get()).data
  return { w, service, admin, ana, maria, ticketId, read, phone, choose, state }
}

describe('a locked screen', () => {
  test.each([
    ['text', 'Maria · Vendas', 'segredo'],
    ['name', 'Maria · Vendas', 'Nova mensagem. O texto fica no Balcão.'],
    ['queue', 'Vendas', 'Nova mensagem. O texto fica no Balcão.'],
  ] as const)('shows %s where the company chose that for the queue', async (lockScreen, title, body) => {
    const { w, maria, phone, choose } = await talking()
    await choose({ usual: lockScreen === 'text' ? 'queue' : 'text', queues: [{ queueId: SALES, lockScreen }] })
    maria.says('segredo')
    await send(w)
    expect((await phone.gets(1))[0]).toMatchObject({ title, body })
  })

  test('shows no text of a queue that becomes restricted while the notification waits', async () => {
    const { w, admin, maria, phone, choose } = await talking()
    await choose({ usual: 'text', queues: [{ queueId: SALES, lockScreen: 'text' }] })
    maria.says('segredo')
    await admin.api.queue({ id: SALES }).put({ isRestricted: true })
    await send(w)
    expect(JSON.stringify((await phone.gets(1))[0])).not.toMatch(/segredo|Maria/)
  })

  test('shows no more than the person wants, whatever the company chose', async () => {
    const { w, ana, maria, phone, choose } = await talking()
    await choose({ usual: 'text', queues: [] })
    await ana.api.push.settings.put({ muted: [], showsText: false, quiet: null })
    maria.says('segredo')
    await send(w)
    expect((await phone.gets(1))[0]?.title).toBe('Vendas')
  })

  test('names the mentioning colleague but not the note, where only names are shown', async () => {
    const { w, ana, ticketId, phone, choose } = await talking()
    const beto = w.attendant([SALES], { name: 'Beto' })
    await choose({ usual: 'name', queues: [] })
    await beto.json(`/api/messages/${ticketId}`, 'POST', {
      body: '@Ana deve 300',
      isNote: true,
      mentionedUsers: [ana.userId],
    })
    await send(w)
    const [shown] = await phone.gets(1)
    expect(shown?.title).toBe('Beto mencionou você · Maria')
    expect(JSON.stringify(shown)).not.toContain('300')
  })

  test.each([
    ['text', false, 'text'],
    ['text', true, 'queue'],
    ['name', true, 'name'],
    ['queue', true, 'queue'],
    [undefined, true, 'queue'],
    [undefined, false, 'name'],
  ] as const)('of a queue with the choice %p, restricted: %p, shows %s', (chosen, isRestricted, expected) => {
    const queues = new Map(chosen ? [[1, chosen] as const] : [])
    expect(lockScreenOf({ usual: 'name', queues }, { id: 1, isRestricted })).toBe(expected)
  })

  test('is chosen by those who manage the company, and the audit log says how', async () => {
    const { w, ana, admin, choose } = await talking()
    expect((await ana.json('/api/push/company', 'PUT', { usual: 'text', queues: [] })).status).toBe(403)
    await choose({ usual: 'name', queues: [{ queueId: SALES, lockScreen: 'queue' }] })
    await choose({ usual: 'name', queues: [{ queueId: SALES, lockScreen: 'queue' }] })
    expect(w.rows<{ changes: string }>("SELECT changes FROM audit_log WHERE kind = 'notifications'")).toEqual([
      {
        changes: JSON.stringify([
          { field: 'lockScreen', from: 'text', to: 'name' },
          { field: 'queue Vendas', from: null, to: 'queue' },
        ]),
      },
    ])
    await admin.api.queue({ id: SALES }).delete()
    expect((await admin.api.push.company.get()).data?.lockScreens).toEqual({ usual: 'name', queues: [] })
  })
})

describe('the team’s devices', () => {
  const report = (who: { json: Awaited<ReturnType<typeof talking>>['ana']['json'] }, reason: string | null) =>
    who.json('/api/push/browser', 'PUT', { key: 'k'.repeat(20), reason })

  test('say who receives and who refused, live for those who manage the company', async () => {
    const { w, admin, ana, state } = await talking()
    const beto = w.attendant([SALES], { name: 'Beto' })
    const other = w.attendant([SALES])
    await report(beto, 'denied')
    expect(await state()).toMatchObject({
      devices: [
        { user: { name: 'Ana' }, isApp: true, reason: null },
        { user: { name: 'Beto' }, isApp: false, reason: 'denied' },
      ],
    })
    w.clock.forward(DAY)
    await report(beto, 'denied')
    await report(beto, null)
    await report(beto, null)
    expect((await state())?.devices).toHaveLength(1)
    const heard = { userId: beto.userId }
    expect(admin.heard(pushDevicesChanged)).toEqual([{ userId: ana.userId }, heard, heard])
    expect(other.heard(pushDevicesChanged)).toEqual([])
  })

  test('no longer list a browser as silent once it is registered, or its person has signed out', async () => {
    const { w, service, state } = await talking()
    const [beto, caio] = [w.attendant([SALES], { name: 'Beto' }), w.attendant([SALES], { name: 'Caio' })]
    await report(beto, 'denied')
    await report(caio, 'home')
    await deviceOf(beto, service)
    await caio.json('/api/auth/logout', 'DELETE', {})
    expect((await state())?.devices.map(({ user, reason }) => [user.name, reason])).toEqual([
      ['Ana', null],
      ['Beto', null],
    ])
  })

  test('list at most ten silent browsers of a person', async () => {
    const { w, ana, state } = await talking()
    for (let count = 0; count < 12; count++) {
      w.clock.forward(SECOND)
      await ana.json('/api/push/browser', 'PUT', { key: `navegador-numero-${count}`, reason: 'none' })
    }
    expect((await state())?.devices.filter(({ reason }) => reason === 'none')).toHaveLength(10)
  })

  test('are all tested at once by their person', async () => {
    const { w, service, ana, phone } = await talking()
    const tablet = await deviceOf(ana, service)
    expect((await ana.api.push.test.post()).data).toEqual({ devices: 2 })
    await send(w, 0)
    expect([(await phone.gets(1))[0]?.tag, (await tablet.gets(1))[0]?.tag]).toEqual(['test', 'test'])
  })
})

describe('the week’s counters', () => {
  test('count what was sent, and what was opened within five minutes', async () => {
    const { w, maria, read, phone, state } = await talking()
    maria.says('um')
    await send(w)
    await phone.gets(1)
    w.clock.forward(4 * MINUTE)
    await read()
    maria.says('dois')
    await send(w)
    maria.says('três') // of the same conversation, while the former is fresh
    await send(w)
    await phone.gets(3)
    w.clock.forward(6 * MINUTE)
    await read()
    expect((await state())?.week).toEqual({ sent: 3, awaited: 2, seenSoon: 1 })
    w.clock.forward(7 * DAY)
    expect((await state())?.week).toEqual({ sent: 0, awaited: 0, seenSoon: 0 })
  })

  test('do not count what a push service has not taken', async () => {
    const { w, maria, phone, state } = await talking()
    phone.replies({ status: 500 })
    maria.says('um')
    await send(w)
    expect((await state())?.week.sent).toBe(0)
  })
})

describe('the steps of the company', () => {
  const steps = { active: true, queueAfter: null, supervisorAfter: 15, whatsappAfter: null }

  test('hold in queues without their own, and are counted', async () => {
    const { w, admin, ana, maria, read } = await talking()
    await read()
    expect((await ana.json('/api/escalation/company', 'PUT', { steps })).status).toBe(403)
    await admin.json('/api/escalation/company', 'PUT', { steps })
    maria.says('alguém?')
    w.clock.forward(15 * MINUTE)
    doJob(w, 'escalation.look')
    const { data } = await admin.api.escalation.company.get()
    expect(data).toMatchObject({ steps, week: { supervisor: 1, whatsapp: 0 } })
  })

  test('do not hold in a queue that switched its own off', async () => {
    const { w, admin, maria } = await talking()
    await admin.json('/api/escalation/company', 'PUT', { steps })
    await admin.api.queue({ id: SALES }).put({ escalation: { ...steps, active: false } })
    maria.says('alguém?')
    expect(w.rows('SELECT * FROM escalations')).toEqual([])
    await admin.api.queue({ id: SALES }).put({ escalation: null })
    maria.says('alguém?')
    expect(w.rows('SELECT * FROM escalations')).toHaveLength(1)
  })
})
