/** Events of the personal calendar: their owner's actions, and that nobody else sees them. */
import { expect, test } from 'bun:test'
import {
  type CalendarEvent,
  type CreateEvent,
  eventCreated,
  eventDeleted,
  eventReminds,
  eventUpdated,
  MOST_EVENTS,
  MOST_SERIES,
} from '../../src/features/calendar/contract'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import { world } from '../support/world'

const meeting = { title: 'Reunião', start: '2026-03-02T12:00:00.000Z', end: '2026-03-02T13:00:00.000Z' }

async function add(who: Attendant, event: Partial<CreateEvent> = {}): Promise<CalendarEvent> {
  const made = await who.api.eventos.post({ ...meeting, ...event })
  return made.data ?? expect.unreachable(codeOf(made))
}
const titlesOf = async (who: Attendant, query: Record<string, string> = {}) =>
  ((await who.api.eventos.get({ query })).data ?? expect.unreachable('no list')).map(({ title }) => title)

test('an event is created, and announced only to its owner', async () => {
  const w = world()
  const [ana, admin] = [w.attendant(), w.admin()]
  const made = await add(ana, { title: ' Visita ', description: 'Levar amostras' })
  expect(made).toMatchObject({ ...meeting, title: 'Visita', description: 'Levar amostras', concluido: false })
  expect(ana.heard(eventCreated)).toEqual([{ evento: made }])
  expect((await ana.api.eventos.get({ query: {} })).data).toEqual([made])
  expect(admin.heard(eventCreated)).toEqual([])
  expect(await titlesOf(admin)).toEqual([])
})

test('a title is required, and the end must be after the start, also when only one of them changes', async () => {
  const ana = world().attendant()
  for (const wrong of [{ title: '  ' }, { title: 'a'.repeat(101) }, { end: meeting.start }, { start: 'amanhã' }])
    expect(codeOf(await ana.api.eventos.post({ ...meeting, ...wrong }))).toBe('ERR_INVALID_INPUT')
  const { id } = await add(ana)
  const late = await ana.api.eventos({ id }).put({ start: meeting.end })
  expect(late.error?.value).toMatchObject({ details: [{ field: 'end', hint: 'form.time.reversed' }] })
  const moved = await ana.api.eventos({ id }).put({ start: meeting.end, end: '2026-03-02T14:00:00.000Z' })
  expect(moved.data).toMatchObject({ start: meeting.end, end: '2026-03-02T14:00:00.000Z' })
  expect(ana.heard(eventUpdated)).toHaveLength(1)
})

