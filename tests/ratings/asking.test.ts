/** Asking for a rating at the close, and the contact's answer. */
import { describe, expect, test } from 'bun:test'
import { ratingAnswered } from '../../src/features/ratings/contract'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'
import { closeIdleTickets } from '../../src/tickets/moves/idle'
import { LOJA, SALES } from '../support/company-world'
import { neighbours } from '../support/neighbours'
import { rated } from './support'

const QUESTION = 'Maria, como foi?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito'
const THANKS = 'Obrigado pela sua avaliação!'

describe('closing a ticket', () => {
  test('sends the farewell, then the question; the answer is stored, thanked for, and opens no ticket', async () => {
    const { w, ana, chief, maria, said, attend, close, answers } = await rated()
    await w.admin().api.whatsapp({ id: LOJA }).put({ complationMessage: 'Até logo!' })
    const id = await attend()
    expect((await close(id)).status).toBe(200)
    expect(said()).toEqual(['Até logo!', QUESTION])
    w.clock.forward(HOUR)
    maria.says('3')
    expect(said()).toEqual(['Até logo!', QUESTION, THANKS])
    expect(w.ticketNow(id)).toMatchObject({ status: 'closed', unread: 0, waitingSince: null })
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(1)
    expect(await answers()).toMatchObject([
      { ticketId: id, value: 3, label: 'Muito satisfeito', comment: null, user: { name: 'Ana' }, name: 'Satisfação' },
    ])
    expect(chief.heard(ratingAnswered)).toHaveLength(1)
    expect(ana.heard(ratingAnswered)).toEqual([])
    const { data: log } = await ana.api['tickets-log']({ id }).get()
    expect(log?.logs.slice(-3).map(({ kind, data }) => [kind, data.rating, data.answer])).toEqual([
      ['ratingAsked', 'Satisfação', undefined],
      ['closed', undefined, undefined],
      ['rated', 'Satisfação', '3 - Muito satisfeito'],
    ])
  })

  const unasked: [string, boolean, object][] = [
    ['the setting is off', false, {}],
    ['without a rating, and the connection has no question', true, { ratingId: undefined }],
  ]
  test.each(unasked)('asks nothing when %s', async (_, on, body) => {
    const { said, attend, close, ratingId } = await rated({ on })
    await close(await attend(), { ratingId, ...body })
    expect(said()).toEqual([])
  })

  test('asks the connection’s question, unless a rating was declined, the close is silent, or nobody attended', async () => {
    const { w, ana, maria, said, attend, close, newest } = await rated()
    await w.admin().api.whatsapp({ id: LOJA }).put({ ratingMessage: 'Sua nota, {{firstName}}?' })
    await close(await attend(), { askRating: false })
    await close(await attend(), { sendFarewellMessage: false })
    maria.says('oi')
    await ana.api.tickets({ id: newest() }).put({ status: 'closed' })
    expect(said()).toEqual([])
    await close(await attend(), {})
    expect(said()).toEqual(['Sua nota, Maria?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito'])
    maria.says('muito satisfeito')
    expect(said().at(-1)).toBe(THANKS)
    await close(await attend(), { sendFarewellMessage: false, askRating: true })
    expect(said()).toHaveLength(3)
  })

  test('requires an existing, active rating if one is given', async () => {
    const { chief, attend, close, ratingId, w, said } = await rated()
    const id = await attend()
    const put = async (body: object) => {
      const answer = await chief.json(`/api/tickets/${id}`, 'PUT', { status: 'closed', ...body })
      return (await answer.json()) as { error?: string; details?: unknown }
    }
    expect(await put({ ratingId: null })).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'ratingId', message: 'Avaliação obrigatória.' }],
    })
    expect(await put({ ratingId: 999 })).toMatchObject({ error: 'ERR_NO_RATING_FOUND' })
    await chief.json(`/api/ratings/${ratingId}`, 'PUT', { active: false })
    expect(await put({ ratingId })).toMatchObject({ error: 'ERR_RATING_INACTIVE' })
    expect(w.ticketNow(id).status).toBe('open')
    await chief.json(`/api/ratings/${ratingId}`, 'PUT', { active: true })
    await close(id)
    expect(said()).toEqual([QUESTION])
  })

  test('asks nothing if it was idle or a group', async () => {
    const { w, ana, said, attend, ratingId } = await rated()
    await w.admin().api.whatsapp({ id: LOJA }).put({ ratingMessage: 'E a nota?', expiresTicket: 1 })
    const id = await attend()
    w.clock.forward(2 * HOUR)
    closeIdleTickets(w.cx, () => true)
    expect(w.ticketNow(id).status).toBe('closed')
    const group = neighbours(w)
    group.stands()
    group.writes('5521996124087', 'bom dia')
    const answer = await ana.api.tickets({ id: group.ticketId() }).put({ status: 'closed', ratingId })
    expect(answer.data?.status).toBe('closed')
    expect(said()).toEqual([])
  })

  test('asks nothing of a blocked contact', async () => {
    const { w, said, attend, close } = await rated()
    const id = await attend()
    w.rows('UPDATE contacts SET active = 0 RETURNING id')
    await close(id)
    expect(said()).toEqual([])
  })
})

