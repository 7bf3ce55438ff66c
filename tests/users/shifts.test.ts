/** Working hours: no sign-in outside them; at their end users are warned and signed out four minutes later. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { sessionEnded, shiftEnding, shiftGoesOn, type UpdateUser } from '../../src/users/contract'
import type { Attendant } from '../support/company-world'
import { runJob } from '../support/jobs'
import { type World, world } from '../support/world'
import { bodyOf, cookieOf, meWith, refresh, signIn } from './support'

/** The world begins on a Monday at nine in São Paulo, the company's zone. */
const NINE = Date.UTC(2026, 2, 2, 12)
const day = (weekdayEn: string, startTime: string, endTime: string) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTime,
  endTime,
})

async function working(hours: UpdateUser, options: { readonly at?: number } = {}) {
  const w = world({ startsAt: options.at ?? NINE })
  const [admin, ana] = [w.admin(), w.attendant()]
  const set = (change: UpdateUser) => admin.json(`/api/users/${ana.userId}`, 'PUT', change)
  expect((await set(hours)).status).toBe(200)
  const look = async () => void (await runJob(w.server, 'access.end-shifts'))
  const pass = async (ms: number) => {
    w.clock.forward(ms)
    await look()
  }
  return { w, admin, ana, set, look, pass }
}
const canCome = async (w: World, who: Attendant) => {
  const answer = await signIn(w, who.email)
  return answer.status === 200 ? true : (await bodyOf(answer)).error
}
const isIn = async (w: World, who: Attendant) => (await meWith(w, await who.token())).status === 200
const warnings = (who: Attendant) => who.heard(shiftEnding).length

describe('signing in', () => {
  test.each([
    ['within the hours', { startWork: '08:00', endWork: '18:00' }, true],
    ['at the first minute', { startWork: '09:00', endWork: '18:00' }, true],
    ['before them', { startWork: '09:01', endWork: '18:00' }, 'ERR_OUT_OF_HOURS'],
    ['at their end', { startWork: '08:00', endWork: '09:00' }, 'ERR_OUT_OF_HOURS'],
    ['where equal times say closed', { startWork: '09:00', endWork: '09:00' }, 'ERR_OUT_OF_HOURS'],
    ['in a night that ran into the morning', { startWork: '22:00', endWork: '09:30' }, true],
    ['after such a night', { startWork: '22:00', endWork: '08:30' }, 'ERR_OUT_OF_HOURS'],
    ['at any time', { startWork: '00:00', endWork: '23:59' }, true],
    ['on a day of the week', { typeExpedient: 'expedientPerDay', expedient: [day('monday', '08:00', '18:00')] }, true],
    [
      'on a day off',
      { typeExpedient: 'expedientPerDay', expedient: [day('tuesday', '08:00', '18:00')] },
      'ERR_OUT_OF_HOURS',
    ],
    [
      'in the night of the day before',
      { typeExpedient: 'expedientPerDay', expedient: [day('sunday', '22:00', '10:00')] },
      true,
    ],
  ] as const)('%s', async (_, hours, expected) => {
    const { w, ana } = await working(hours as UpdateUser)
    expect(await canCome(w, ana)).toBe(expected)
  })

  test('hours apply to profile user only, and a wrong password reveals nothing about them', async () => {
    const { w, ana, set } = await working({ startWork: '20:00', endWork: '21:00' })
    expect((await bodyOf(await signIn(w, ana.email, 'errada'))).error).toBe('ERR_INVALID_CREDENTIALS')
    expect(await canCome(w, ana)).toBe('ERR_OUT_OF_HOURS')
    await set({ profile: 'supervisor' })
    expect(await canCome(w, ana)).toBe(true)
  })
})

