/** Out-of-hours messages: sent at most every two hours, with the next opening time. */
import { describe, expect, test } from 'bun:test'
import { usualWeek } from '../../src/hours/contract'
import { setCompanyWeek } from '../../src/hours/queries'
import { HOUR, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { sendOutOfHours } from '../../src/tickets/moves/out-of-hours'
import { LOJA, SALES } from '../support/company-world'
import { type World, world } from '../support/world'

const CLOSED = 'Fechados. Voltamos {{nextOpening}}.'
/** In São Paulo; 2 March 2026 is a Monday. */
const at = (local: string, timeZone = 'America/Sao_Paulo') =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds

async function company(local: string, scheduleType = 'company', timeZone = 'America/Sao_Paulo') {
  const w = world({ startsAt: at(local, timeZone) })
  const admin = w.admin()
  await admin.json('/api/whatsapp/1', 'PUT', { outOfHoursMessage: CLOSED })
  await admin.json('/api/settings/scheduleType', 'PUT', { value: scheduleType })
  if (timeZone !== 'America/Sao_Paulo') await admin.json(`/api/companies/${w.tenant.id}`, 'PUT', { timeZone })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  return { w, admin, maria }
}
const sentTexts = (w: World) =>
  w.rows<{ body: string }>('SELECT body FROM messages WHERE from_me = 1 ORDER BY id').map(({ body }) => body)
const to = (w: World, local: string, timeZone?: string) => w.clock.forward(at(local, timeZone) - w.clock.now())

describe('the out-of-hours message', () => {
  test('is sent while the company is closed, and the ticket stays pending', async () => {
    const { w, maria } = await company('2026-03-02T19:00')
    maria.says('oi')
    expect(sentTexts(w)).toEqual(['Fechados. Voltamos amanhã às 08:00.'])
    expect(w.ticketNow(1)).toMatchObject({ status: 'pending', userId: null })
  })

  test('is not sent while the company is open or has no hours', async () => {
    const open = await company('2026-03-02T10:00')
    open.maria.says('oi')
    const unset = await company('2026-03-02T19:00', 'disabled')
    unset.maria.says('oi')
    expect([sentTexts(open.w), sentTexts(unset.w)]).toEqual([[], []])
  })

  test('is repeated after two hours and not before, also across a restart', async () => {
    const { w, maria } = await company('2026-03-02T19:00')
    maria.says('oi')
    w.clock.forward(HOUR + 59 * MINUTE)
    maria.says('alguém?')
    expect(sentTexts(w)).toHaveLength(1)
    const again = await w.reopen()
    again.clock.forward(30_000)
    again.whatsapp.person('5521996124087').says('ainda?', { externalId: 'LATER1' })
    expect(sentTexts(again)).toHaveLength(1)
    again.clock.forward(30_000)
    again.whatsapp.person('5521996124087').says('olá', { externalId: 'LATER2' })
    expect(sentTexts(again)).toHaveLength(2)
  })

  test('is not repeated because the clock was set back by an hour', async () => {
    const { w, maria } = await company('2026-03-02T20:30')
    maria.says('oi')
    w.clock.forward(-HOUR)
    maria.says('alguém?')
    expect(sentTexts(w)).toHaveLength(1)
    w.clock.forward(-24 * HOUR) // a clock that was a day ahead must not suppress it
    maria.says('e agora?')
    expect(sentTexts(w)).toHaveLength(2)
  })

  test('is not sent to groups, blocked contacts or contacts with an attendant', async () => {
    const { w, maria } = await company('2026-03-02T19:00')
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    maria.says('no grupo', { chat: [{ kind: 'group', value: '1203630' }], isGroup: true })
    maria.says('oi')
    expect(sentTexts(w)).toHaveLength(1)
    const ana = w.attendant()
    const [id] = w.rows<{ id: number }>('SELECT id FROM tickets WHERE is_group = 0').map((row) => row.id)
    await ana.json(`/api/tickets/${id}`, 'PUT', { status: 'open', userId: ana.userId })
    w.clock.forward(3 * HOUR)
    maria.says('obrigada')
    const blocked = w.contact({ number: '5521900000001' })
    await ana.json(`/api/contacts/block/${blocked.id}`, 'PUT', { active: false })
    w.whatsapp.person('5521900000001').says('oi')
    expect(sentTexts(w)).toHaveLength(1)
  })

  test('replaces the greeting, which is sent if there is no such message', async () => {
    const { w, admin, maria } = await company('2026-03-02T19:00')
    await admin.json('/api/settings/sendGreetingMessageOneQueues', 'PUT', { value: 'enabled' })
    await admin.json(`/api/queue/${SALES}`, 'PUT', { greetingMessage: 'Bem-vindo!' })
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { queueIds: [SALES] })
    maria.says('oi')
    expect(sentTexts(w)).toEqual(['Fechados. Voltamos amanhã às 08:00.'])
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { outOfHoursMessage: '' })
    w.whatsapp.person('5521900000002').says('oi')
    expect(sentTexts(w).at(-1)).toBe('Bem-vindo!')
  })

  test('of the queue takes precedence over the connection’s, by the queue’s week if queues have their own', async () => {
    const { w, admin, maria } = await company('2026-03-02T19:00', 'queue')
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { queueIds: [SALES] })
    const night = { ...usualWeek, same: true, every: { from: '20:00', to: '06:00' } }
    w.rows('UPDATE queues SET schedules = ? WHERE id = ? RETURNING id', JSON.stringify(night), SALES)
    maria.says('oi')
    expect(sentTexts(w)).toEqual(['Fechados. Voltamos hoje às 20:00.'])
    w.rows("UPDATE queues SET out_of_hours_message = 'Vendas abre {{nextOpening}}' WHERE id = ? RETURNING id", SALES)
    w.clock.forward(30 * MINUTE)
    w.whatsapp.person('5521900000002').says('oi')
    expect(sentTexts(w).at(-1)).toBe('Vendas abre hoje às 20:00')
    to(w, '2026-03-02T23:00')
    w.whatsapp.person('5521900000003').says('oi')
    expect(sentTexts(w)).toHaveLength(2)
  })

  test('follows the company’s week for queues without their own, and is never sent for tickets without a queue', async () => {
    const { w, admin, maria } = await company('2026-03-02T19:00', 'queue')
    maria.says('oi')
    expect(sentTexts(w)).toEqual([])
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { queueIds: [SALES] })
    w.whatsapp.person('5521900000002').says('oi')
    expect(sentTexts(w)).toHaveLength(1)
  })

  test('can be sent by an attendant who moves a ticket to a closed queue, and then counts as sent', async () => {
    const { w, maria } = await company('2026-03-02T19:00', 'disabled')
    maria.says('oi')
    writeSetting(w.db, 'scheduleType', 'company')
    expect(w.cx.transaction((cx) => sendOutOfHours(cx, w.ticketNow(1)))).toBe(true)
    maria.says('olá?')
    expect(sentTexts(w)).toHaveLength(1)
  })
})

