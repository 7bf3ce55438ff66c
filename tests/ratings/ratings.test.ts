/** Ratings, their categories, and the results, over the API. */
import { describe, expect, test } from 'bun:test'
import type { RatingResults } from '../../src/features/ratings/contract'
import {
  ratingCategoryDeleted,
  ratingCategoryUpdated,
  ratingDeleted,
  ratingUpdated,
} from '../../src/features/ratings/contract'
import { DAY } from '../../src/platform/time'
import { addTickets, TABLES } from '../../src/tickets/figures/columns'
import { SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'
import { rated } from './support'

const question = { name: 'Satisfação', message: 'Como foi?', type: 'csat' }

function kept() {
  const w = world()
  const [chief, ana] = [w.attendant([], { profile: 'supervisor', name: 'Chefe' }), w.attendant()]
  const ask = async (method: string, path: string, body?: object, who = chief) => {
    const answer =
      method === 'GET' || method === 'DELETE' ? who.request(path, { method }) : who.json(path, method, body)
    return (await (await answer).json()) as Record<string, unknown>
  }
  return { w, chief, ana, ask }
}

describe('ratings', () => {
  test('have the usual options of their type by default', async () => {
    const { ask } = kept()
    const csat = await ask('POST', '/api/ratings', question)
    expect(csat.options).toEqual([
      { value: 1, name: 'Insatisfeito', order: 0, satisfied: false },
      { value: 2, name: 'Satisfeito', order: 1, satisfied: true },
      { value: 3, name: 'Muito satisfeito', order: 2, satisfied: true },
    ])
    const nps = await ask('PUT', `/api/ratings/${csat.id}`, { type: 'nps' })
    expect(nps.options).toEqual([
      { value: 0, name: 'Nada Satisfeito', order: 0, satisfied: false },
      { value: 10, name: 'Muito Satisfeito', order: 1, satisfied: true },
    ])
    const options = [
      { value: 5, name: 'ótimo', order: 1 },
      { value: 1, name: 'péssimo', order: 0 },
    ]
    const own = await ask('PUT', `/api/ratings/${csat.id}`, { type: 'csat', options })
    expect(own.options).toEqual([
      { value: 1, name: 'péssimo', order: 0, satisfied: false },
      { value: 5, name: 'ótimo', order: 1, satisfied: true },
    ])
  })

  const two = (a: object, b: object) => [
    { value: 1, name: 'ruim', order: 0, ...a },
    { value: 2, name: 'bom', order: 1, ...b },
  ]
  const wrong: [object, string, string][] = [
    [{ name: ' ab ' }, 'name', 'Nome muito curto: mínimo 3 caracteres.'],
    [{ message: ' ' }, 'message', 'Campo obrigatório.'],
    [{ type: 'stars' }, 'type', 'Campo obrigatório.'],
    [{ options: [] }, 'options', 'Pelo menos duas opções, cada uma com seu valor e seu nome.'],
    [{ options: two({ value: 2 }, {}) }, 'options', 'Pelo menos duas opções, cada uma com seu valor e seu nome.'],
    [{ options: two({ name: 'BOM' }, {}) }, 'options', 'Pelo menos duas opções, cada uma com seu valor e seu nome.'],
    [{ options: two({ value: 1.5 }, {}) }, 'options.0.value', 'Valor inválido.'],
    [{ options: two({ name: '' }, {}) }, 'options.0.name', 'Campo obrigatório.'],
    [{ asksComment: true }, 'commentMessage', 'Campo obrigatório.'],
  ]
  test.each(wrong)('are refused with %j', async (field, name, message) => {
    const { ask } = kept()
    expect(await ask('POST', '/api/ratings', { ...question, ...field })).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: name, message }],
    })
  })

  test('have unique names; only managers change them and get their events', async () => {
    const { w, chief, ana, ask } = kept()
    const made = await ask('POST', '/api/ratings', question)
    expect(await ask('POST', '/api/ratings', { ...question, name: 'satisfacao' })).toMatchObject({
      error: 'ERR_DUPLICATED_NAME',
    })
    expect(await ask('PUT', `/api/ratings/${made.id}`, { name: 'Satisfação', active: false })).toMatchObject({
      active: false,
    })
    expect(await ask('POST', '/api/ratings', question, ana)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(chief.heard(ratingUpdated).map(({ rating }) => rating.active)).toEqual([true, false])
    await ask('DELETE', `/api/ratings/${made.id}`)
    expect(chief.heard(ratingDeleted)).toEqual([{ ratingId: Number(made.id) }])
    expect([ana.heard(ratingUpdated), ana.heard(ratingDeleted)]).toEqual([[], []])
    expect(await ask('GET', `/api/ratings/${made.id}`)).toMatchObject({ error: 'ERR_NO_RATING_FOUND' })
    const acts = (await ask('GET', '/api/audit-log?kind=rating', undefined, w.admin())).entries as {
      act: string
      userName: string
      changes: object[]
    }[]
    expect(acts.map(({ act, userName }) => [act, userName])).toEqual([
      ['delete', 'Chefe'],
      ['update', 'Chefe'],
      ['create', 'Chefe'],
    ])
    expect(acts[1]?.changes).toEqual([{ field: 'active', from: true, to: false }])
  })

  test('are listed by name, found by part of it without accents, forty per page', async () => {
    const { ask } = kept()
    for (let n = 0; n < 41; n++) await ask('POST', '/api/ratings', { ...question, name: `Nº ${100 - n}` })
    await ask('POST', '/api/ratings', { ...question, name: 'Ótimo serviço' })
    const page = async (query: string) => {
      const { ratings, hasMore, count } = await ask('GET', `/api/ratings/?${query}`)
      return { names: (ratings as { name: string }[]).map(({ name }) => name), hasMore, count }
    }
    const first = await page('')
    expect([first.names.length, first.names[0], first.hasMore, first.count]).toEqual([40, 'Nº 100', true, 42])
    expect((await page('pageNumber=2')).names).toEqual(['Nº 99', 'Ótimo serviço'])
    expect(await page('searchParam=otimo')).toEqual({ names: ['Ótimo serviço'], hasMore: false, count: 1 })
  })
})

