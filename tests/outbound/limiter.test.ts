/**
 * The rate limiter with a database: what is booked, what it reports, and how failures slow a connection down and stop
 * it.
 */
import { describe, expect, test } from 'bun:test'
import { sendLimitsUpdated } from '../../src/outbound/contract'
import { optedOut } from '../../src/outbound/events'
import { admit, forecast, isCold, sendLimitsOf } from '../../src/outbound/rate/limiter'
import { riskFacts, riskOf } from '../../src/outbound/rate/risk'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { deliveryStatusRaised } from '../../src/tickets/messages/events'
import { settleMessage } from '../../src/tickets/receipts/receipts'
import { sendUnattended } from '../../src/tickets/sending/send-unattended'
import { LOJA, SALES } from '../support/company-world'
import { processorWatch } from '../support/cpu'
import { NOON, world } from '../support/world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NO_PAUSES = { messageInterval: 0, longerIntervalAfter: 0 } as const

function place(settings: Parameters<typeof changeCampaignSettings>[2]['settings'] = NO_PAUSES) {
  const w = world()
  changeCampaignSettings(w.cx, null, { settings })
  w.telephones.answerAlways({ outcome: 'notNow' })
  const sendAutomated = (contactId = w.contact().id) => {
    const { id } = w.cx.transaction((cx) =>
      sendUnattended(cx, { contactId, connectionId: LOJA, queueId: null, kind: 'chat', body: 'Oi', media: null }),
    )
    return id
  }
  const end = (id: number, failure: string | null) => {
    w.rows('DELETE FROM outbox WHERE message_id = ? RETURNING id', id)
    settleMessage(w.cx, id, { failure })
  }
  const ask = (cold = false) => admit(w.cx, LOJA, cold)
  return { w, sendAutomated, end, ask }
}

/** A phone is linked to the connection again. */
function link(w: ReturnType<typeof world>) {
  for (const status of ['PAIRING', 'CONNECTED'] as const)
    w.telephones.report(w.refOf(LOJA), { status, number: '552130421180' })
}