describe('the end of a shift', () => {
  test('is announced to the user with the number of open conversations; four minutes later they are signed out with a reason', async () => {
    const { w, admin, ana, pass } = await working({ startWork: '08:00', endWork: '09:30' })
    const cookie = cookieOf(await signIn(w, ana.email))
    const bia = w.attendant()
    w.ticket({ userId: ana.userId })
    await pass(29 * MINUTE)
    expect(warnings(ana)).toBe(0)
    ana.forget()
    await pass(MINUTE)
    expect(ana.frames.map(({ event }) => event)).toEqual(['company-1-expedient'])
    const endsAt = new Date(NINE + 34 * MINUTE).toISOString()
    expect(ana.heard(shiftEnding)).toEqual([{ userId: ana.userId, endsAt, openTickets: 1 }])
    for (const other of [admin, bia]) expect(warnings(other)).toBe(0)
    await pass(239 * SECOND)
    const fresh = await refresh(w, cookie)
    expect(fresh.status).toBe(200)
    await pass(SECOND)
    expect((await refresh(w, cookieOf(fresh))).status).toBe(401)
    expect(await canCome(w, ana)).toBe('ERR_OUT_OF_HOURS')
    expect(w.ticketNow(1)).toMatchObject({ status: 'open', userId: ana.userId })
    expect(await isIn(w, bia)).toBe(true)
  })

  test('is the reason shown on the signed-out page, and on one that reconnects later', async () => {
    const { w, ana, pass } = await working({ startWork: '08:00', endWork: '09:30' })
    const signed = await signIn(w, ana.email)
    const { token = '' } = await bodyOf(signed)
    const page = w.server.hub.all().find(({ actor }) => actor.userId === ana.userId)
    if (page) page.actor = (await w.server.auth.identify(token)).actor // of the session that has just begun
    await pass(30 * MINUTE)
    await pass(4 * MINUTE)
    expect(ana.heard(sessionEnded).at(-1)).toMatchObject({ userId: ana.userId, reason: 'expedient' })
    expect(ana.closed).toContain(4001)
    const answer = await refresh(w, cookieOf(signed))
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([401, 'ERR_OUT_OF_HOURS'])
  })

  test('is in the morning for a night shift, not at midnight', async () => {
    const { ana, w, pass } = await working({ startWork: '22:00', endWork: '06:00' }, { at: NINE + 14 * HOUR })
    expect(await canCome(w, ana)).toBe(true)
    await pass(HOUR + SECOND) // midnight in São Paulo
    await pass(5 * HOUR + 50 * MINUTE)
    expect(warnings(ana)).toBe(0)
    await pass(10 * MINUTE)
    expect(warnings(ana)).toBe(1)
  })

  test.each([
    ['Europe/Lisbon', '2026-03-28T23:00', 6], // one o'clock is two
    ['Europe/Lisbon', '2026-10-24T23:00', 8], // two is one
    ['America/Sao_Paulo', '2018-11-03T23:00', 6], // midnight is one
    ['America/Sao_Paulo', '2018-02-17T22:30', 8.5], // midnight is eleven
  ])('follows the wall clock across clock changes: %s, %s', async (timeZone, local, hours) => {
    const at = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
    const { w, admin, ana, pass } = await working({ startWork: '22:00', endWork: '06:00' }, { at })
    expect((await admin.json(`/api/companies/${w.tenant.id}`, 'PUT', { timeZone })).status).toBe(200)
    for (let half = 0; half < hours * 2 - 1; half++) await pass(HOUR / 2)
    await pass(29 * MINUTE)
    expect([warnings(ana), await isIn(w, ana)]).toEqual([0, true])
    await pass(MINUTE)
    expect(warnings(ana)).toBe(1)
  })

  test('signs nobody out whose hours changed, who was promoted, or if the clock was set back', async () => {
    const changes: ((at: Awaited<ReturnType<typeof working>>) => unknown)[] = [
      ({ set }) => set({ endWork: '18:00' }),
      ({ set }) => set({ startWork: '00:00', endWork: '23:59' }),
      ({ set }) => set({ profile: 'supervisor' }),
      ({ w }) => w.clock.forward(-HOUR),
    ]
    for (const change of changes) {
      const at = await working({ startWork: '08:00', endWork: '09:30' })
      await at.pass(30 * MINUTE)
      await at.pass(3 * MINUTE)
      await change(at)
      await at.look()
      expect(at.ana.heard(shiftGoesOn)).toEqual([{ userId: at.ana.userId }])
      await at.pass(4 * MINUTE)
      expect(await isIn(at.w, at.ana)).toBe(true)
      expect(warnings(at.ana)).toBe(1)
    }
  })

  test('gives the full time again after a new warning, and after the clock was set back', async () => {
    const { w, ana, set, pass } = await working({ startWork: '08:00', endWork: '09:30' })
    await pass(30 * MINUTE)
    await set({ endWork: '10:00' })
    await pass(3 * MINUTE)
    await set({ endWork: '09:30' })
    await pass(2 * MINUTE)
    await pass(239 * SECOND)
    expect(await isIn(w, ana)).toBe(true)
    w.clock.forward(-4 * MINUTE)
    await pass(0)
    await pass(239 * SECOND)
    expect(await isIn(w, ana)).toBe(true)
    await pass(SECOND)
    expect(await isIn(w, ana)).toBe(false)
  })

  test('is sent once to each page, also to one opened after the warning', async () => {
    const { w, ana, pass } = await working({ startWork: '08:00', endWork: '09:30' })
    await pass(30 * MINUTE)
    await pass(3 * SECOND)
    expect(warnings(ana)).toBe(1)
    w.server.hub.join({ ...ana.listener, subscribe() {}, unsubscribe() {}, send: () => true }, null)
    await pass(3 * SECOND)
    expect(warnings(ana)).toBe(2)
  })

  test('ends sessions without a page too, and warns again after a restart', async () => {
    const { w, ana, pass } = await working({ startWork: '08:00', endWork: '09:30' })
    w.server.hub.leave(ana.listener)
    await pass(30 * MINUTE)
    const again = await w.reopen()
    const look = () => runJob(again.server, 'access.end-shifts')
    const answers = async () => (await meWith(again, await ana.token())).status
    again.clock.forward(4 * MINUTE)
    expect(again.rows('SELECT 1')).toHaveLength(1) // its file is open
    await look()
    expect(await answers()).toBe(200)
    again.clock.forward(4 * MINUTE)
    await look()
    expect(await answers()).toBe(403)
  })
})
