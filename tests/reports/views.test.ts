/** Saved views, and the weekly mail about one. */
import { expect, test } from 'bun:test'
import type { SavedView, ViewFilter } from '../../src/features/reports/views/contract'
import { lastWeek, nextMonday } from '../../src/features/reports/views/week'
import { HOUR, MINUTE } from '../../src/platform/time'
import type { MailboxOptions } from '../../src/simulator/mail/mailbox'
import { SALES } from '../support/company-world'
import { doJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { NOON, type World, world } from '../support/world'

const ZONE = 'America/Sao_Paulo'
const DAY = 24 * HOUR

type Page = ReturnType<World['admin']>
const send = (who: Page, method: string, path: string, body?: object) =>
  who.request(`/api/ticketreport/views${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
const viewsOf = async (who: Page) => ((await (await send(who, 'GET', '')).json()) as { views: SavedView[] }).views
const save = async (who: Page, name: string, filter: ViewFilter, more: object = {}) =>
  (await (await send(who, 'POST', '', { name, filter, ...more })).json()) as SavedView

test('a view is its owner’s; a shared one is offered to colleagues, who cannot change it', async () => {
  const w = world()
  const [ana, bento] = [w.admin({ name: 'Ana' }), w.attendant([SALES], { name: 'Bento', profile: 'supervisor' })]
  const filter = { tab: 'queues', range: 'lastWeek', queue: [SALES, 0], status: ['open', 'closed'] } as const
  const own = await save(ana, 'Minha', { ...filter, queue: [...filter.queue], status: [...filter.status] })
  expect(own).toMatchObject({ name: 'Minha', filter, isOwn: true, isShared: false, mailAt: null })
  const shared = await save(ana, 'Da equipe', {}, { isShared: true, isMailed: true })
  expect((await viewsOf(ana)).map(({ name }) => name)).toEqual(['Da equipe', 'Minha'])
  // When it is mailed to her is nobody else's business.
  expect(await viewsOf(bento)).toEqual([{ ...shared, isOwn: false, mailAt: null }])
  for (const [method, body] of [
    ['PUT', { name: 'Outra' }],
    ['DELETE', undefined],
  ] as const)
    expect((await send(bento, method, `/${shared.id}`, body)).status).toBe(404)

  const renamed = await (await send(ana, 'PUT', `/${own.id}`, { name: 'Semana', isShared: true })).json()
  expect(renamed).toMatchObject({ name: 'Semana', filter, isShared: true })
  expect(await viewsOf(bento)).toHaveLength(2)
  await send(ana, 'DELETE', `/${own.id}`)
  expect((await viewsOf(ana)).map(({ id }) => id)).toEqual([shared.id])
})

test('a deleted user’s views go with them, and each person has a limit', async () => {
  const w = world()
  const [ana, bento] = [w.admin(), w.attendant([], { name: 'Bento', profile: 'supervisor' })]
  await save(bento, 'De Bento', {}, { isShared: true })
  await ana.request(`/api/users/${bento.userId}`, { method: 'DELETE' })
  expect(await viewsOf(ana)).toEqual([])
  for (let count = 0; count < 50; count++)
    w.rows(
      "INSERT INTO report_views (user_id, name, filter, shared, created_at, updated_at) VALUES (?, 'v', '{}', 0, 0, 0) RETURNING id",
      ana.userId,
    )
  const answer = await send(ana, 'POST', '', { name: 'Mais uma', filter: {} })
  expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'ERR_REPORT_VIEW_LIMIT' }])
})

test('wrong filters are named', async () => {
  const ana = world().admin()
  const wrong = [
    { status: ['waiting'] },
    { queue: [] },
    { queue: [-1] },
    { tag: [0] },
    { from: '2026-02-30' },
    { range: 'nextWeek' },
    { user: Array.from({ length: 101 }, (_, at) => at) },
  ]
  for (const filter of wrong) {
    const answer = await send(ana, 'POST', '', { name: 'Errada', filter })
    const { error, details } = (await answer.json()) as { error: string; details?: { field: string }[] }
    expect([answer.status, error, details?.[0]?.field.split('.').slice(0, 2).join('.')]).toEqual([
      400,
      'ERR_INVALID_INPUT',
      `filter.${Object.keys(filter)[0]}`,
    ])
  }
})

test('a week runs from Monday to Sunday in the company’s zone', () => {
  const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${ZONE}]`).epochMilliseconds
  const cases = [
    ['2026-03-01T23:59', '2026-03-02T07:00', '2026-02-16', '2026-02-23'],
    ['2026-03-02T00:00', '2026-03-02T07:00', '2026-02-23', '2026-03-02'],
    ['2026-03-02T06:59', '2026-03-02T07:00', '2026-02-23', '2026-03-02'],
    ['2026-03-02T07:00', '2026-03-09T07:00', '2026-02-23', '2026-03-02'],
    ['2026-12-31T12:00', '2027-01-04T07:00', '2026-12-21', '2026-12-28'],
  ] as const
  for (const [now, next, from, to] of cases) {
    expect(nextMonday(at(now), ZONE)).toBe(at(next))
    expect(lastWeek(at(now), ZONE)).toEqual({ from: at(`${from}T00:00`), to: at(`${to}T00:00`) })
  }
})