describe('a connection', () => {
  test('is shared by all campaigns, counts what leaves, and keeps its counts over a restart', async () => {
    const { w, ask } = place({ ...NO_PAUSES, dailyCap: 3, coldCap: 1 })
    expect([ask(true), ask(true)?.why, ask(), ask(), ask()?.why]).toEqual([null, 'coldCap', null, null, 'dailyCap'])
    const again = await w.reopen()
    expect(admit(again.cx, LOJA, false)?.why).toBe('dailyCap')
    expect(sendLimitsOf(again.cx, LOJA)).toMatchObject({ sentToday: 3, mayToday: 3, coldToday: 1, coldMayToday: 1 })
    again.clock.forward(DAY)
    expect(admit(again.cx, LOJA, true)).toBeNull()
    expect(again.rows('SELECT day, sent FROM reach_days')).toEqual([{ day: '2026-03-02', sent: 3 }])
  })

  test('allows fewer new contacts in the first two weeks after each linking', () => {
    const { w } = place({ ...NO_PAUSES, coldCap: 50 })
    const mayToday = () => sendLimitsOf(w.cx, LOJA).coldMayToday
    expect([mayToday(), sendLimitsOf(w.cx, LOJA).linkedDays]).toEqual([50, null])
    link(w)
    const seen = [0, 3, 7, 14].map((days, n, all) => {
      w.clock.forward((days - (all[n - 1] ?? 0)) * DAY)
      return [sendLimitsOf(w.cx, LOJA).linkedDays, mayToday()]
    })
    expect(seen).toEqual([
      [0, 10],
      [3, 20],
      [7, 40],
      [14, 50],
    ])
    link(w)
    const asked = Array.from({ length: 11 }, () => admit(w.cx, LOJA, true)?.why ?? null)
    expect(asked).toEqual([...Array.from({ length: 10 }, () => null), 'coldCap'])
    expect(
      forecast(w.cx, LOJA, { warm: 0, cold: 40 }, w.clock.now())
        .days.slice(0, 4)
        .map(({ count }) => count),
    ).toEqual([0, 10, 10, 20])
  })

  test('keeps the interval between messages of all campaigns, and undoes a booking on rollback', () => {
    const { w, ask } = place({ messageInterval: 120, longerIntervalAfter: 0 })
    expect(() =>
      w.cx.transaction((cx) => {
        admit(cx, LOJA, false)
        throw new Error('undone')
      }),
    ).toThrow('undone')
    expect(ask()).toBeNull()
    const wait = ask()
    expect(wait?.why).toBe('interval')
    w.clock.forward((wait?.until ?? 0) - w.clock.now())
    expect(ask()).toBeNull()
  })

  test('sends nothing outside the sending hours, in the company’s time zone', () => {
    const { w, ask } = place({ ...NO_PAUSES, sendFrom: '08:00', sendTo: '09:30', sendDays: [1] })
    expect(ask()).toBeNull()
    w.clock.forward(30 * MINUTE)
    expect(ask()).toEqual({ why: 'hours', until: NOON - HOUR + 7 * DAY })
  })

  test('sends nothing on company holidays, unless configured to', async () => {
    const { w, ask } = place({ ...NO_PAUSES, sendFrom: '08:00', sendTo: '20:00' })
    const admin = w.admin()
    const add = (date: string, queueId: number | null) =>
      admin.json('/api/holidays', 'POST', { date, name: 'Folga', queueId })
    await add('2026-03-02', SALES)
    expect(ask()).toBeNull()
    await add('2026-03-02', null)
    await add('2026-03-03', null)
    const opens = NOON - HOUR + 2 * DAY
    expect(ask()).toEqual({ why: 'holiday', until: opens })
    const { endsAt, days } = forecast(w.cx, LOJA, { warm: 1, cold: 0 }, NOON)
    expect(days.map(({ day, isClosed }) => [day, isClosed])).toEqual([
      ['2026-03-02', true],
      ['2026-03-03', true],
      ['2026-03-04', false],
    ])
    expect(endsAt).toBeGreaterThanOrEqual(opens)
    changeCampaignSettings(w.cx, null, { settings: { skipHolidays: false } })
    expect(ask()).toBeNull()
  })

  test('sends nothing while closed or unknown, and starts no new chat while RESTRICTED', () => {
    const { w, ask } = place()
    const until = NOON + 2 * DAY
    w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED', reason: 'restricted', until })
    expect(ask(true)).toEqual({ why: 'restricted', until })
    expect(ask()).toBeNull()
    expect(sendLimitsOf(w.cx, LOJA)).toMatchObject({ isRestricted: true, restrictedUntil: until, coldMayToday: 0 })
    w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED' })
    expect(ask()?.why).toBe('disconnected')
    expect(sendLimitsOf(w.cx, LOJA).isRestricted).toBe(true)
    w.telephones.report(w.refOf(LOJA), { status: 'CONNECTED' })
    expect(ask(true)).toBeNull()
    expect(admit(w.cx, 999, false)?.why).toBe('disconnected')
  })

  test('respects WhatsApp’s quota of new chats', () => {
    const { w, ask } = place()
    w.telephones.newChats(w.refOf(LOJA), { left: 2, until: NOON + DAY })
    expect(sendLimitsOf(w.cx, LOJA).coldMayToday).toBe(2)
    expect([ask(true), ask(true), ask(true)]).toEqual([null, null, { why: 'coldCap', until: NOON + DAY }])
    expect(ask()).toBeNull()
  })

  test('leaves room for attendants: the outbox does not grow without limit', () => {
    const { w, sendAutomated, ask } = place()
    w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED' })
    let left = 0
    for (; left < 100 && ask() === null; left++) sendAutomated()
    expect(left).toBeLessThanOrEqual(48 + 24)
    expect(ask()?.why).toBe('interval')
  })
})

