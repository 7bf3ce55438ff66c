/** Queues: who creates, changes and deletes them, uniqueness of name and colour, and which events screens receive. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { connectionUpdated } from '../../src/channels/connections/contract'
import { schedulesOf, usualWeek } from '../../src/hours/contract'
import { queueDeleted, queuesOrdered, queueUpdated } from '../../src/queues/contract'
import { insertQueue } from '../../src/queues/queries'
import { confusingField, plainColor } from '../../src/queues/queue'
import { ticketDeleted, ticketUpdated } from '../../src/tickets/contract'
import { userUpdated } from '../../src/users/contract'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { type World, world } from '../support/world'

type Refused = { error: { value: unknown } | null }
const refusal = ({ error }: Refused) => error?.value as { error?: string; details?: unknown } | undefined // every refusal has this shape
const codeOf = (answer: Refused) => refusal(answer)?.error
const names = async (who: Attendant) => ((await who.api.queue.get({ query: {} })).data ?? []).map(({ name }) => name)
const BLUE = '#127eee'

async function seenBy(who: Attendant, status: 'pending' | 'open' | 'closed') {
  const { data } = await who.api.tickets.get({ query: { status, isGroup: 'false', showAll: 'true' } })
  return (data?.tickets ?? []).map(({ id }) => id).sort((a, b) => a - b)
}

describe('reading', () => {
  test('lists them for everybody in the company, in their order or the requested one', async () => {
    const w = world()
    const ana = w.attendant()
    insertQueue(w.db, w.clock.now(), { name: 'Ótica', color: '#fff', position: 0 })
    const { data } = await ana.api.queue.get({ query: {} })
    expect(data?.map(({ name }) => name)).toEqual(['Ótica', 'Vendas', 'Suporte'])
    expect(data?.[0]).toMatchObject({ color: '#fff', orderQueue: 0 })
    const byName = await ana.api.queue.get({ query: { orderQuery: 'name' } })
    expect(byName.data?.map(({ name }) => name)).toEqual(['Ótica', 'Suporte', 'Vendas'])
    const byId = await ana.api.queue.get({ query: { orderQuery: 'id' } })
    expect(byId.data?.map(({ id }) => id)).toEqual([1, 2, 3])
    expect((await ana.request('/api/queue?orderQuery=ASC')).status).toBe(400)
  })

  test('returns the counters only to users who may change a queue', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    w.db.$client.exec(`UPDATE users SET active = 0 WHERE id = ${w.attendant([SALES]).userId}`)
    w.connection({ queueIds: [SALES], open: false })
    await admin.api.whatsapp({ id: w.connection({ queueIds: [SALES], open: false }).id }).delete()
    w.ticket({ queueId: SALES })
    w.ticket({ queueId: SALES, userId: ana.userId })
    w.ticket({ queueId: SALES, status: 'closed' })
    const figures = { people: 1, activeTickets: 2, connections: 1, options: 0 }
    expect((await admin.api.queue({ id: SALES }).get()).data).toMatchObject({ name: 'Vendas', figures })
    expect((await admin.api.queue.get({ query: {} })).data?.map((one) => one.figures)).toEqual([
      figures,
      { people: 0, activeTickets: 0, connections: 0, options: 0 },
    ])
    expect((await ana.api.queue({ id: SALES }).get()).data?.figures).toBeNull()
    expect((await ana.api.queue.get({ query: {} })).data?.map((one) => one.figures)).toEqual([null, null])
    expect(codeOf(await ana.api.queue({ id: 99 }).get())).toBe('ERR_NO_QUEUE_FOUND')
  })
})

describe('creating and changing', () => {
  test('lets an admin create one with its users, and notifies every desk of the company', async () => {
    const w = world()
    const [admin, ana, bia] = [w.admin(), w.attendant(), w.company().attendant()]
    const wanted = { name: '  Financeiro ', color: '#ABC', greetingMessage: 'Olá!', userIds: [ana.userId] }
    const { data } = await admin.api.queue.post(wanted)
    const shown = {
      id: 3,
      name: 'Financeiro',
      color: '#aabbcc',
      orderQueue: 3,
      greetingMessage: 'Olá!',
      complationMessage: '',
      outOfHoursMessage: '',
      hasToken: false,
      isRestricted: false,
      resetChatbotMsg: true,
      integrationId: null,
      typeChatbot: 'option' as const,
      workspaceTypebot: '',
      typebotId: '',
      schedules: null,
      attendantsPool: null,
      escalation: null,
      mediaPath: null,
      mediaName: null,
      mediaSize: null,
    }
    expect(data).toEqual({ ...shown, figures: { people: 1, activeTickets: 0, connections: 0, options: 0 } })
    expect(ana.heard(queueUpdated)).toEqual([{ queue: shown }])
    expect(bia.heard(queueUpdated)).toEqual([])
    expect(await names(ana)).toEqual(['Vendas', 'Suporte', 'Financeiro'])
    expect(ana.actor().queueIds).toEqual([3])
  })

  test('keeps fields that are not sent, and shows the new name on its tickets at once', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const ticket = w.ticket({ queueId: SALES })
    const { data } = await admin.api.queue({ id: SALES }).put({ name: 'Balcão' })
    expect(data).toMatchObject({ name: 'Balcão', color: '#000001', orderQueue: 1, figures: { people: 1 } })
    expect(ana.heard(queueUpdated)).toMatchObject([{ queue: { id: SALES, name: 'Balcão' } }])
    expect((await ana.api.tickets({ id: ticket.id }).get()).data?.queue).toMatchObject({ name: 'Balcão' })
    await admin.api.queue({ id: SALES }).put({ orderQueue: 9 })
    expect(await names(ana)).toEqual(['Suporte', 'Balcão'])
    // Saved unchanged, it conflicts with nobody, itself included.
    expect((await admin.api.queue({ id: SALES }).put({ name: 'balcão', color: '#000001' })).status).toBe(200)
  })

  test('refuses two that look alike, names the field, and stores nothing', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const twice = { name: 'VENDAS', color: BLUE, userIds: [ana.userId] }
    expect(refusal(await admin.api.queue.post(twice))).toMatchObject({
      error: 'ERR_DUPLICATED_NAME',
      details: [{ field: 'name' }],
    })
    await admin.api.queue.post({ name: 'Azul', color: '#00AAFF' })
    expect(refusal(await admin.api.queue.post({ name: 'Outra', color: '#0af' }))).toMatchObject({
      error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      details: [{ field: 'color' }],
    })
    expect(codeOf(await admin.api.queue({ id: SALES }).put({ name: 'suporte' }))).toBe('ERR_DUPLICATED_NAME')
    expect(codeOf(await admin.api.queue({ id: SALES }).put({ color: '#000002' }))).toBe(
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    )
    expect(codeOf(await admin.api.queue({ id: SALES }).put({ name: 'Nova', userIds: [99] }))).toBe('ERR_NO_USER_FOUND')
    expect(await names(admin)).toEqual(['Vendas', 'Suporte', 'Azul'])
    expect(ana.actor().queueIds).toEqual([])
  })

  test('limits names, colours and positions; ignores what has no effect', async () => {
    const w = world()
    const admin = w.admin()
    const hintOf = async (body: object) =>
      ((await (await admin.json('/api/queue', 'POST', body)).json()) as { details: { hint: string }[] }).details[0]
        ?.hint
    expect(await hintOf({ name: ' V ', color: BLUE })).toBe('form.name.short')
    expect(await hintOf({ name: 'V'.repeat(51), color: BLUE })).toBe('form.name.long')
    for (const color of ['azul', '#12', '#12345', '#12345678'])
      expect(await hintOf({ name: 'Nova', color })).toBe('form.color.invalid')
    for (const orderQueue of [-1, 1.5, 10_000])
      expect(await hintOf({ name: 'Nova', color: BLUE, orderQueue })).toBe('form.invalid')
    const odd = { name: 'Nova', color: BLUE, token: 'x', tokenHash: 'x', mediaFile: 'x', position: 7 }
    const made = (await (await admin.json('/api/queue', 'POST', odd)).json()) as Record<string, unknown>
    expect(made).toMatchObject({ hasToken: false, mediaPath: null, orderQueue: 3 })
    expect(Object.keys(made)).not.toContain('tokenHash')
  })

  test.each(['user', 'supervisor'] as const)('refuses a %s', async (profile) => {
    const w = world()
    const ana = w.attendant([SALES], { profile })
    const queue = ana.api.queue({ id: SALES })
    const answers = [
      await ana.api.queue.post({ name: 'Nova', color: BLUE }),
      await queue.put({ name: 'Minha' }),
      await queue.users.put({ userIds: [] }),
      await queue.delete(),
    ]
    expect(answers.map(codeOf)).toEqual(Array(4).fill('ERR_NO_PERMISSION'))
    expect(await names(ana)).toEqual(['Vendas', 'Suporte'])
    expect(ana.actor().queueIds).toEqual([SALES])
  })
})

describe('other fields of a queue', () => {
  test('include texts, hours, restriction and responders; the audit log names the changes', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const week = schedulesOf(usualWeek)
    const change = {
      complationMessage: 'Até logo, {{firstName}}!',
      outOfHoursMessage: 'Voltamos às 8h.',
      isRestricted: true,
      resetChatbotMsg: false,
      typeChatbot: 'typebot' as const,
      typebotId: 'vendas',
      schedules: week,
    }
    const { data } = await admin.api.queue({ id: SALES }).put(change)
    expect(data).toMatchObject({ ...change, name: 'Vendas', greetingMessage: '' })
    expect(ana.heard(queueUpdated)).toMatchObject([{ queue: change }])
    const [act] = admin.heard(auditRecorded)
    expect(act?.entry.changes.map(({ field }) => field).sort()).toEqual(Object.keys(change).sort())
    admin.forget()
    await admin.api.queue({ id: SALES }).put(change)
    expect(admin.heard(auditRecorded)).toEqual([])
    const late = [{ ...week[0], startTime: '25:00' }]
    expect((await admin.json(`/api/queue/${SALES}`, 'PUT', { schedules: late })).status).toBe(400)
    expect((await admin.api.queue({ id: SALES }).put({ schedules: null })).data?.schedules).toBeNull()
  })

  test('include a token, returned once and renewable', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const one = (await admin.api.queue({ id: SALES }).token.post()).data?.token
    const other = (await admin.api.queue({ id: SALES }).token.post()).data?.token
    expect(one).toMatch(/^bk1_[\w-]{43}$/)
    expect(other).not.toBe(one)
    expect(ana.heard(queueUpdated).at(-1)).toMatchObject({ queue: { hasToken: true } })
    expect(JSON.stringify([ana.frames, admin.frames])).not.toContain(other ?? '')
    expect(admin.heard(auditRecorded).at(-1)?.entry.changes).toEqual([{ field: 'token', from: 'set', to: 'set' }])
    expect(codeOf(await admin.api.queue({ id: 99 }).token.post())).toBe('ERR_NO_QUEUE_FOUND')
  })

  test('include an order, sent in one event; queues not named follow', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    w.queue({ name: 'Ótica' })
    const { data } = await admin.api.queue.order.post({ ids: [SUPPORT, SUPPORT, 3] })
    expect(data?.queues.map(({ id }) => id)).toEqual([SUPPORT, 3, SALES])
    expect(await names(ana)).toEqual(['Suporte', 'Ótica', 'Vendas'])
    expect(ana.heard(queuesOrdered)).toEqual([data ?? expect.unreachable()])
    expect(ana.heard(queueUpdated)).toEqual([])
    expect(admin.heard(auditRecorded).at(-1)?.entry.changes).toEqual([
      { field: 'orderQueue', from: 'Vendas, Suporte, Ótica', to: 'Suporte, Ótica, Vendas' },
    ])
    expect(codeOf(await admin.api.queue.order.post({ ids: [SALES, 99] }))).toBe('ERR_NO_QUEUE_FOUND')
    expect(await names(ana)).toEqual(['Suporte', 'Ótica', 'Vendas'])
  })
})

describe('its users', () => {
  test('see its tickets as soon as they are added, and no longer once removed', async () => {
    const w = world()
    const [admin, ana, beto] = [w.admin(), w.attendant([SALES]), w.attendant([SUPPORT])]
    const [inSales, own] = [w.ticket({ queueId: SALES }), w.ticket({ queueId: SALES, userId: ana.userId })]
    const { data } = await admin.api.queue({ id: SALES }).users.put({ userIds: [beto.userId] })
    expect(data?.map(({ id }) => id)).toEqual([beto.userId])
    expect((await ana.api.queue({ id: SALES }).users.get()).data?.map(({ id }) => id)).toEqual([beto.userId])

    expect(ana.heard(userUpdated)).toMatchObject([{ user: { id: ana.userId, queueIds: [] } }])
    expect(beto.heard(userUpdated)).toMatchObject([{ user: { id: beto.userId, queueIds: [SALES, SUPPORT] } }])
    expect(admin.heard(userUpdated)).toHaveLength(2)
    expect(codeOf(await ana.api.tickets({ id: inSales.id }).get())).toBe('ERR_NO_TICKET_FOUND')
    expect(await seenBy(beto, 'pending')).toEqual([inSales.id])
    // Their sockets are updated at once: the very next event already goes to others.
    for (const page of [ana, beto]) page.forget()
    await admin.api.tickets({ id: inSales.id }).put({ status: 'open' })
    expect(ana.heard(ticketUpdated)).toEqual([])
    expect(beto.heard(ticketUpdated)).toMatchObject([{ ticket: { id: inSales.id } }])
    // One's own conversation stays one's own.
    expect((await ana.api.tickets({ id: own.id }).get()).status).toBe(200)
  })

  test('are not notified if they stay; users who may not sign in are neither added nor removed', async () => {
    const w = world()
    const [admin, ana, gone] = [w.admin(), w.attendant([SALES]), w.attendant([SALES])]
    w.db.$client.exec(`UPDATE users SET active = 0 WHERE id = ${gone.userId}`)
    await admin.api.queue({ id: SALES }).put({ userIds: [ana.userId, ana.userId] })
    expect(ana.heard(userUpdated)).toEqual([])
    await admin.api.queue({ id: SALES }).put({ userIds: [] })
    expect(w.rows('SELECT user_id AS id FROM user_queues WHERE queue_id = ?', SALES)).toEqual([{ id: gone.userId }])
    expect(codeOf(await admin.api.queue({ id: SUPPORT }).users.put({ userIds: [gone.userId] }))).toBe(
      'ERR_NO_USER_FOUND',
    )
    expect(codeOf(await admin.api.queue({ id: 99 }).users.get())).toBe('ERR_NO_QUEUE_FOUND')
  })
})

describe('deleting', () => {
  /** An attendant in each queue; tickets of Vendas in every state, and one of Suporte. */
  function testbed() {
    const w = world()
    const [admin, ana, beto] = [w.admin(), w.attendant([SALES]), w.attendant([SUPPORT])]
    const pending = w.ticket({ queueId: SALES })
    const open = w.ticket({ queueId: SALES, userId: ana.userId })
    const closed = w.ticket({ queueId: SALES, status: 'closed' })
    const other = w.ticket({ queueId: SUPPORT })
    return { w, admin, ana, beto, pending, open, closed, other }
  }
  const logOf = (w: World, ticketId: number) =>
    w.rows<{ kind: string; user_id: number; data: string }>(
      'SELECT kind, user_id, data FROM ticket_log WHERE ticket_id = ?',
      ticketId,
    )

  test('keeps its tickets without a queue, and logs it on them', async () => {
    const { w, admin, ana, pending, open, closed, other } = testbed()
    expect(await seenBy(ana, 'pending')).toEqual([pending.id])
    w.clock.forward(1000)
    expect((await admin.api.queue({ id: SALES }).delete()).status).toBe(200)
    expect(admin.heard(auditRecorded)).toMatchObject([{ entry: { act: 'delete', subjectName: 'Vendas' } }])
    for (const { id, updatedAt } of [pending, open, closed])
      expect(w.ticketNow(id)).toMatchObject({ queueId: null, updatedAt })
    expect(w.ticketNow(other.id).queueId).toBe(SUPPORT)
    const line = { kind: 'queueRemoved', user_id: admin.userId, data: JSON.stringify({ queue: 'Vendas' }) }
    expect([pending, open, closed].map(({ id }) => logOf(w, id))).toEqual([[line], [line], []])
    const { data } = await admin.api.tickets.counters.get({ query: { showAll: 'true' } })
    expect(data).toMatchObject({ pending: 2, open: 1 })
    expect(w.rows('SELECT sum(n) AS n FROM ticket_counts WHERE queue_id = ?', SALES)).toEqual([{ n: 0 }])
  })

  test('removes ten thousand closed tickets from it while others work; the others follow', async () => {
    const { w, admin, ana, pending, closed } = testbed()
    w.db.$client
      .prepare(
        `WITH RECURSIVE nth(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < 10000)
         INSERT INTO tickets (uuid, status, channel, contact_id, connection_id, queue_id, last_message_at, created_at, updated_at)
         SELECT 'closed-' || n, 'closed', 'whatsapp', ?, ?, ?, n, n, n FROM nth`,
      )
      .run(closed.contactId, LOJA, SALES)
    const queueOf = () => w.ticketNow(pending.id).queueId
    const seen: (number | null)[] = []
    const removing = admin.api.queue({ id: SALES }).delete()
    while (queueOf() !== null) {
      await ana.api.queue.get({ query: {} })
      seen.push(queueOf())
    }
    expect((await removing).status).toBe(200)
    expect(seen.filter((queueId) => queueId === SALES).length).toBeGreaterThan(1)
    expect(w.rows('SELECT count(*) AS n FROM tickets WHERE queue_id = ?', SALES)).toEqual([{ n: 0 }])
  })

  test('notifies everybody once and its users about their remaining queues; tickets without queue are visible to all', async () => {
    const { admin, ana, beto, pending, closed, other } = testbed()
    await admin.api.queue({ id: SALES }).delete()
    for (const page of [admin, ana, beto]) expect(page.heard(queueDeleted)).toEqual([{ queueId: SALES }])
    expect(beto.heard(ticketDeleted)).toEqual([])
    expect(ana.heard(userUpdated)).toMatchObject([{ user: { id: ana.userId, queueIds: [] } }])
    expect(beto.heard(userUpdated)).toEqual([])
    expect(ana.listener.actor.queueIds).toEqual([])
    expect(await seenBy(beto, 'pending')).toEqual([pending.id, other.id])
    expect((await beto.api.tickets({ id: closed.id }).get()).status).toBe(200)
    expect(await names(beto)).toEqual(['Suporte'])
    expect(codeOf(await admin.api.queue({ id: SALES }).delete())).toBe('ERR_NO_QUEUE_FOUND')
  })

  test('removes it from connections, and notifies their screens', async () => {
    const { w, admin } = testbed()
    await admin.api
      .whatsapp({ id: LOJA })
      .put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!', queueIdImportMessages: SALES })
    admin.forget()
    await admin.api.queue({ id: SALES }).delete()
    expect(admin.heard(connectionUpdated).at(-1)).toMatchObject({
      whatsapp: { id: LOJA, queueIds: [SUPPORT], queueIdImportMessages: null },
    })
    // With one queue left on the connection, new tickets go there.
    w.whatsapp.person('5521996124087').says('oi')
    expect(w.rows<{ q: number }>('SELECT queue_id AS q FROM tickets ORDER BY id DESC LIMIT 1')).toEqual([
      { q: SUPPORT },
    ])
  })

  test('is refused while a connection imports into it, by name, and changes nothing', async () => {
    const { w, admin, ana, pending } = testbed()
    const imports = { importOldMessagesEnable: true, queueIdImportMessages: SALES }
    await admin.api.whatsapp({ id: LOJA }).put(imports)
    admin.forget()
    expect(refusal(await admin.api.queue({ id: SALES }).delete())).toMatchObject({
      error: 'ERR_QUEUE_OF_IMPORT',
      details: { connections: ['Loja'] },
    })
    expect(w.ticketNow(pending.id).queueId).toBe(SALES)
    expect(ana.actor().queueIds).toEqual([SALES])
    expect(admin.frames).toEqual([])
    await admin.api.whatsapp({ id: LOJA }).put({ importOldMessagesEnable: false })
    expect((await admin.api.queue({ id: SALES }).delete()).status).toBe(200)
  })

  test('affects only its own company among two with the same ids', async () => {
    const { w, admin } = testbed()
    const b = w.company()
    const bia = b.attendant([SALES])
    const theirs = b.ticket({ queueId: SALES })
    await admin.api.queue({ id: SALES }).put({ name: 'Balcão', userIds: [] })
    await admin.api.queue({ id: SALES }).delete()
    expect(bia.frames).toEqual([])
    expect(await names(bia)).toEqual(['Vendas', 'Suporte'])
    expect(b.ticketNow(theirs.id).queueId).toBe(SALES)
    expect(bia.actor().queueIds).toEqual([SALES])
  })
})

