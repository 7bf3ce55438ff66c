/** What the messenger charges is counted once, in the company's month, and compared with the ceiling. */
import { describe, expect, test } from 'bun:test'
import type { MessageCharge } from '../../src/channels/channel'
import {
  type ContactCost,
  type MessagePricing,
  type MonthCost,
  monthCostUpdated,
  type PeriodCost,
} from '../../src/features/message-costs/contract'
import { admit } from '../../src/outbound/rate/limiter'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { writeSetting } from '../../src/settings/settings'
import { receiveCharges } from '../../src/tickets/receiving/reported'
import type { CompanyWorld } from '../support/company-world'
import { LOJA, SALES } from '../support/company-world'
import { world } from '../support/world'

const NOVEMBER = Date.UTC(2026, 10, 10, 15)
const PHONE = '5521990001111'

function place(startsAt = NOVEMBER) {
  const w = world({ startsAt })
  const official = officialIn(w)
  const { charge, send } = meterOf(w, official)
  const admin = w.admin()
  const cost = async (query = '') =>
    (await (await admin.request(`/api/message-costs/${official}${query}`)).json()) as MonthCost
  return { w, admin, official, charge, send, cost }
}

function officialIn(company: CompanyWorld): number {
  const { id } = company.connection()
  company.rows("UPDATE connections SET channel = 'whatsapp_cloud' WHERE id = ? RETURNING id", id)
  return id
}

function meterOf(company: CompanyWorld, connectionId: number) {
  const person = company.whatsapp.person(PHONE, { connectionId })
  person.says('oi')
  const { ticket_id: ticketId } = company.rows<{ ticket_id: number }>(
    'SELECT ticket_id FROM messages WHERE connection_id = ? LIMIT 1',
    connectionId,
  )[0] ?? { ticket_id: 0 }
  let last = 0
  /** A message of ours; returns the messenger's id. */
  const send = (): string => {
    const externalId = `wamid.${++last}`
    company.rows(
      `INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, chat, from_me, kind, body, ack, created_at)
       SELECT ticket_id, contact_id, connection_id, ?, chat, 1, 'chat', 'Olá', 1, 0 FROM messages WHERE ticket_id = ? LIMIT 1
       RETURNING id`,
      externalId,
      ticketId,
    )
    return externalId
  }
  const charge = (externalId: string, about: Partial<MessageCharge> = {}) =>
    receiveCharges(company.cx, connectionId, [
      {
        externalId,
        chat: [{ kind: 'phone', value: PHONE }],
        isBillable: true,
        category: 'marketing',
        type: 'regular',
        at: company.cx.now(),
        ...about,
      },
    ])
  return { send, charge }
}

describe('charges', () => {
  test('count once, however often and in which order statuses repeat them', async () => {
    const { charge, send, cost } = place()
    const id = send()
    for (const _ of ['sent', 'read', 'delivered', 'sent']) charge(id)
    charge('wamid.of nobody')
    expect(await cost()).toMatchObject({ month: '2026-11', amount: 3217 })
    expect((await cost()).categories.find(({ category }) => category === 'marketing')).toMatchObject({ billed: 1 })
  })

  test('are corrected where a later status says something else', async () => {
    const { charge, send, cost } = place()
    const id = send()
    charge(id, { category: 'marketing' })
    charge(id, { category: 'utility' })
    expect((await cost()).amount).toBe(350)
    charge(id, { category: 'utility', isBillable: false, type: 'free_entry_point' })
    expect(await cost()).toMatchObject({ amount: 0, free: { used: 0 } })
  })

  test('belong to the month in the company’s time zone in which they were first reported', async () => {
    const { charge, send, cost } = place()
    const midnight = Date.UTC(2026, 11, 1, 3) // in São Paulo
    const [november, december] = [send(), send()]
    charge(november, { at: midnight - 1 })
    charge(november, { at: midnight + 1 })
    charge(december, { at: midnight })
    expect([(await cost('?month=2026-11')).amount, (await cost('?month=2026-12')).amount]).toEqual([3217, 3217])
  })

  test('stay with their company and connection', async () => {
    const { w, charge, send, official } = place()
    const other = w.company()
    const theirs = meterOf(other, officialIn(other))
    charge(send())
    theirs.charge(theirs.send(), { category: 'utility' })
    const all = async (of: CompanyWorld) =>
      ((await (await of.admin().request('/api/message-costs')).json()) as { records: MonthCost[] }).records
    expect((await all(w)).map(({ whatsappId, amount }) => [whatsappId, amount])).toEqual([[official, 3217]])
    expect((await all(other)).map(({ amount }) => amount)).toEqual([350])
  })
})