describe('categories', () => {
  test('have unique names, and their deletion leaves ratings without a category', async () => {
    const { w, chief, ana, ask } = kept()
    const made = await ask('POST', '/api/category-ratings', { descricao: 'Entrega' })
    expect(made).toEqual({ id: made.id, descricao: 'Entrega', active: true, companyId: w.tenant.id })
    expect(await ask('POST', '/api/category-ratings', { descricao: 'ENTREGA' })).toMatchObject({
      error: 'ERR_DUPLICATED_RATING_CATEGORY',
    })
    const rating = await ask('POST', '/api/ratings', { ...question, categoryRatingId: made.id })
    expect(rating.categoryRating).toEqual({ id: made.id, descricao: 'Entrega' })
    await ask('PUT', `/api/category-ratings/${made.id}`, { active: false })
    expect(await ask('GET', '/api/category-ratings/')).toEqual([{ ...made, active: false }] as never)
    await ask('DELETE', `/api/category-ratings/${made.id}`)
    expect(await ask('GET', `/api/ratings/${rating.id}`)).toMatchObject({
      categoryRatingId: null,
      categoryRating: null,
    })
    expect(chief.heard(ratingCategoryUpdated)).toHaveLength(2)
    expect(chief.heard(ratingCategoryDeleted)).toHaveLength(1)
    expect([ana.heard(ratingCategoryUpdated), ana.heard(ratingCategoryDeleted)]).toEqual([[], []])
    expect(await ask('POST', '/api/ratings', { ...question, name: 'Outra', categoryRatingId: 9 })).toMatchObject({
      error: 'ERR_NO_RATING_CATEGORY_FOUND',
    })
  })
})