/** Ana and Bento closed tickets last week; Ana has a view by attendant that is mailed. NOON is a Monday. */
async function mailed(filter: ViewFilter = {}, options: MailboxOptions = {}) {
  const box = await mailbox(options)
  const w = world({ mail: box, publicUrl: 'https://atende.example.com' })
  const ana = w.admin({ name: 'Ana', email: 'ana@loja.example' })
  const bento = w.attendant([SALES], { name: 'Bento' })
  const closed = (userId: number, days: number) =>
    w.ticket({
      contactId: w.contact({ name: `Cliente ${days}` }).id,
      status: 'closed',
      userId,
      queueId: SALES,
      createdAt: NOON + days * DAY,
      acceptedAt: NOON + days * DAY + 4 * MINUTE,
      closedAt: NOON + days * DAY + 70 * MINUTE,
    })
  closed(ana.userId, 1)
  closed(ana.userId, 2)
  closed(bento.userId, 3)
  closed(bento.userId, -3)
  const view = await save(ana, 'Equipe', filter, { isMailed: true })
  return { w, box, ana, view }
}
const weekly = (w: World) => doJob(w, 'reports.weekly') as Promise<boolean>

test('the figures of last week are mailed once on Monday morning', async () => {
  const { w, box, ana, view } = await mailed()
  w.clock.forward(7 * DAY - 2 * HOUR - MINUTE) // 06:59 on the next Monday
  expect(await weekly(w)).toBe(false)
  expect(box.mails()).toEqual([])
  w.clock.forward(MINUTE)
  await weekly(w)
  const [mail, ...others] = box.mails()
  expect([mail?.to, others]).toEqual([['ana@loja.example'], []])
  expect(mail?.subject).toBe('Equipe: a semana de 02/03 a 08/03')
  const text = mail?.text ?? ''
  expect(text).toContain('Atendimentos: 3 abertos, 3 finalizados, espera média 4 min, atendimento médio 1 h 06 min')
  expect(text).toContain('Ana: 2 abertos, 2 finalizados')
  expect(text).toContain('Bento: 1 abertos, 1 finalizados')
  expect(text).toContain('https://atende.example.com/reports?from=2026-03-02&to=2026-03-08')
  await weekly(w)
  expect(box.mails()).toHaveLength(1)
  expect((await viewsOf(ana)).find(({ id }) => id === view.id)?.mailAt).toBe('2026-03-16T10:00:00.000Z')
})

test('a view with further filters is mailed with its count', async () => {
  const { w, box } = await mailed({ search: 'Cliente 2', status: ['closed'] })
  w.clock.forward(7 * DAY)
  await weekly(w)
  expect(box.mails()[0]?.text).toContain('1 atendimento neste filtro')
  expect(box.mails()[0]?.text).toContain('search=Cliente+2&')
})

test('a failed mail is tried again an hour later, until Monday is over', async () => {
  let refusal: string | undefined = '451 4.3.0 try later'
  const { w, box } = await mailed({}, { taking: () => refusal })
  w.clock.forward(7 * DAY - 2 * HOUR)
  await weekly(w)
  const dueAt = () => w.rows<{ mail_at: number }>('SELECT mail_at FROM report_views')[0]?.mail_at
  expect(dueAt()).toBe(w.clock.now() + HOUR)
  w.clock.forward(20 * HOUR)
  await weekly(w)
  expect(dueAt()).toBe(nextMonday(w.clock.now(), ZONE))
  refusal = undefined
  w.clock.forward(7 * DAY)
  await weekly(w)
  expect(box.mails()).toHaveLength(1)
})

test('somebody who may no longer see reports gets no mail', async () => {
  const { w, box, ana, view } = await mailed()
  w.clock.forward(7 * DAY)
  w.rows("UPDATE users SET profile = 'user' WHERE id = ? RETURNING id", ana.userId)
  await weekly(w)
  expect(box.mails()).toEqual([])
  expect(w.rows('SELECT mail_at FROM report_views WHERE id = ?', view.id)).toEqual([
    { mail_at: nextMonday(w.clock.now(), ZONE) },
  ])
})