test('a receipt behind an opt-out does not make the message wanted again', () => {
  const { w, sendAutomated } = place()
  const contact = w.contact({ number: '5521996124087' })
  const id = sendAutomated(contact.id)
  const state = () => w.rows<{ state: string }>('SELECT state FROM reach_outcomes WHERE message_id = ?', id)
  w.cx.transaction((cx) =>
    cx.happened(optedOut({ contactId: contact.id, number: '5521996124087', connectionId: LOJA })),
  )
  w.cx.transaction((cx) => cx.happened(deliveryStatusRaised({ messageId: id, ack: 3 })))
  expect(state()).toEqual([{ state: 'optedOut' }])
})

describe('a contact', () => {
  test('is cold until they have written over this connection; a group never is', () => {
    const { w, sendAutomated } = place()
    const contact = w.contact({ number: '5521996124087' })
    const other = w.connection({ name: 'Outra' })
    sendAutomated(contact.id)
    expect(isCold(w.db, contact.id, LOJA)).toBe(true)
    expect(isCold(w.db, null, LOJA)).toBe(true)
    w.whatsapp.person('5521996124087').says('oi')
    expect(isCold(w.db, contact.id, LOJA)).toBe(false)
    expect(isCold(w.db, contact.id, other.id)).toBe(true)
    const group = w.contact({ addresses: [{ kind: 'group', value: '1203630' }], isGroup: true })
    expect(isCold(w.db, group.id, LOJA)).toBe(false)
  })
})

describe('failures', () => {
  test('slow the connection down, then stop it until a user releases it', async () => {
    const { w, sendAutomated, end, ask } = place()
    const admin = w.admin()
    expect(ask()).toBeNull()
    for (let n = 0; n < 20; n++) end(sendAutomated(), n === 0 ? 'rejected' : null)
    w.clock.forward(MINUTE)
    ask()
    expect(sendLimitsOf(w.cx, LOJA).factor).toBe(2)
    for (let n = 0; n < 20; n++) end(sendAutomated(), 'rejected')
    expect(ask()).toEqual({ why: 'stopped', until: null })
    expect(admin.heard(sendLimitsUpdated).at(-1)?.standing).toMatchObject({
      whatsappId: LOJA,
      wait: { why: 'stopped' },
    })
    const released = await admin.json(`/api/campaign-settings/release/${LOJA}`, 'POST', {})
    expect(await released.json()).toMatchObject({ wait: null, factor: 1 })
    w.clock.forward(2 * MINUTE)
    expect(ask()).toBeNull()
    expect(w.rows("SELECT kind, act FROM audit_log WHERE act = 'release'")).toEqual([
      { kind: 'connection', act: 'release' },
    ])
  })

  test('of attendants, and harmless ones, do not count', () => {
    const { w, sendAutomated, end, ask } = place()
    const attended = w.ticket()
    for (let n = 0; n < 30; n++) end(sendAutomated(), 'cancelled')
    for (let n = 0; n < 30; n++) {
      const [{ id } = { id: 0 }] = w.rows<{ id: number }>(
        `INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, ack, created_at) VALUES (?, ?, ?, 1, 'chat', 'oi', 1, ?) RETURNING id`,
        attended.id,
        attended.contactId,
        LOJA,
        NOON,
      )
      settleMessage(w.cx, id, { failure: 'rejected' })
    }
    expect(ask()).toBeNull()
    expect(sendLimitsOf(w.cx, LOJA).factor).toBe(1)
  })

  test('count opt-outs too', () => {
    const { w, sendAutomated, end, ask } = place()
    for (let n = 0; n < 20; n++) {
      const number = `552199600${String(n).padStart(4, '0')}`
      const { id } = w.contact({ number })
      end(sendAutomated(id), null)
      if (n < 3) w.whatsapp.person(number).says('SAIR')
    }
    w.clock.forward(2 * MINUTE)
    expect(ask()?.why).toBe('stopped')
  })
})