describe('results', () => {
  test('count questions and answers by rating, person and queue, in the period of the question', async () => {
    const { w, ana, chief, maria, attend, close, ratingId, newest } = await rated()
    const nps = (await (
      await chief.json('/api/ratings', 'POST', { name: 'Recomenda', type: 'nps', message: 'De 0 a 10?' })
    ).json()) as { id: number }
    const beto = w.attendant([SUPPORT], { name: 'Beto' })
    await close(await attend())
    maria.says('3')
    w.clock.forward(1)
    await close(await attend())
    maria.says('1')
    await close(await attend())
    maria.says('nada disso')
    await beto.api.tickets({ id: newest() }).put({ status: 'open', queueId: SUPPORT })
    await beto.api.tickets({ id: newest() }).put({ status: 'closed', ratingId: nps.id })
    maria.says('10')
    w.clock.forward(2 * DAY)
    const results = async (query = '') =>
      (await (await chief.request(`/api/ratings/results?${query}`)).json()) as RatingResults
    const all = await results()
    expect(all.total).toEqual({
      asked: 4,
      answered: 3,
      csat: { answered: 2, satisfied: 1, mean: 2, top: 3 },
      nps: { promoters: 1, passives: 0, detractors: 0 },
    })
    expect(all.times).toMatchObject({
      unit: 'day',
      spans: [
        { from: '2026-03-02', asked: 4, answered: 3, csat: { answered: 2, satisfied: 1 }, nps: { promoters: 1 } },
      ],
    })
    expect(
      all.ratings.map(({ name, score, answers }) => [name, score.asked, answers.map(({ count }) => count)]),
    ).toEqual([
      ['Satisfação', 3, [1, 0, 1]],
      ['Recomenda', 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ])
    expect(all.users.map(({ user, score }) => [user?.name, score.asked, score.answered])).toEqual([
      ['Ana', 3, 2],
      ['Beto', 1, 1],
    ])
    expect(all.queues.map(({ queue, score }) => [queue?.id, score.asked])).toEqual([
      [SALES, 3],
      [SUPPORT, 1],
    ])
    expect((await results(`ratingId=${ratingId}`)).total).toMatchObject({ asked: 3, nps: { promoters: 0 } })
    expect((await results(`userId=${beto.userId}`)).total.asked).toBe(1)
    expect((await results(`queueId=${SALES}`)).total.asked).toBe(3)
    expect((await results('ratingId=0')).total.asked).toBe(0)
    expect((await results('dateStart=2026-03-03')).total.asked).toBe(0)
    expect((await results('dateStart=2026-03-02&dateEnd=2026-03-02')).total.asked).toBe(4)
    expect((await ana.request('/api/ratings/results')).status).toBe(403)
    const other = w.company()
    const theirs = await other.admin().request('/api/ratings/results')
    expect(((await theirs.json()) as RatingResults).total.asked).toBe(0)
  })

  test('list answers newest first, page by page, none twice while new ones arrive', async () => {
    const { w, chief, maria, attend, close } = await rated()
    for (let n = 0; n < 42; n++) {
      await close(await attend())
      maria.says(String((n % 3) + 1))
      if (n % 5 === 0) w.clock.forward(1000)
    }
    type Page = { answers: { id: number }[]; hasMore: boolean; next: string | null }
    const page = async (query: string) => (await (await chief.request(`/api/ratings/answers?${query}`)).json()) as Page
    const first = await page('')
    await close(await attend())
    maria.says('2')
    const second = await page(`after=${first.next}`)
    const ids = [...first.answers, ...second.answers].map(({ id }) => id)
    expect([first.answers.length, first.hasMore, second.hasMore]).toEqual([40, true, false])
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(42)
  })

  test('of 100,000 questions do not block the event loop', async () => {
    const { w, chief } = await rated()
    w.contact()
    // Counted at once, not by triggers one by one.
    const everything = 1_000_000
    w.rows('INSERT INTO figures_due VALUES (?) RETURNING below', everything)
    w.db.$client.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, last_message_at, created_at, updated_at)
      SELECT 1000 + i, 'u' || i, 'closed', 'whatsapp', (SELECT min(id) FROM contacts), 1, 0, 0, 0 FROM n;
      INSERT INTO ticket_ratings (ticket_id, user_id, queue_id, rating_id, name, type, options, thanks, comment_message, asked_at, expires_at, value, label, satisfied, top, answered_at)
      SELECT id, 1 + id % 2, 1 + id % 2, 1, 'x', 'csat', '[]', '', '', ${w.clock.now()} - id * 900000, 0, 1 + id % 3, 'y', 1, 3, ${w.clock.now()} FROM tickets WHERE id > 1000`)
    for (const sql of addTickets(TABLES)) w.db.$client.prepare(sql).run(0, everything)
    w.rows('DELETE FROM figures_due RETURNING below')
    let turns = 0
    const beat = setInterval(() => turns++, 1)
    const answer = (await (await chief.request('/api/ratings/results?dateStart=2020-01-01')).json()) as RatingResults
    expect(answer.total.asked).toBe(100_000)
    clearInterval(beat)
    expect(turns).toBeGreaterThan(5) // turns of other work meanwhile
  })
})
