/** Schedules: ownership, validation, sending once when due, and outcomes. */
import { describe, expect, test } from 'bun:test'
import { monthly } from '../../src/features/schedules/actions'
import { scheduleReminds, scheduleUpdated } from '../../src/features/schedules/contract'
import { type Attendant, LOJA, SALES } from '../support/company-world'
import { doJob } from '../support/jobs'
import { until } from '../support/until'
import { NOON, type World, world } from '../support/world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (ms: number) => new Date(ms).toISOString()

type Made = { id: number; sendAt: string; status: string; failure: string | null; sentAt: string | null }
type Answer = { error?: string; details?: { field: string; message: string }[]; schedules: Made[] }

async function place() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.contact({ number: '5521996124087', name: 'Maria Alves' }).id
  const make = async (body: object = {}, who: Attendant = ana) => {
    const answer = await who.json('/api/schedules', 'POST', {
      contactId: maria,
      whatsappId: LOJA,
      body: 'Olá, {{firstName}}!',
      sendAt: iso(NOON + HOUR),
      ...body,
    })
    return (await answer.json()) as Answer // the answer of its route, or a refusal
  }
  const one = async (id: number, who: Attendant = ana) =>
    (await (await who.request(`/api/schedules/${id}`)).json()) as Made // the answer of its route
  const said = () => w.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
  const later = (ms: number) => {
    w.clock.forward(ms)
    doJob(w, 'schedules.send')
  }
  return { w, ana, maria, make, one, said, later }
}
const firstOf = ({ schedules }: Answer): Made => schedules[0] ?? ({} as Made)
const left = (w: World) => until(() => w.rows('SELECT 1 FROM outbox').length === 0)

describe('a due message', () => {
  test('is sent once, in a closed ticket without an attendant, and ends as sent', async () => {
    const { w, ana, make, one, said, later } = await place()
    const { id } = firstOf(await make())
    later(HOUR - 1)
    expect(said()).toEqual([])
    later(1)
    doJob(w, 'schedules.send')
    expect(said()).toEqual(['Olá, Maria!'])
    expect(w.rows('SELECT status, user_id, unread FROM tickets')).toEqual([
      { status: 'closed', user_id: null, unread: 0 },
    ])
    await left(w)
    expect(await one(id)).toMatchObject({ status: 'sucess', sentAt: iso(NOON + HOUR), failure: null })
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['Olá, Maria!'])
    expect(ana.heard(scheduleUpdated).at(-1)?.record).toMatchObject({ id, status: 'sucess' })
  })

  test('goes into the active ticket, else into the latest', async () => {
    const { w, ana, make, later } = await place()
    const maria = w.whatsapp.person('5521996124087')
    maria.says('oi')
    const ticket = w.ticketNow(1).id
    await make()
    later(HOUR)
    await ana.api.tickets({ id: ticket }).put({ status: 'open', queueId: SALES })
    await ana.api.tickets({ id: ticket }).put({ status: 'closed' })
    await make({ sendAt: iso(NOON + 2 * HOUR) })
    later(HOUR)
    expect(w.rows("SELECT DISTINCT ticket_id FROM messages WHERE body LIKE 'Olá%'")).toEqual([{ ticket_id: ticket }])
    expect(w.rows('SELECT status FROM tickets')).toEqual([{ status: 'closed' }])
  })

  test('is sent up to an hour late after the server was off, then fails with the reason', async () => {
    const { make, one, said, later } = await place()
    const late = firstOf(await make({ body: 'tarde demais' }))
    await make({ body: 'ainda em tempo', sendAt: iso(NOON + HOUR + 1) })
    later(2 * HOUR)
    expect(said()).toEqual(['ainda em tempo'])
    expect(await one(late.id)).toMatchObject({ status: 'err', failure: 'late' })
  })

  test('fails if its connection was deleted or its text became empty, without blocking others', async () => {
    const { w, make, one, said, later } = await place()
    const gone = w.connection({ name: 'Outra' }).id
    const [without, empty] = [firstOf(await make({ whatsappId: gone })), firstOf(await make({ body: '{{name}}' }))]
    await make({ body: 'esta vai' })
    w.rows('DELETE FROM connections WHERE id = ? RETURNING id', gone)
    w.rows("UPDATE contacts SET name = '5521996124087' RETURNING id")
    later(HOUR)
    expect(await one(without.id)).toMatchObject({ status: 'err', failure: 'noConnection' })
    expect(await one(empty.id)).toMatchObject({ status: 'err', failure: 'refused' })
    expect(said()).toEqual(['esta vai'])
    expect(w.rows('SELECT count(*) AS n FROM tickets')).toEqual([{ n: 1 }])
  })

  test('fails with the messenger’s reason if refused', async () => {
    const { w, make, one, later } = await place()
    const { id } = firstOf(await make())
    w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
    later(HOUR)
    await left(w)
    expect(await one(id)).toMatchObject({ status: 'err', failure: 'rejected', sentAt: null })
  })
})

