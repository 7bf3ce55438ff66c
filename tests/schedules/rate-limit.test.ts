/** Schedules and the rate limiter: they count but are not delayed, unless WhatsApp forbids new chats. */
import { expect, test } from 'bun:test'
import { sendLimitsOf } from '../../src/outbound/rate/limiter'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { LOJA, SALES } from '../support/company-world'
import { doJob, runJob } from '../support/jobs'
import { givePlan } from '../support/plans'
import { NOON, world } from '../support/world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MARIA = '5521996124087'

type Made = { id: number; status: string; failure: string | null; wait: { why: string; until: string | null } | null }

function place() {
  const w = world()
  const ana = w.attendant([SALES])
  const maria = w.contact({ number: MARIA })
  const make = async (sendAt = NOON + HOUR) => {
    const body = { contactId: maria.id, whatsappId: LOJA, body: 'Bom dia!', sendAt: new Date(sendAt).toISOString() }
    const { schedules } = (await (await ana.json('/api/schedules', 'POST', body)).json()) as { schedules: Made[] } // its route's
    return schedules[0]?.id ?? 0
  }
  const one = async (id: number) => (await (await ana.request(`/api/schedules/${id}`)).json()) as Made // its route's
  const later = (ms: number) => {
    w.clock.forward(ms)
    doJob(w, 'schedules.send')
  }
  return { w, make, one, later }
}

test('are sent outside the sending hours and beyond the daily cap, and count', async () => {
  const { w, make, one, later } = place()
  changeCampaignSettings(w.cx, null, { settings: { sendFrom: '08:00', sendTo: '09:00', dailyCap: 1, coldCap: 1 } })
  const ids = [await make(), await make(), await make()]
  later(HOUR)
  for (const id of ids) expect((await one(id)).status).not.toBe('pending')
  expect(sendLimitsOf(w.cx, LOJA)).toMatchObject({ sentToday: 3, coldToday: 3 })
})

test('wait for cold contacts while the account is RESTRICTED, show the wait, and are sent afterwards', async () => {
  const { w, make, one, later } = place()
  const until = NOON + HOUR + 20 * MINUTE
  w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED', reason: 'restricted', until })
  const id = await make()
  later(HOUR)
  expect(await one(id)).toMatchObject({
    status: 'pending',
    wait: { why: 'restricted', until: new Date(until).toISOString() },
  })
  later(19 * MINUTE)
  expect((await one(id)).status).toBe('pending')
  later(MINUTE)
  expect(await one(id)).toMatchObject({ wait: null })
  expect((await one(id)).status).not.toBe('pending')
})

test('fail with the reason after an hour of waiting, without blocking others', async () => {
  const { w, make, one, later } = place()
  w.telephones.report(w.refOf(LOJA), { status: 'RESTRICTED', reason: 'restricted', until: null })
  const held = []
  for (let n = 0; n < 55; n++) held.push(await make())
  later(HOUR)
  later(5000)
  w.whatsapp.person('5521988887777').says('oi')
  const ana = w.attendant([SALES], { profile: 'admin' })
  const body = { contactId: w.contact({ number: '5521988887777' }).id, whatsappId: LOJA, body: 'Bom dia!' }
  const made = await ana.json('/api/schedules', 'POST', {
    ...body,
    sendAt: new Date(w.clock.now() + 1000).toISOString(),
  })
  const { schedules } = (await made.json()) as { schedules: Made[] } // its route's
  later(5000)
  expect((await one(held[0] ?? 0)).status).toBe('pending')
  expect(w.rows('SELECT 1 FROM schedules WHERE id = ? AND status <> ?', schedules[0]?.id, 'pending')).toHaveLength(1)
  later(HOUR)
  expect(await one(held[0] ?? 0)).toMatchObject({ status: 'err', failure: 'held' })
})

test('are sent after an opt-out only if created later', async () => {
  const { w, make, one, later } = place()
  const first = await make()
  const second = await make(NOON + 2 * HOUR)
  later(HOUR)
  expect((await one(first)).status).not.toBe('pending')
  w.whatsapp.person(MARIA).says('SAIR')
  w.clock.forward(1)
  const third = await make(NOON + 2 * HOUR)
  later(HOUR)
  expect(await one(second)).toMatchObject({ status: 'err', failure: 'optedOut' })
  expect((await one(third)).failure).toBeNull()
})

test('are held while the plan has no schedules, go on with the plan, and fail with the reason after an hour', async () => {
  const { w, make } = place()
  const control = w.server.databases.writableControl()
  const later = (ms: number) => {
    w.clock.forward(ms)
    return runJob(w.server, 'schedules.send')
  }
  const of = (id: number) =>
    w.rows<{ status: string; failure: string | null; wait_why: string | null }>(
      'SELECT status, failure, wait_why FROM schedules WHERE id = ?',
      id,
    )[0]
  const soon = await make()
  const late = await make(NOON + 2 * HOUR)
  givePlan(control, w.tenant.id, [])
  await later(HOUR)
  expect(of(soon)).toMatchObject({ status: 'pending', wait_why: 'plan' })
  givePlan(control, w.tenant.id, null)
  await later(2 * MINUTE)
  expect(of(soon)).toMatchObject({ wait_why: null })
  expect(of(soon)?.status).not.toBe('pending')
  givePlan(control, w.tenant.id, [])
  await later(HOUR)
  await later(HOUR + MINUTE)
  expect(of(late)).toMatchObject({ status: 'err', failure: 'plan' })
})