describe('the cost is shown', () => {
  test('of a period, without the free messages of its month', async () => {
    const { admin, official, charge, send } = place()
    const day = 86_400_000
    for (const at of [NOVEMBER - 5 * day, NOVEMBER - day, NOVEMBER]) charge(send(), { at, category: 'utility' })
    charge(send(), { at: NOVEMBER, isBillable: false, type: 'free_entry_point' })
    const between = async (first: string, last: string) => {
      const answer = await admin.request(`/api/message-costs/period?dateStart=${first}&dateEnd=${last}`)
      return ((await answer.json()) as { records: PeriodCost[] }).records // the route's contract
    }
    const shared = { whatsappId: official, channel: 'whatsapp_cloud' as const }
    expect(await between('2026-11-09', '2026-11-10')).toEqual([{ ...shared, billed: 2, free: 1, amount: 700 }])
    expect(await between('2026-10-01', '2026-11-30')).toEqual([{ ...shared, billed: 3, free: 1, amount: 1050 }])
    expect(await between('2026-12-01', '2026-12-02')).toEqual([])
  })

  test('of a contact in this month, to those who may use the connection', async () => {
    const { w, admin, official, charge, send } = place()
    charge(send())
    charge(send(), { isBillable: false, type: 'free_entry_point' })
    w.rows('UPDATE messages SET created_at = ? WHERE from_me = 1 RETURNING id', NOVEMBER)
    const [contact] = w.rows<{ id: number }>('SELECT contact_id AS id FROM messages WHERE connection_id = ?', official)
    const path = `/api/message-costs/contacts/${contact?.id}`
    const costFor = async (who: Pick<typeof admin, 'request'>) =>
      (await (await who.request(path)).json()) as ContactCost // the route's contract
    expect(await costFor(admin)).toEqual({ month: '2026-11', billed: 1, free: 1, amount: 3217 })
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    expect(await costFor(w.attendant([SALES], { connections: [LOJA] }))).toMatchObject({ billed: 0, amount: 0 })
  })

  test('of a message, once the messenger has said it, and again when it corrects itself', async () => {
    const { w, admin, charge, send } = place()
    const id = send()
    await admin.json('/api/webhooks', 'POST', { url: 'https://erp.example/eventos', topics: ['messages'] })
    charge(id)
    charge(id)
    charge(id, { category: 'utility' })
    const told = w
      .rows<{ body: string }>("SELECT body FROM webhook_deliveries WHERE type = 'message.charged' ORDER BY id")
      .map(({ body }) => (JSON.parse(body) as { data: { pricing: MessagePricing } }).data.pricing) // the event's contract
    expect(told).toEqual([
      { category: 'marketing', rate: 'billed' },
      { category: 'utility', rate: 'billed' },
    ])
  })
})

describe('the ceiling of a month', () => {
  test('is announced when it is near and when it is reached, and holds what no attendant sends until the next month', async () => {
    const { w, admin, official, charge, send, cost } = place()
    changeCampaignSettings(w.cx, null, {
      settings: { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] },
    })
    admin.forget()
    await admin.json(`/api/message-costs/${official}`, 'PUT', { amount: 10 * 3217 })
    for (let n = 0; n < 8; n++) charge(send())
    expect((await cost()).ceiling?.state).toBe('under')
    charge(send())
    expect([(await cost()).ceiling?.state, admit(w.cx, official, false)]).toEqual(['near', null])
    charge(send())
    expect((await cost()).ceiling?.state).toBe('reached')
    expect(admit(w.cx, official, false)).toEqual({ why: 'ceiling', until: Date.UTC(2026, 11, 1, 3) })
    expect(admit(w.cx, LOJA, false)?.why).not.toBe('ceiling')
    const states = admin.heard(monthCostUpdated).map(({ record }) => record.ceiling?.state)
    expect(states).toEqual(['under', 'near', 'reached'])
    await admin.json(`/api/message-costs/${official}`, 'PUT', { amount: null })
    expect(admit(w.cx, official, false)?.why).not.toBe('ceiling')
    await admin.json(`/api/message-costs/${official}`, 'PUT', { amount: 10 * 3217 })
    w.clock.forward(30 * 86_400_000)
    expect(admit(w.cx, official, false)?.why).not.toBe('ceiling')
  })

  test('is refused where nothing is charged', async () => {
    const { admin } = place()
    const answer = await admin.json(`/api/message-costs/${LOJA}`, 'PUT', { amount: 1 })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([409, 'ERR_NOTHING_CHARGED'])
  })
})

describe('prices', () => {
  const prices = { service: 500, utility: 500, marketing: 4000, authentication: 500, freeService: 0 }

  test('are the operator’s to set: by whom, and what is refused', async () => {
    const { w } = place()
    const people = [
      w.attendant([]),
      w.attendant([], { profile: 'supervisor' }),
      w.admin(),
      w.admin({ super: true }),
      w.company().admin(),
    ]
    const statuses = []
    for (const who of people)
      statuses.push(
        (await who.json('/api/message-prices/2026-11-05', 'PUT', prices)).status,
        (await who.request('/api/message-prices')).status,
      )
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 200, 200, 403, 403])
    const operator = people[3]
    for (const day of ['2026-13-01', '2026-02-3', 'hoje', '9999-01-01'])
      expect((await operator?.json(`/api/message-prices/${day}`, 'PUT', prices))?.status).toBe(400)
    for (const wrong of [{ service: -1 }, { service: 0.5 }, { marketing: 10_000_001 }, { freeService: null }])
      expect((await operator?.json('/api/message-prices/2026-11-05', 'PUT', { ...prices, ...wrong }))?.status).toBe(400)
  })

  test('apply from their day on, also to messages already counted, and are in the operator’s audit log', async () => {
    const { w, charge, send, cost } = place()
    const operator = w.admin({ super: true })
    charge(send())
    await operator.json('/api/message-prices/2026-11-10', 'PUT', prices)
    expect(await cost()).toMatchObject({ amount: 4000, prices: { marketing: 4000 }, pricesFrom: '2026-11-10' })
    await operator.json('/api/message-prices/2026-11-11', 'PUT', { ...prices, marketing: 1 })
    expect((await cost()).amount).toBe(4000)
    await operator.request('/api/message-prices/2026-11-10', { method: 'DELETE' })
    expect(await cost()).toMatchObject({ amount: 3217, pricesFrom: '2026-10-01' })
    expect((await operator.request('/api/message-prices/2026-11-10', { method: 'DELETE' })).status).toBe(404)
    expect(w.rows("SELECT act, subject_name AS day FROM audit_log WHERE kind = 'messagePrices' ORDER BY id")).toEqual([
      { act: 'create', day: '2026-11-10' },
      { act: 'create', day: '2026-11-11' },
      { act: 'delete', day: '2026-11-10' },
    ])
  })
})