test('makes the answer open a ticket in the chosen queue, once and within a week', async () => {
  const { w, make, later } = await place()
  const [sales, other] = [SALES, w.queue({ name: 'Cobrança' })]
  w.rows('INSERT INTO connection_queues VALUES (?, ?), (?, ?) RETURNING 1', LOJA, sales, LOJA, other)
  const maria = w.whatsapp.person('5521996124087')
  const opened = () =>
    w.rows<{ queue_id: number }>('SELECT queue_id FROM tickets ORDER BY id DESC LIMIT 1')[0]?.queue_id
  await make({ queueId: other })
  later(HOUR)
  maria.says('recebi, obrigada')
  expect(opened()).toBe(other)
  w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
  maria.says('mais uma coisa')
  expect(opened()).toBeNull()
  w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
  await make({ queueId: other, sendAt: iso(w.clock.now() + HOUR) })
  later(HOUR)
  w.clock.forward(8 * 24 * HOUR)
  maria.says('oi')
  expect(opened()).toBeNull()
})

test('a reminder notifies only its author, and nothing is sent', async () => {
  const { w, ana, make, said, later } = await place()
  const chief = w.attendant([SALES], { profile: 'supervisor' })
  const { id } = firstOf(await make({ type: 'lembrete', whatsappId: null, body: 'Ligar para a Maria' }))
  later(HOUR)
  expect(said()).toEqual([])
  expect(ana.heard(scheduleReminds).map(({ record }) => record.id)).toEqual([id])
  expect(chief.heard(scheduleReminds)).toEqual([])
})

test('a reminder stays in its author’s bell until seen, also one due while the server was off', async () => {
  const { w, ana, make, later } = await place()
  const chief = w.attendant([SALES], { profile: 'supervisor' })
  const remind = (hours: number) => make({ type: 'lembrete', whatsappId: null, sendAt: iso(NOON + hours * HOUR) })
  const [first, missed] = [firstOf(await remind(1)), firstOf(await remind(2))]
  await make()
  const bell = async (who: Attendant) => {
    const answer = (await (await who.request('/api/schedules/reminders')).json()) as { reminders: Made[] } // its route's
    return answer.reminders.map(({ id, status }) => [id, status])
  }
  const see = (who: Attendant, ...ids: number[]) => who.json('/api/schedules/reminders/seen', 'POST', { ids })
  expect(await bell(ana)).toEqual([])
  later(HOUR)
  later(2 * HOUR)
  const both = [
    [missed.id, 'err'],
    [first.id, 'sucess'],
  ]
  expect([await bell(ana), await bell(chief)]).toEqual([both, []])
  await see(chief, first.id)
  expect(await bell(ana)).toEqual(both)
  await see(ana, first.id, 999)
  expect(await bell(ana)).toEqual(both.slice(0, 1))
})

test('times more than ten years ahead are refused, repeated or not, and the list stays readable', async () => {
  const { ana, make, w } = await place()
  for (const repeated of [{}, { repite: true, meses: 24 }])
    expect(await make({ sendAt: '9999-12-31T23:59:59.000Z', ...repeated })).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'sendAt', hint: 'form.time.far' }],
    })
  expect(w.rows('SELECT 1 FROM schedules')).toEqual([])
  expect((await ana.request('/api/schedules')).status).toBe(200)
})