describe('a message after the question', () => {
  test('opens a ticket if it is no answer, and ends the question', async () => {
    const { w, maria, said, attend, close, newest, answers } = await rated()
    const first = await attend()
    await close(first)
    maria.says('preciso de outra via')
    expect(newest()).toBe(first + 1)
    await close(newest(), { askRating: false })
    maria.says('3')
    expect(w.ticketNow(newest())).toMatchObject({ id: first + 2, status: 'pending', unread: 1 })
    expect(said()).toEqual([QUESTION])
    expect(await answers()).toEqual([])
  })

  test.each([
    [DAY, 1],
    [DAY + 1, 2],
  ])('an answer %p ms later leaves %p tickets, whatever the clocks of the country do', async (later, tickets) => {
    const { w, maria, attend, close } = await rated()
    // Daylight saving began in São Paulo during this day.
    w.clock.forward(Date.UTC(2018, 10, 3, 20) - w.clock.now())
    await close(await attend())
    w.clock.forward(later)
    maria.says('3')
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(tickets)
  })

  test('counts by the time it was sent, not received; a late one gets no reply', async () => {
    const { w, maria, said, attend, close, answers } = await rated()
    await close(await attend())
    const sentAt = w.clock.now() + HOUR
    w.clock.forward(3 * DAY)
    maria.says('2', { sentAt })
    expect(await answers()).toMatchObject([{ value: 2 }])
    expect(said()).toEqual([QUESTION])
  })

  test('is no answer if it is a picture, a voice note or unreadable', async () => {
    // A sticker after closing says thanks, and opens nothing.
    const kinds = [
      [{ kind: 'sticker' }, 1],
      [{ kind: 'ptt' }, 2],
      [{ placeholder: true }, 2],
    ] as const
    for (const [wanted, tickets] of kinds) {
      const { w, maria, attend, close, answers } = await rated()
      await close(await attend())
      maria.says('3', wanted)
      expect(w.rows('SELECT id FROM tickets')).toHaveLength(tickets)
      expect(await answers()).toEqual([])
    }
  })

  test('replaces an earlier answer; a repeated one gets no reply', async () => {
    const { maria, said, attend, close, answers, newest } = await rated()
    const id = await attend()
    await close(id)
    for (const text of ['1', '1', '3', '3']) maria.says(text)
    expect(said()).toEqual([QUESTION, THANKS, THANKS])
    expect(await answers()).toMatchObject([{ value: 3, label: 'Muito satisfeito' }])
    expect(newest()).toBe(id)
  })

  test('is the comment, if asked for, once and within 15 minutes', async () => {
    const question = { asksComment: true, commentMessage: 'Por quê, {{firstName}}?', thanks: 'Valeu!' }
    const { w, maria, said, attend, close, answers, newest } = await rated({ question })
    const id = await attend()
    await close(id)
    maria.says('1')
    expect(said().slice(1)).toEqual(['Por quê, Maria?'])
    w.clock.forward(15 * MINUTE)
    maria.says('demorou demais')
    expect(said().slice(2)).toEqual(['Valeu!'])
    expect(await answers({ comments: 'true' })).toMatchObject([{ value: 1, comment: 'demorou demais' }])
    expect(newest()).toBe(id)
    maria.says('e mais uma coisa')
    expect(newest()).toBe(id + 1)
  })

  test('opens a ticket if a comment comes later than that', async () => {
    const { w, maria, attend, close, newest } = await rated({
      question: { asksComment: true, commentMessage: 'Por quê?' },
    })
    const id = await attend()
    await close(id)
    maria.says('1')
    w.clock.forward(15 * MINUTE + 1)
    maria.says('demorou demais')
    expect(newest()).toBe(id + 1)
  })

  test('a ticket is not rated again once it has an answer, also after it was reopened', async () => {
    const { ana, maria, said, attend, close } = await rated()
    const id = await attend()
    await close(id)
    await ana.api.tickets({ id }).put({ status: 'open', userId: ana.userId, reopen: true })
    maria.says('3')
    expect(said()).toEqual([QUESTION])
    await close(id)
    expect(said()).toEqual([QUESTION, QUESTION])
    maria.says('3')
    await ana.api.tickets({ id }).put({ status: 'open', userId: ana.userId, reopen: true })
    await close(id)
    expect(said()).toEqual([QUESTION, QUESTION, THANKS])
  })

  test('a ticket reopened and closed without a rating awaits no answer', async () => {
    const { ana, maria, attend, close, newest } = await rated()
    const id = await attend()
    await close(id)
    await ana.api.tickets({ id }).put({ status: 'open', userId: ana.userId, reopen: true })
    await close(id, { askRating: false })
    maria.says('3')
    expect(newest()).toBe(id + 1)
  })

  test('is matched against the question as asked, even if the rating changed', async () => {
    const { chief, maria, attend, close, answers, ratingId } = await rated()
    await close(await attend())
    await chief.json(`/api/ratings/${ratingId}`, 'PUT', { type: 'nps' })
    await chief.request(`/api/ratings/${ratingId}`, { method: 'DELETE' })
    maria.says('insatisfeito')
    expect(await answers()).toMatchObject([{ value: 1, name: 'Satisfação', ratingId: null, type: 'csat' }])
  })

  test('is ignored on another connection', async () => {
    const { w, attend, close } = await rated()
    const other = w.connection({ name: 'Outra' })
    await close(await attend())
    w.whatsapp.person('5521996124087', { name: 'Maria Alves', connectionId: other.id }).says('3')
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(2)
  })

  test('is matched after the contact was merged', async () => {
    const { w, maria, attend, close, answers } = await rated()
    await close(await attend())
    w.whatsapp.person('5521996124087', { name: 'Maria Alves', lid: '777' }).says('3')
    expect(await answers()).toMatchObject([{ value: 3 }])
    expect(maria.got().length).toBeGreaterThan(0)
  })
})

