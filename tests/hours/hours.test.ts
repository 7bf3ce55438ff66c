/** The company's weekly hours and holidays: permissions, validation, events. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { holidayDeleted, holidayUpdated, hoursUpdated, schedulesOf, usualWeek } from '../../src/hours/contract'
import { nationalHolidays } from '../../src/hours/national'
import type { Attendant } from '../support/company-world'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

type Answer = Record<string, unknown>
const ask = async (who: Attendant, method: string, path: string, body?: unknown): Promise<Answer> =>
  (await (await (body === undefined ? who.request(path, { method }) : who.json(path, method, body))).json()) as Answer

describe('the company’s week', () => {
  test('is the default one until changed, for its company only', async () => {
    const w = world()
    const [admin, ana, stranger] = [w.admin(), w.attendant(), w.company().admin()]
    const path = `/api/companies/${w.tenant.id}/schedules`
    expect(await ask(ana, 'GET', path)).toEqual({ schedules: schedulesOf(usualWeek) })
    const schedules = schedulesOf({ ...usualWeek, same: true, every: { from: '22:00', to: '06:00' } })
    expect(await ask(admin, 'PUT', path, { schedules })).toEqual({ schedules })
    expect(await ask(ana, 'GET', path)).toEqual({ schedules })
    for (const who of [admin, ana]) expect(who.heard(hoursUpdated)).toEqual([{ schedules }])
    expect(stranger.heard(hoursUpdated)).toEqual([])
    expect(admin.heard(auditRecorded)).toMatchObject([
      {
        entry: {
          kind: 'hours',
          changes: expect.arrayContaining([{ field: 'monday', from: '08:00-18:00', to: '22:00-06:00' }]),
        },
      },
    ])
    expect(await ask(ana, 'PUT', path, { schedules })).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    for (const method of ['GET', 'PUT'])
      expect(await ask(stranger, method, path, method === 'PUT' ? { schedules } : undefined)).toMatchObject({
        error: 'ERR_NO_COMPANY_FOUND',
      })
  })

  test('is changed by a super user for another company, whose history names the operator', async () => {
    const w = world()
    const other = w.company()
    const [root, theirs] = [w.admin({ super: true }), other.admin()]
    const path = `/api/companies/${other.tenant.id}/schedules`
    const schedules = schedulesOf({ ...usualWeek, same: true, every: { from: '07:00', to: '15:00' } })
    expect(await ask(root, 'PUT', path, { schedules })).toEqual({ schedules })
    expect(await ask(root, 'GET', path)).toEqual({ schedules })
    expect(await ask(theirs, 'GET', path)).toEqual({ schedules })
    expect(theirs.heard(hoursUpdated)).toEqual([{ schedules }])
    expect(theirs.heard(auditRecorded)).toMatchObject([{ entry: { kind: 'hours', userId: null } }])
    expect(root.heard(auditRecorded)).toEqual([])
    expect(await ask(root, 'GET', '/api/companies/99999/schedules')).toMatchObject({ error: 'ERR_NO_COMPANY_FOUND' })
  })

  test('names the field with an invalid time', async () => {
    const w = world()
    const [monday, ...days] = schedulesOf(usualWeek)
    const schedules = [{ ...monday, startTime: '25:00' }, ...days]
    expect(await ask(w.admin(), 'PUT', `/api/companies/${w.tenant.id}/schedules`, { schedules })).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'schedules.0.startTime' }],
    })
  })
})

describe('holidays', () => {
  test('are changed by admins, read by all, and announced', async () => {
    const w = world()
    const [admin, ana, stranger] = [w.admin(), w.attendant(), w.company().admin()]
    const christmas = await ask(admin, 'POST', '/api/holidays', { date: '2026-12-25', name: 'Natal' })
    expect(christmas).toEqual({ id: 1, date: '2026-12-25', name: 'Natal', queueId: null })
    const eve = await ask(admin, 'POST', '/api/holidays', { date: '2026-12-24', name: 'Véspera', queueId: SALES })
    expect(await ask(ana, 'GET', '/api/holidays')).toEqual([eve, christmas] as never)
    const moved = await ask(admin, 'PUT', '/api/holidays/2', { date: '2026-12-31', queueId: null })
    expect(moved).toEqual({ id: 2, date: '2026-12-31', name: 'Véspera', queueId: null })
    expect(await ask(admin, 'DELETE', '/api/holidays/1')).toEqual({ ok: true })
    expect(await ask(ana, 'GET', '/api/holidays')).toEqual([moved] as never)
    expect(ana.heard(holidayUpdated).map(({ holiday }) => holiday)).toEqual([christmas, eve, moved] as never)
    expect(ana.heard(holidayDeleted)).toEqual([{ holidayId: 1 }])
    expect(stranger.heard(holidayUpdated)).toEqual([])
    expect(admin.heard(auditRecorded).map(({ entry }) => [entry.kind, entry.act])).toEqual([
      ['holiday', 'create'],
      ['holiday', 'create'],
      ['holiday', 'update'],
      ['holiday', 'delete'],
    ])
  })

  test('are refused if invalid', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const post = (body: object) => ask(admin, 'POST', '/api/holidays', { date: '2026-12-25', name: 'Natal', ...body })
    for (const date of ['2026-02-30', '25/12/2026', '1999-12-25', ''])
      expect(await post({ date })).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'date' }] })
    expect(await post({ queueId: 99 })).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
    await post({})
    expect(await post({ name: 'Outra vez' })).toMatchObject({
      error: 'ERR_DUPLICATED_HOLIDAY',
      details: [{ field: 'date' }],
    })
    expect(await post({ queueId: SALES })).toMatchObject({ queueId: SALES })
    expect(await ask(admin, 'PUT', '/api/holidays/99', { name: 'Nada' })).toMatchObject({
      error: 'ERR_NO_HOLIDAY_FOUND',
    })
    expect(await ask(admin, 'PUT', '/api/holidays/2', { queueId: null })).toMatchObject({
      error: 'ERR_DUPLICATED_HOLIDAY',
    })
    expect(await ask(admin, 'DELETE', '/api/holidays/99')).toMatchObject({ error: 'ERR_NO_HOLIDAY_FOUND' })
    expect(await ask(ana, 'DELETE', '/api/holidays/1')).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  })

  test('of a queue are deleted with it', async () => {
    const w = world()
    const admin = w.admin()
    await ask(admin, 'POST', '/api/holidays', { date: '2026-12-24', name: 'Véspera', queueId: SALES })
    await ask(admin, 'DELETE', `/api/queue/${SALES}`)
    expect(await ask(admin, 'GET', '/api/holidays')).toEqual([] as never)
  })

  test('of Brazil follow the law and Easter', async () => {
    const days = (year: number) =>
      Object.fromEntries(nationalHolidays(year).map(({ name, date }) => [name, date.slice(5)]))
    // Easter: 5 April 2026, 28 March 2027, 16 April 2028, and the ends of its range in 2008 and 2038.
    expect([2026, 2027, 2028, 2008, 2038].map((year) => days(year)['Sexta-feira Santa'])).toEqual([
      '04-03',
      '03-26',
      '04-14',
      '03-21',
      '04-23',
    ])
    expect(days(2026)).toMatchObject({
      Carnaval: '02-17',
      'Corpus Christi': '06-04',
      Natal: '12-25',
      Tiradentes: '04-21',
    })
    expect([days(2023), days(2024)].map((year) => 'Dia da Consciência Negra' in year)).toEqual([false, true])
    const optional = nationalHolidays(2026).filter(({ isOptional }) => isOptional)
    expect(optional.map(({ name }) => name)).toEqual([
      'Carnaval (segunda-feira)',
      'Carnaval',
      'Quarta-feira de Cinzas',
      'Corpus Christi',
    ])
    const w = world()
    expect(await ask(w.attendant(), 'GET', '/api/holidays/national?year=2026')).toEqual(nationalHolidays(2026) as never)
    expect(await ask(w.attendant(), 'GET', '/api/holidays/national?year=26')).toMatchObject({
      error: 'ERR_INVALID_INPUT',
    })
  })
})
