/** Per-user limits: a share of each company limit, and a rate per minute. */
import { describe, expect, test } from 'bun:test'
import { MOST_NOTES } from '../../src/features/notes/contract'
import { MOST_QUICK_MESSAGES } from '../../src/features/quick-messages/contract'
import { MOST_SCHEDULES } from '../../src/features/schedules/contract'
import { MOST_TAGS } from '../../src/features/tags/contract'
import { DAY, MINUTE } from '../../src/platform/time'
import { CREATED_A_MINUTE, TYPED_CONTACTS_A_DAY } from '../../src/users/shares'
import type { Attendant } from '../support/company-world'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

const NUMBERS = 'WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)'

async function post(who: Attendant, path: string, body: object) {
  const answer = await who.json(path, 'POST', body)
  const { error, details } = (await answer.json()) as { error?: string; details?: unknown } // the created row or an error
  return error === undefined ? answer.status : [answer.status, error, details]
}
const refused = (most: number) => [409, 'ERR_OWN_SHARE', { most }]

describe('an attendant may use a fifth of a company limit, admins all of it', () => {
  test('of tags', async () => {
    const w = world()
    const [ana, admin] = [w.attendant(), w.admin()]
    const share = MOST_TAGS / 5
    w.rows(
      `${NUMBERS} INSERT INTO tags (name, color, user_id) SELECT 'etiqueta ' || i, '#127eee', ? FROM n RETURNING id`,
      share - 1,
      ana.userId,
    )
    const add = (who: Attendant, name: string) => post(who, '/api/tags', { name, color: '#127eee' })
    expect(await add(ana, 'a última')).toBe(200)
    expect(await add(ana, 'uma a mais')).toEqual(refused(share))
    expect(await add(admin, 'uma a mais')).toBe(200)
    expect(await add(w.attendant(), 'de outra pessoa')).toBe(200)
  })

  test('of scheduled messages, counting each month', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    const { contactId } = w.ticket({ userId: ana.userId, queueId: SALES })
    const share = MOST_SCHEDULES / 5
    w.rows(
      `${NUMBERS} INSERT INTO schedules (type, user_id, contact_id, body, words, send_at, status, created_at, updated_at)
         SELECT 'lembrete', ?, ?, 'ligar', 'ligar', 1, 'sucess', 1, 1 FROM n RETURNING id`,
      share - 2,
      ana.userId,
      contactId,
    )
    const sendAt = new Date(w.clock.now() + MINUTE).toISOString()
    const remind = (meses: number) =>
      post(ana, '/api/schedules', { type: 'lembrete', contactId, body: 'ligar', sendAt, repite: true, meses })
    expect(await remind(3)).toEqual(refused(share))
    expect(await remind(2)).toBe(200)
  })

  test('of quick messages, also from a spreadsheet', async () => {
    const w = world()
    const ana = w.attendant()
    const share = MOST_QUICK_MESSAGES / 5
    w.rows(
      `${NUMBERS} INSERT INTO quick_messages (shortcode, shortcode_folded, message, words, general, active, user_id,
           send_only_media, created_at, updated_at) SELECT 'a' || i, 'a' || i, 'oi', 'oi', 0, 1, ?, 0, 1, 1 FROM n RETURNING id`,
      share,
      ana.userId,
    )
    expect(await post(ana, '/api/quick-messages', { shortcode: 'mais', message: 'oi' })).toEqual(refused(share))
    const form = new FormData()
    form.set('file', new File(['shortcode,message\nmais,oi\na1,olá\n'], 'a.csv'))
    const answer = await ana.request('/api/quick-messages/import?store=true', { method: 'POST', body: form })
    const { created, updated, problems } = (await answer.json()) as {
      created: number
      updated: number
      problems: { problem: string }[]
    } // the report of its route
    expect([created, updated, problems.map(({ problem }) => problem)]).toEqual([0, 1, ['tooMany']])
  })

  test('of notes about a contact', async () => {
    const w = world()
    const [ana, bia] = [w.attendant([SALES]), w.attendant([SALES])]
    const { id: ticketId, contactId } = w.ticket({ userId: ana.userId, queueId: SALES })
    const share = MOST_NOTES / 5
    w.rows(
      `${NUMBERS} INSERT INTO ticket_notes (ticket_id, contact_id, user_id, note, created_at) SELECT ?, ?, ?, 'x', 0 FROM n RETURNING id`,
      ...[share - 1, ticketId, contactId, ana.userId],
    )
    const note = (who: Attendant) => post(who, '/api/ticket-notes', { ticketId, note: 'anotado' })
    expect(await note(ana)).toBe(200)
    expect(await note(ana)).toEqual(refused(share))
    expect([await note(bia), await note(w.admin())]).toEqual([200, 200])
  })
})

test('creations of one kind are limited per minute', async () => {
  const w = world()
  const [ana, bia] = [w.attendant([SALES]), w.attendant([SALES])]
  const tickets = [1, 2].map(() => w.ticket({ userId: ana.userId, queueId: SALES }).id)
  const note = (who: Attendant, n = 0) => post(who, '/api/ticket-notes', { ticketId: tickets[n % 2], note: 'anotado' })
  for (let n = 0; n < CREATED_A_MINUTE; n++) expect(await note(ana, n)).toBe(200)
  expect(await note(ana)).toEqual([429, 'ERR_TOO_MANY_REQUESTS', { retryAfter: 60 }])
  expect(await note(w.admin())).toBe(200)
  expect(await post(bia, '/api/tags', { name: 'Outra', color: '#127eee' })).toBe(200)
  w.clock.forward(MINUTE)
  expect(await note(ana)).toBe(200)
})

test('an attendant may create a thousand contacts a day; refused ones do not count', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  let made = 0
  const type = (who: Attendant) => post(who, '/api/contacts', { name: 'Alguém', number: `55219${90_000_000 + made++}` })
  for (let n = 0; n < TYPED_CONTACTS_A_DAY; n++) {
    if (n % CREATED_A_MINUTE === 0) w.clock.forward(MINUTE)
    if (n === 7) expect(await post(ana, '/api/contacts', { name: 'De novo', number: '5521990000000' })).toContain(409)
    else expect(await type(ana)).toBe(200)
  }
  w.clock.forward(MINUTE)
  expect(await type(ana)).toBe(200)
  expect(await type(ana)).toEqual(refused(TYPED_CONTACTS_A_DAY))
  expect([await type(bia), await type(w.admin())]).toEqual([200, 200])
  w.clock.forward(DAY)
  expect(await type(ana)).toBe(200)
})