describe('a crash', () => {
  test('between close and question rolls both back; a message delivered twice is one answer', async () => {
    const { w, ana, maria, said, attend, close, ratingId } = await rated()
    const id = await attend()
    w.expectErrors()
    w.db.$client.exec(`CREATE TRIGGER broken BEFORE INSERT ON ticket_ratings BEGIN SELECT raise(ABORT, 'down'); END`)
    await ana.api.tickets({ id }).put({ status: 'closed', ratingId })
    expect(w.ticketNow(id).status).toBe('open')
    expect(said()).toEqual([])
    w.db.$client.exec('DROP TRIGGER broken')
    await close(id)
    const answer = maria.says('3')
    maria.says('3', { externalId: answer.externalId })
    const again = await w.reopen()
    again.whatsapp.person('5521996124087').says('3', { externalId: answer.externalId })
    expect(again.rows('SELECT value FROM ticket_ratings')).toEqual([{ value: 3 }])
    expect(again.rows("SELECT id FROM messages WHERE body = '3'")).toHaveLength(1)
  })

  test('keeps open questions', async () => {
    const { w, attend, close } = await rated()
    await close(await attend())
    const again = await w.reopen()
    again.whatsapp.person('5521996124087').says('2', { externalId: 'ANSWER' })
    expect(again.rows('SELECT id FROM tickets')).toHaveLength(1)
    expect(again.rows('SELECT value, label FROM ticket_ratings')).toEqual([{ value: 2, label: 'Satisfeito' }])
  })
})

test('the choices at closing show the question as the contact reads it, the connection’s first', async () => {
  const { w, ana, attend, chief, ratingId } = await rated()
  await w.admin().api.whatsapp({ id: LOJA }).put({ ratingMessage: 'Nota?' })
  await chief.json('/api/ratings', 'POST', { name: 'Desligada', type: 'nps', message: 'E?', active: false })
  const ticketId = String(await attend())
  const { data } = await ana.api.ratings.choices.get({ query: { ticketId } })
  expect(data?.map(({ id, question }) => [id, question.split('\n')[0]])).toEqual([
    [0, 'Nota?'],
    [ratingId, 'Maria, como foi?'],
  ])
  const stranger = w.attendant([w.queue()])
  expect(w.ticketNow(Number(ticketId)).queueId).toBe(SALES)
  expect((await stranger.api.ratings.choices.get({ query: { ticketId } })).error?.value).toMatchObject({
    error: 'ERR_NO_TICKET_FOUND',
  })
})

test('preselects the queue’s default, else the company’s, else the first question offered; defaults are unique', async () => {
  const { w, ana, attend, chief, ratingId } = await rated()
  const ticketId = String(await attend())
  const proposed = async () =>
    (await ana.api.ratings.choices.get({ query: { ticketId } })).data
      ?.filter((one) => one.isProposed)
      .map(({ id }) => id)
  const other = await chief.api.ratings.post({ name: 'NPS curto', type: 'nps', message: 'E?' })
  const otherId = other.data?.id ?? 0
  // The connection's question, and without one the first by name.
  expect(await proposed()).toEqual([otherId])
  await w.admin().api.whatsapp({ id: LOJA }).put({ ratingMessage: 'Nota?' })
  expect(await proposed()).toEqual([0])
  await chief.api.ratings({ id: ratingId }).put({ isDefault: true })
  expect(await proposed()).toEqual([ratingId])
  await chief.api.ratings({ id: otherId }).put({ defaultQueueIds: [SALES] })
  expect(await proposed()).toEqual([otherId])
  await chief.api.ratings({ id: ratingId }).put({ defaultQueueIds: [SALES] })
  expect(await proposed()).toEqual([ratingId])
  await chief.api.ratings({ id: otherId }).put({ isDefault: true })
  const { data } = await chief.api.ratings.get({ query: {} })
  expect(data?.ratings.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([otherId])
  expect(data?.ratings.find(({ id }) => id === ratingId)?.defaultQueueIds).toEqual([SALES])
  const unknown = await chief.api.ratings({ id: otherId }).put({ defaultQueueIds: [w.queue() + 50] })
  expect(unknown.error?.value).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
})