test('is marked as done, also without a body, and reopened', async () => {
  const ana = world().attendant()
  const { id } = await add(ana)
  const mark = (body?: object) =>
    ana.request(`/api/eventos/${id}/concluido`, {
      method: 'PUT',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const shown = async (answer: Promise<Response>) => ((await (await answer).json()) as CalendarEvent).concluido
  expect(await shown(mark())).toBe(true)
  expect(await shown(mark({ concluido: false }))).toBe(false)
  expect(await shown(mark({}))).toBe(true)
})

test('is missing for everybody else, including admins, and can be deleted by its owner', async () => {
  const w = world()
  const [ana, admin] = [w.attendant(), w.admin()]
  const { id } = await add(ana)
  expect(codeOf(await admin.api.eventos({ id }).put({ title: 'Lida' }))).toBe('ERR_NO_EVENT_FOUND')
  expect(codeOf(await admin.api.eventos({ id }).concluido.put({}))).toBe('ERR_NO_EVENT_FOUND')
  expect(codeOf(await admin.api.eventos({ id }).delete())).toBe('ERR_NO_EVENT_FOUND')
  await ana.api.eventos({ id }).delete()
  expect(ana.heard(eventDeleted)).toEqual([{ eventoId: id }])
  expect(await titlesOf(ana)).toEqual([])
})

test('a span lists the events that overlap it, by the company’s days, in order of time', async () => {
  const ana = world().attendant()
  // São Paulo is three hours behind.
  await add(ana, { title: 'longa', start: '2026-02-20T12:00:00.000Z', end: '2026-03-10T12:00:00.000Z' })
  await add(ana, { title: 'madrugada', start: '2026-03-02T02:00:00.000Z', end: '2026-03-02T03:00:00.000Z' })
  await add(ana, { title: 'virada', start: '2026-03-02T02:30:00.000Z', end: '2026-03-02T03:30:00.000Z' })
  await add(ana, { title: 'noite', start: '2026-03-03T02:59:00.000Z', end: '2026-03-03T05:00:00.000Z' })
  await add(ana, { title: 'depois', start: '2026-03-03T03:00:00.000Z', end: '2026-03-03T05:00:00.000Z' })
  const day = { dateStart: '2026-03-02', dateEnd: '2026-03-02' }
  expect(await titlesOf(ana, day)).toEqual(['longa', 'virada', 'noite'])
  expect(await titlesOf(ana)).toEqual(['longa', 'madrugada', 'virada', 'noite', 'depois'])
  expect(codeOf(await ana.api.eventos.get({ query: { dateStart: '2026-13-40' } }))).toBe('ERR_INVALID_INPUT')
})

test('is found by title and description, ignoring case and accents', async () => {
  const ana = world().attendant()
  await add(ana, { title: 'Reunião' })
  await add(ana, { title: 'Visita', description: 'Reuniões do mês, 100%' })
  await add(ana, { title: 'Dentista' })
  expect(await titlesOf(ana, { searchParam: 'REUNIAO' })).toEqual(['Reunião'])
  expect(await titlesOf(ana, { searchParam: 'reunio' })).toEqual(['Visita'])
  expect(await titlesOf(ana, { searchParam: '0%' })).toEqual(['Visita'])
})

test('a user has a limited number of events, which are deleted with the user', async () => {
  const w = world()
  const ana = w.attendant()
  w.rows(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO events (user_id, title, description, start_at, end_at, words, created_at, updated_at)
     SELECT ?, 'evento', '', n, n + 1, 'evento', 0, 0 FROM numbers RETURNING id`,
    ...[MOST_EVENTS, ana.userId],
  )
  expect(codeOf(await ana.api.eventos.post(meeting))).toBe('ERR_EVENT_LIMIT')
  await add(w.admin())
  await w.admin().api.users({ id: ana.userId }).delete()
  expect(w.rows('SELECT title FROM events')).toEqual([{ title: 'Reunião' }])
})

const ringing = async (who: Attendant) =>
  ((await who.api.eventos.reminders.get()).data ?? []).map(({ title, remindingStart }) => [title, remindingStart])
const MINUTE = 60_000

test('a reminder rings once, only for its owner, and leaves the bell when seen', async () => {
  const w = world()
  const [ana, admin] = [w.attendant(), w.admin()]
  const start = w.clock.now() + 60 * MINUTE
  const times = { start: new Date(start).toISOString(), end: new Date(start + 1).toISOString() }
  const { id } = await add(ana, { ...times, remindLead: 10 })
  await doJob(w, 'calendar.remind')
  expect(await ringing(ana)).toEqual([])
  w.clock.forward(50 * MINUTE)
  await doJob(w, 'calendar.remind')
  expect(await ringing(ana)).toEqual([['Reunião', times.start]])
  expect([ana.heard(eventReminds).length, admin.heard(eventReminds).length]).toEqual([1, 0])
  w.clock.forward(60 * MINUTE)
  await doJob(w, 'calendar.remind')
  expect(ana.heard(eventReminds)).toHaveLength(1)
  await admin.api.eventos.reminders.seen.post({ ids: [id] })
  expect(await ringing(ana)).toHaveLength(1)
  await ana.api.eventos.reminders.seen.post({ ids: [id] })
  expect(await ringing(ana)).toEqual([])
})

test('a repeated event reminds of each occurrence but a deleted day, and not once it is done', async () => {
  const w = world()
  const ana = w.attendant()
  const start = w.clock.now() + 60 * MINUTE
  const at = (days: number) => new Date(start + days * 24 * 60 * MINUTE).toISOString()
  const times = { start: at(0), end: new Date(start + 30 * MINUTE).toISOString() }
  const { id } = await add(ana, { ...times, repeat: { kind: 'day', until: null }, remindLead: 0 })
  await ana.api.eventos({ id }).days.post({ day: at(1).slice(0, 10), isSkipped: true })
  const rung: unknown[] = []
  for (let day = 0; day < 4; day++) {
    w.clock.forward(day === 0 ? 60 * MINUTE : 24 * 60 * MINUTE)
    if (day === 3) await ana.api.eventos({ id }).concluido.put({ concluido: true })
    await doJob(w, 'calendar.remind')
    rung.push(ana.heard(eventReminds).at(-1)?.evento.remindingStart)
  }
  expect(rung).toEqual([at(0), at(0), at(2), at(2)])
})

test('one day of a repeated event is done, does not remind, and is reopened', async () => {
  const w = world()
  const ana = w.attendant()
  const start = w.clock.now() + 60 * MINUTE
  const at = (days: number) => new Date(start + days * 24 * 60 * MINUTE).toISOString()
  const day = at(0).slice(0, 10)
  const times = { start: at(0), end: new Date(start + 30 * MINUTE).toISOString() }
  const { id } = await add(ana, { ...times, repeat: { kind: 'day', until: null }, remindLead: 0 })
  const mark = async (body: object) => (await ana.api.eventos({ id }).concluido.put(body)).data
  expect(await mark({ concluido: true, day })).toMatchObject({ concluido: false, doneDays: [day] })
  w.clock.forward(60 * MINUTE)
  await doJob(w, 'calendar.remind')
  expect(ana.heard(eventReminds)).toEqual([])
  w.clock.forward(24 * 60 * MINUTE)
  await doJob(w, 'calendar.remind')
  expect(ana.heard(eventReminds).map(({ evento }) => evento.remindingStart)).toEqual([at(1)])
  expect(await mark({ concluido: false, day })).toMatchObject({ concluido: false, doneDays: [] })
  const single = await add(ana)
  expect(codeOf(await ana.api.eventos({ id: single.id }).concluido.put({ day }))).toBe('ERR_INVALID_INPUT')
})

test('deleted and done days move with a series, and end with its kind of repetition', async () => {
  const ana = world().attendant()
  const { id } = await add(ana, { repeat: { kind: 'week', until: null } })
  await ana.api.eventos({ id }).days.post({ day: '2026-03-09', isSkipped: true })
  await ana.api.eventos({ id }).concluido.put({ day: '2026-03-16' })
  const put = async (body: object) => (await ana.api.eventos({ id }).put(body)).data
  const days = (...[skipped, done]: string[]) => ({ skipped: [skipped], doneDays: [done] })
  const wednesday = { start: '2026-03-04T12:00:00.000Z', end: '2026-03-04T13:00:00.000Z' }
  expect(await put(wednesday)).toMatchObject(days('2026-03-11', '2026-03-18'))
  const later = { start: '2026-03-04T15:00:00.000Z', end: '2026-03-04T16:00:00.000Z', title: 'Reunião curta' }
  expect(await put(later)).toMatchObject(days('2026-03-11', '2026-03-18'))
  expect(await put({ repeat: { kind: 'month', until: null } })).toMatchObject({ skipped: [], doneDays: [] })
})

test('a repeated event is listed in every span in which it takes place, until its last day', async () => {
  const ana = world().attendant()
  const { id } = await add(ana, { repeat: { kind: 'week', until: '2026-03-23' } })
  const on = (day: string) => titlesOf(ana, { dateStart: day, dateEnd: day })
  for (const [day, isOn] of [
    ['2026-02-23', false],
    ['2026-03-02', true],
    ['2026-03-03', false],
    ['2026-03-16', true],
    ['2026-03-23', true],
    ['2026-03-30', false],
  ] as const)
    expect([day, await on(day)]).toEqual([day, isOn ? ['Reunião'] : []])
  await ana.api.eventos({ id }).days.post({ day: '2026-03-16', isSkipped: true })
  expect(await on('2026-03-16')).toEqual([])
  await ana.api.eventos({ id }).days.post({ day: '2026-03-16', isSkipped: false })
  expect(await on('2026-03-16')).toEqual(['Reunião'])
})

test('a repetition that begins on a weekend moves to Monday, and one that cannot take place is refused', async () => {
  const ana = world().attendant()
  const saturday = { start: '2026-03-07T12:00:00.000Z', end: '2026-03-07T13:00:00.000Z' }
  const weekdays = { kind: 'weekdays', until: null } as const
  expect(await add(ana, { ...saturday, repeat: weekdays })).toMatchObject({
    start: '2026-03-09T12:00:00.000Z',
    end: '2026-03-09T13:00:00.000Z',
  })
  for (const wrong of [
    { repeat: { kind: 'day', until: '2026-03-01' } },
    { repeat: { kind: 'day', until: '2026-02-30' } },
    { repeat: { kind: 'day', until: null }, end: '2026-05-02T12:00:00.000Z' },
    { contactId: 99_999 },
  ] as const)
    expect(codeOf(await ana.api.eventos.post({ ...meeting, ...wrong }))).toMatch(
      /^ERR_(INVALID_INPUT|NO_CONTACT_FOUND)$/,
    )
  const { id } = await add(ana)
  expect(codeOf(await ana.api.eventos({ id }).days.post({ day: '2026-03-02', isSkipped: true }))).toBe(
    'ERR_INVALID_INPUT',
  )
})

test('repeated events are limited, because every list expands them', async () => {
  const w = world()
  const ana = w.attendant()
  w.rows(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO events (user_id, title, description, start_at, end_at, words, created_at, updated_at)
     SELECT ?, 'evento', '', n, n + 1, 'evento', 0, 0 FROM numbers RETURNING id`,
    ...[MOST_SERIES, ana.userId],
  )
  w.rows("INSERT INTO event_plans (event_id, repeat) SELECT id, 'day' FROM events RETURNING event_id")
  expect(codeOf(await ana.api.eventos.post({ ...meeting, repeat: { kind: 'day', until: null } }))).toBe(
    'ERR_SERIES_LIMIT',
  )
  const { id } = await add(ana)
  expect(codeOf(await ana.api.eventos({ id }).put({ repeat: { kind: 'day', until: null } }))).toBe('ERR_SERIES_LIMIT')
})

test('belongs to a contact', async () => {
  const w = world()
  const admin = w.admin()
  const contact = async (name: string, number: string) =>
    (await admin.api.contacts.post({ name, number })).data ?? expect.unreachable('no contact')
  const [ana, other] = [await contact('Ana Souza', '5521987650001'), await contact('Ana S.', '5521987650002')]
  const made = await add(admin, { contactId: other.id })
  expect(made.contact).toEqual({ id: other.id, name: 'Ana S.' })
  expect((await admin.api.eventos({ id: made.id }).put({ contactId: ana.id })).data?.contact?.id).toBe(ana.id)
  expect((await admin.api.eventos({ id: made.id }).put({ contactId: null })).data?.contact).toBeNull()
})