test('two queues with the same name or colour are equal', () => {
  const w = world()
  expect(() => w.queue({ name: 'Vendas' })).toThrow('UNIQUE')
  w.queue({ color: '#123456' })
  expect(() => w.queue({ color: '#123456' })).toThrow('UNIQUE')
  expect(plainColor('#ABC')).toBe('#aabbcc')
  expect(plainColor('#A1B2C3')).toBe('#a1b2c3')
  const sales = { name: 'Pós-venda', color: '#0af' }
  expect(confusingField({ name: ' pos-VENDA', color: '#fff' }, [sales])).toBe('name')
  expect(confusingField({ name: 'Outra', color: '#00AAFF' }, [sales])).toBe('color')
  expect(confusingField({ name: 'Outra', color: '#00aafe' }, [sales])).toBeNull()
})

test('ids or whole queues are accepted at the specification’s path for the order', async () => {
  const w = world()
  const admin = w.admin()
  const order = async (queueOrder: unknown) => {
    const answer = await admin.json('/api/queues/order', 'POST', { queueOrder })
    return ((await answer.json()) as { queues?: { id: number }[] }).queues?.map(({ id }) => id) ?? answer.status
  }
  expect(await order([SUPPORT, SALES])).toEqual([SUPPORT, SALES])
  expect(await order([{ id: SALES }, { id: SUPPORT }])).toEqual([SALES, SUPPORT])
  expect([await order([]), await order([{ name: 'x' }]), await order([99])]).toEqual([400, 400, 404])
})