describe('campaign settings', () => {
  type Setting = { key: string; value: unknown }
  const read = async (answer: Response) =>
    Object.fromEntries(((await answer.json()) as Setting[]).map(({ key, value }) => [key, value]))

  test('are a list with defaults; changes are stored, announced and audited', async () => {
    const w = world()
    const admin = w.admin()
    const usual = {
      messageInterval: 20,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      sendFrom: '08:00',
      sendTo: '20:00',
    }
    expect(await read(await admin.request('/api/campaign-settings'))).toMatchObject({
      ...usual,
      sendDays: [1, 2, 3, 4, 5, 6],
    })
    const variables = [{ key: 'cupom', value: 'AURORA30' }]
    const post = (settings: object) => admin.json('/api/campaign-settings', 'POST', { settings })
    expect(await read(await post({ messageInterval: 30, variables }))).toMatchObject({
      ...usual,
      messageInterval: 30,
      variables,
    })
    expect(await read(await admin.request('/api/campaign-settings'))).toMatchObject({ messageInterval: 30, variables })
    expect(w.rows("SELECT kind FROM audit_log WHERE kind = 'campaignSettings'")).toHaveLength(1)
  })

  test.each([
    [{ messageInterval: 7 }],
    [{ sendFrom: '24:00' }],
    [{ sendDays: [] }],
    [{ dailyCap: -1 }],
    [{ variables: [{ key: 'firstName', value: 'x' }] }],
    [
      {
        variables: [
          { key: 'cupom', value: 'a' },
          { key: 'CUPOM', value: 'b' },
        ],
      },
    ],
    [{ variables: [{ key: 'não', value: 'a' }] }],
  ])('refuse %p', async (settings) => {
    const w = world()
    const answer = await w.admin().json('/api/campaign-settings', 'POST', { settings })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { details: { field: string }[] }).details[0]?.field).toStartWith('settings')
  })
})

describe('the spam risk', () => {
  test('grows with a young link, new contacts, links and identical texts', () => {
    const { w } = place()
    w.rows('UPDATE connections SET created_at = ? RETURNING id', NOON - 100 * DAY)
    const calm = riskOf(riskFacts(w.cx, LOJA, { warm: 50, cold: 0, texts: ['Oi, {{name}}', 'Olá, {{name}}'] }))
    expect(calm).toMatchObject({ level: 'low' })
    expect(calm.reasons.filter(({ warns }) => warns)).toEqual([])
    w.rows('UPDATE connections SET created_at = ? RETURNING id', NOON - DAY)
    const wild = riskOf(riskFacts(w.cx, LOJA, { warm: 100, cold: 900, texts: ['Compre já: loja.com/x'] }))
    expect(wild.level).toBe('high')
    expect(
      wild.reasons
        .filter(({ warns }) => warns)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['coldShare', 'identical', 'links', 'volume', 'youngLink'])
    expect(wild.reasons.find(({ key }) => key === 'coldShare')?.values).toEqual({ share: 90, count: 900 })
    const without = riskOf(riskFacts(w.cx, LOJA, { warm: 100, cold: 0, texts: ['Oi, {{name}}'] }))
    expect(without.level).not.toBe('high')
  })
})

test('takes the busiest day of a connection as usual, even if nothing has left since', () => {
  const { w, ask } = place()
  const usual = () => riskFacts(w.cx, LOJA, { warm: 0, cold: 0, texts: [] }).usual
  for (let n = 0; n < 3; n++) ask()
  w.clock.forward(DAY)
  expect(usual()).toBe(3)
  ask()
  w.clock.forward(DAY)
  expect(usual()).toBe(3)
  w.clock.forward(31 * DAY)
  expect(usual()).toBe(0)
})

test('forecasts by the connection’s own rate', () => {
  const { w, ask } = place({ ...NO_PAUSES, dailyCap: 100 })
  ask()
  const { days, endsAt } = forecast(w.cx, LOJA, { warm: 150, cold: 0 }, w.clock.now())
  expect(days.map(({ day, count }) => [day, count])).toEqual([
    ['2026-03-02', 99],
    ['2026-03-03', 51],
  ])
  expect(endsAt).toBeGreaterThan(NOON + 20 * HOUR)
})

test('admits more than a thousand messages per second', () => {
  const { w } = place({ ...NO_PAUSES, dailyCap: 0 })
  const spent = processorWatch()
  w.cx.transaction((cx) => {
    for (let n = 0; n < 1000; n++) admit(cx, LOJA, n % 2 === 0)
  })
  expect(spent()).toBeLessThan(1000)
})