test('a repeated one has one schedule a month at the same time, on the last day of shorter months', async () => {
  const { make } = await place()
  const { schedules } = await make({ sendAt: '2026-08-31T12:00:00.000Z', repite: true, meses: 3 })
  expect(schedules.map(({ sendAt }) => sendAt)).toEqual([
    '2026-08-31T12:00:00.000Z',
    '2026-09-30T12:00:00.000Z',
    '2026-10-31T12:00:00.000Z',
  ])
  expect((await make({ repite: true })).schedules).toHaveLength(2)
  const [before, after] = monthly(Date.UTC(2026, 9, 1, 9), 2, 'Europe/Lisbon') // daylight saving ends in between
  expect([before, after]).toEqual([Date.UTC(2026, 9, 1, 9), Date.UTC(2026, 10, 1, 10)])
})

test('users see and change their own, supervisors everybody’s; nobody changes one once sending has begun', async () => {
  const { w, ana, make, later } = await place()
  const beto = w.attendant([SALES])
  const chief = w.attendant([SALES], { profile: 'supervisor' })
  const { id } = firstOf(await make())
  const path = `/api/schedules/${id}`
  const listed = async (who: Attendant, query = '') =>
    ((await (await who.request(`/api/schedules/?${query}`)).json()) as Answer).schedules.map((one) => one.id)
  expect([await listed(ana), await listed(beto), await listed(chief)]).toEqual([[id], [], [id]])
  expect(await listed(chief, `userIds=[${beto.userId}]`)).toEqual([])
  expect([await listed(ana, 'searchParam=ALVES'), await listed(ana, 'searchParam=xyz')]).toEqual([[id], []])
  expect((await beto.json(path, 'PUT', { body: 'outra coisa' })).status).toBe(404)
  expect((await chief.json(path, 'PUT', { body: 'outra coisa' })).status).toBe(200)
  later(HOUR)
  expect(((await (await ana.json(path, 'PUT', { body: 'tarde' })).json()) as Answer).error).toBe('ERR_SCHEDULE_LOCKED')
})

test('the calendar lists a span in order, and refuses spans over two months', async () => {
  const { ana, make } = await place()
  for (const day of ['20', '05', '31']) await make({ sendAt: `2026-03-${day}T12:00:00.000Z` })
  await make({ sendAt: '2026-04-02T12:00:00.000Z' })
  const span = async (query: string) => {
    const answer = await ana.request(`/api/schedules/calendar?${query}`)
    return (await answer.json()) as Answer
  }
  const { schedules } = await span('dateStart=2026-03-01&dateEnd=2026-03-31')
  expect(schedules.map(({ sendAt }) => sendAt.slice(8, 10))).toEqual(['05', '20', '31'])
  expect((await span('dateStart=2026-03-01&dateEnd=2026-08-31')).details?.[0]?.field).toBe('dateEnd')
})

test('an invalid field is named, and a file is sent with its text', async () => {
  const { w, ana, make, later } = await place()
  const wrong = async (body: object) => (await make(body)).details?.map(({ field, message }) => `${field}: ${message}`)
  expect(await wrong({ body: 'oi' })).toEqual(['body: Mensagem muito curta.'])
  expect(await wrong({ whatsappId: null })).toEqual(['whatsappId: Campo obrigatório.'])
  expect(await wrong({ sendAt: iso(NOON - 1) })).toEqual(['sendAt: Não pode ser menor que data e hora atual.'])
  expect((await make({ contactId: 999 })).error).toBe('ERR_NO_CONTACT_FOUND')
  expect((await make({ queueId: 999 })).error).toBe('ERR_NO_QUEUE_FOUND')
  const { id } = firstOf(await make())
  const form = new FormData()
  form.set('file', new File(['boleto'], 'boleto.pdf'))
  expect((await ana.request(`/api/schedules/${id}/media-upload`, { method: 'POST', body: form })).status).toBe(200)
  later(HOUR)
  expect(w.rows("SELECT kind, body, media ->> '$.name' AS name FROM messages")).toEqual([
    { kind: 'document', body: 'Olá, Maria!', name: 'boleto.pdf' },
  ])
})