describe('the next opening as text', () => {
  test('says today, tomorrow, the weekday or the date, and nothing if it never opens', async () => {
    const { w, admin } = await company('2026-03-02T06:00')
    let number = 5521900000100
    const said = (local: string) => {
      to(w, local)
      w.whatsapp.person(String(number++)).says('oi')
      return sentTexts(w).at(-1)
    }
    expect(said('2026-03-02T06:00')).toBe('Fechados. Voltamos hoje às 08:00.')
    expect(said('2026-03-06T18:30')).toBe('Fechados. Voltamos amanhã às 08:00.')
    expect(said('2026-03-07T13:00')).toBe('Fechados. Voltamos segunda-feira, 08:00.')
    for (const date of ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14'])
      await admin.json('/api/holidays', 'POST', { date, name: 'Férias coletivas' })
    expect(said('2026-03-07T14:00')).toBe('Fechados. Voltamos segunda-feira, 16/03, 08:00.')
    setCompanyWeek(w.db, { ...usualWeek, days: usualWeek.days.map(() => null) })
    expect(said('2026-03-07T15:00')).toBe('Fechados. Voltamos.')
  })

  test('uses the company’s current language and time zone', async () => {
    const { w, admin } = await company('2026-03-02T19:00')
    const said = async (number: string, place: object) => {
      await admin.json(`/api/companies/${w.tenant.id}`, 'PUT', place)
      w.whatsapp.person(number).says('hi')
      return sentTexts(w).at(-1)
    }
    expect(await said('5521900000001', { language: 'en' })).toBe('Fechados. Voltamos tomorrow at 08:00.')
    expect(await said('5521900000002', { language: 'es' })).toBe('Fechados. Voltamos mañana a las 08:00.')
    expect(await said('5521900000003', { language: 'tr' })).toBe('Fechados. Voltamos yarın saat 08:00.')
    // Seven in the evening in São Paulo is two in the morning in Addis Ababa.
    expect(await said('5521900000004', { language: 'pt-BR', timeZone: 'Africa/Addis_Ababa' })).toBe(
      'Fechados. Voltamos hoje às 08:00.',
    )
  })
})

describe('across clock changes and holidays', () => {
  test('the wall clock counts in Lisbon in spring and autumn', async () => {
    const zone = 'Europe/Lisbon'
    const { w } = await company('2026-03-27T17:59', 'company', zone)
    const isAnswered = (number: string, moment: number) => {
      w.clock.forward(moment - w.clock.now())
      const before = sentTexts(w).length
      w.whatsapp.person(number).says('oi')
      return sentTexts(w).length > before
    }
    expect(isAnswered('5521900000001', Date.UTC(2026, 2, 27, 17, 59))).toBe(false) // winter time: 17:59
    expect(isAnswered('5521900000002', Date.UTC(2026, 2, 30, 17, 59))).toBe(true) // summer time: 18:59
    expect(isAnswered('5521900000003', Date.UTC(2026, 9, 26, 7, 59))).toBe(true) // winter time again: 07:59
    expect(isAnswered('5521900000004', Date.UTC(2026, 9, 26, 8, 0))).toBe(false)
  })

  test('the wall clock counts in São Paulo’s summer time of 2018', async () => {
    const { w, maria } = await company('2018-11-05T08:30')
    maria.says('oi') // the first Monday in summer time
    expect(sentTexts(w)).toEqual([])
    w.clock.forward(Date.UTC(2018, 10, 5, 20, 30) - w.clock.now())
    w.whatsapp.person('5521900000002').says('oi') // 18:30; without summer time it would be 17:30
    expect(sentTexts(w)).toHaveLength(1)
  })

  test('a night shift continues into the morning, also of a holiday', async () => {
    const { w, admin } = await company('2026-03-02T23:00')
    setCompanyWeek(w.db, { ...usualWeek, same: true, every: { from: '22:00', to: '06:00' } })
    await admin.json('/api/holidays', 'POST', { date: '2026-03-03', name: 'Aniversário da cidade' })
    let number = 5521900000100
    const isClosed = (local: string) => {
      to(w, local)
      const before = sentTexts(w).length
      w.whatsapp.person(String(number++)).says('oi')
      return sentTexts(w).length > before
    }
    expect(isClosed('2026-03-03T05:59')).toBe(false) // begun on Monday
    expect(isClosed('2026-03-03T06:00')).toBe(true)
    expect(isClosed('2026-03-03T23:00')).toBe(true) // the holiday
    expect(isClosed('2026-03-04T22:00')).toBe(false)
  })

  test('a holiday of one queue closes only that queue', async () => {
    const { w, admin } = await company('2026-03-02T10:00')
    await admin.json('/api/holidays', 'POST', { date: '2026-03-02', name: 'Inventário', queueId: SALES })
    w.whatsapp.person('5521900000001').says('oi')
    expect(sentTexts(w)).toEqual([])
    await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { queueIds: [SALES] })
    w.whatsapp.person('5521900000002').says('oi')
    expect(sentTexts(w)).toHaveLength(1)
  })
})
