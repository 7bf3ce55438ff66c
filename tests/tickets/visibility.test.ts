/** Who may see a ticket: the predicate and its SQL give the same answer for the same rows. */
import { expect, test } from 'bun:test'
import type { Actor } from '../../src/actor'
import type { Audience } from '../../src/platform/events'
import { writeSetting } from '../../src/settings/settings'
import { messageAudience } from '../../src/tickets/messages/audience'
import type { MessagePage, MessageSearch } from '../../src/tickets/messages/contract'
import { findMessage, findVisibleMessage, visibilityClause } from '../../src/tickets/messages/queries'
import { seesContact } from '../../src/tickets/queries'
import { canSee, visibleTo } from '../../src/tickets/visibility'
import { anActor } from '../support/actor'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const { below, pick, oneIn } = createRandom(11)
const some = (most: number) => Array.from({ length: below(4) }, () => 1 + below(most))

/** With the given queues restricted. */
const randomActor = (restricted: readonly number[]) => {
  const profile = pick(['admin', 'supervisor', 'user', 'user'] as const)
  const queueIds = some(4)
  return anActor({
    userId: 1 + below(4),
    profile,
    super: oneIn(2),
    allUserChat: oneIn(4),
    queueIds,
    hiddenQueueIds: profile === 'admin' ? [] : restricted.filter((id) => !queueIds.includes(id)),
    connectionIds: oneIn(2) ? null : some(3),
  })
}

test('predicate and SQL agree on every ticket for every user', () => {
  const w = world()
  for (let n = 0; n < 4; n++) w.attendant()
  const queues = [null, 1, 2, w.queue(), w.queue()]
  const connections = [1, w.connection().id, w.connection().id]
  for (const queueId of queues)
    for (const connectionId of connections)
      for (const userId of [null, 1, 2, 3, 4])
        w.ticket({ queueId, connectionId, userId, status: pick(['pending', 'open', 'closed']) })
  const rows = w.rows<{ id: number; queueId: number | null; userId: number | null; connectionId: number }>(
    'SELECT id, queue_id AS queueId, user_id AS userId, connection_id AS connectionId FROM tickets ORDER BY id',
  )
  let seen = 0
  for (let lap = 0; lap < 500; lap++) {
    const actor = randomActor(oneIn(2) ? [] : some(4))
    const { sql, params } = visibleTo(actor)
    const bySql = w
      .rows<{ id: number }>(`SELECT t.id FROM tickets t WHERE ${sql} ORDER BY t.id`, ...params)
      .map(({ id }) => id)
    const byClaim = rows.filter((row) => canSee(actor, row)).map(({ id }) => id)
    expect({ actor, ids: bySql }).toEqual({ actor, ids: byClaim })
    seen += bySql.length
  }
  expect(seen).toBeGreaterThan(1000)
})

test.each([
  ['an admin sees all', { profile: 'admin' }, { queueId: 9, userId: 5, connectionId: 9 }, true],
  ['a supervisor sees all', { profile: 'supervisor' }, { queueId: 9, userId: 5, connectionId: 9 }, true],
  ['a user of all chats sees all', { allUserChat: true }, { queueId: 9, userId: 5, connectionId: 9 }, true],
  [
    'a supervisor does not see a restricted queue',
    { profile: 'supervisor', hiddenQueueIds: [9] },
    { queueId: 9, userId: 5, connectionId: 9 },
    false,
  ],
  [
    'a user of all chats does not see a restricted queue',
    { allUserChat: true, hiddenQueueIds: [9] },
    { queueId: 9, userId: null, connectionId: 9 },
    false,
  ],
  ['a user sees the own queue', { queueIds: [1] }, { queueId: 1, userId: 5, connectionId: 1 }, true],
  ['a user sees what has no queue', {}, { queueId: null, userId: null, connectionId: 1 }, true],
  ['a user does not see another queue', { queueIds: [1] }, { queueId: 2, userId: 5, connectionId: 1 }, false],
  ['a user sees the own ticket in another queue', { queueIds: [1] }, { queueId: 2, userId: 1, connectionId: 1 }, true],
  [
    'limited to connections: not the others',
    { queueIds: [1], connectionIds: [1] },
    { queueId: 1, userId: 5, connectionId: 2 },
    false,
  ],
  [
    'limited to connections: also a supervisor',
    { profile: 'supervisor', connectionIds: [1] },
    { queueId: 1, userId: 5, connectionId: 2 },
    false,
  ],
  ['limited to none: only the own tickets', { connectionIds: [] }, { queueId: null, userId: 1, connectionId: 2 }, true],
] as const)('%s', (_, options, ticket, expected) => {
  expect(canSee(anActor(options), ticket)).toBe(expected)
})

test('a message without ticket is hidden from users who may not use its connection: reading, search, quotes, forwarding, reactions', async () => {
  const w = world()
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  const board = w.connection({ name: 'Diretoria' })
  const ana = w.attendant([SALES], { connections: [LOJA] })
  const bia = w.attendant([SALES], { connections: [LOJA, board.id] })
  const number = '5521990003333'
  w.whatsapp.person(number).says('oi')
  w.whatsapp.person(number).getsFromPhone('aviso da loja')
  w.whatsapp.person(number, { connectionId: board.id }).getsFromPhone('aviso da diretoria')
  w.rows("UPDATE tickets SET status = 'open' RETURNING id")
  w.ticket({ contactId: 1, connectionId: board.id, status: 'open' })
  const [secret] = w.rows<{ id: number }>("SELECT id FROM messages WHERE body = 'aviso da diretoria'")
  const messageId = secret?.id ?? 0
  const friend = w.contact({ number: '5521990004444' })

  const reach = async (who: typeof ana) => {
    const page = (await (await who.request('/api/messages/1')).json()) as MessagePage // the route's answer
    const search = await who.request('/api/messages/search/1?searchQuery=aviso')
    const found = (await search.json()) as MessageSearch // likewise
    const doing = await Promise.all([
      who.json('/api/messages/1', 'POST', { body: 'veja', quotedMsg: { id: messageId } }),
      who.json('/api/messages/forward', 'POST', { ticketId: 1, messageIds: [messageId], contacts: [friend.id] }),
      who.json('/api/messages/reactMessage', 'POST', { ticketId: 1, messageId, reaction: '👍' }),
    ])
    return [page.messages.map(({ body }) => body), found.messages.length, doing.map(({ status }) => status)]
  }
  expect(await reach(ana)).toEqual([['oi', 'aviso da loja'], 1, [404, 404, 404]])
  expect(await reach(bia)).toEqual([['oi', 'aviso da loja', 'aviso da diretoria'], 2, [200, 200, 200]])
})

test('predicate, SQL and audience agree on every message of a visible conversation', () => {
  const w = world()
  for (let n = 0; n < 4; n++) w.attendant()
  const connections = [1, w.connection().id, w.connection().id]
  const contact = w.contact({ number: '5521990003333' })
  for (const queueId of [null, 1, 2])
    for (const connectionId of connections)
      for (const userId of [null, 1, 2])
        w.ticket({ contactId: contact.id, queueId, connectionId, userId, status: 'closed' })
  const insert = w.db.$client.prepare(
    "INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, ack, created_at) VALUES (?, ?, ?, 0, 'chat', 'x', 0, 0)",
  )
  for (const { id, connection_id } of w.rows<{ id: number; connection_id: number }>('SELECT * FROM tickets'))
    insert.run(id, contact.id, connection_id)
  for (const connectionId of connections) insert.run(null, contact.id, connectionId)
  const all = w.rows<{ id: number }>('SELECT id FROM messages ORDER BY id').map(({ id }) => id)
  const isSeen = (actor: Actor, id: number) => {
    try {
      return findVisibleMessage(w.db, actor, id).id === id
    } catch {
      return false
    }
  }
  const hears: Record<number, Audience> = {}
  for (const id of all) hears[id] = messageAudience(w.db, findMessage(w.db, id) ?? expect.unreachable())
  let hidden = 0
  for (let lap = 0; lap < 200; lap++) {
    const actor = randomActor([SUPPORT])
    if (!seesContact(w.db, actor, contact.id)) continue
    const { join, sql, params } = visibilityClause(actor)
    const bySql = w.rows<{ id: number }>(
      `SELECT m.id FROM messages m ${join} WHERE m.contact_id = ? ${sql} ORDER BY m.id`,
      contact.id,
      ...params,
    )
    const byClaim = all.filter((id) => isSeen(actor, id))
    expect({ actor, ids: bySql.map(({ id }) => id) }).toEqual({ actor, ids: byClaim })
    expect({ actor, ids: all.filter((id) => hears[id]?.(actor)) }).toEqual({ actor, ids: byClaim })
    hidden += all.length - byClaim.length
  }
  expect(hidden).toBeGreaterThan(100)
})

test('a visible conversation shows messages of other queues, but those of a restricted queue only to its users and admins', async () => {
  const w = world()
  const [boss, ana, beto] = [w.admin(), w.attendant([SALES]), w.attendant([SALES, SUPPORT])]
  const chief = w.attendant([], { profile: 'supervisor' })
  const all = w.attendant([SALES], { allUserChat: true })
  const maria = w.whatsapp.person('5521990003333')
  maria.says('ao suporte')
  await boss.api.tickets({ id: 1 }).put({ queueId: SUPPORT })
  await boss.api.tickets({ id: 1 }).put({ status: 'closed' })
  maria.says('às vendas')
  await boss.api.tickets({ id: 2 }).put({ queueId: SALES })
  const read = async (who: typeof ana) => {
    const page = (await (await who.request('/api/messages/2')).json()) as MessagePage // the route's answer
    const found = (await (await who.request('/api/messages/search/2?searchQuery=suporte')).json()) as MessageSearch // likewise
    return [page.messages.map(({ body }) => body), found.messages.length]
  }
  expect(await read(ana)).toEqual([['ao suporte', 'às vendas'], 1])
  expect((await ana.api.tickets({ id: 1 }).get()).status).toBe(404)
  await boss.api.queue({ id: SUPPORT }).put({ isRestricted: true })
  for (const who of [ana, chief, all]) expect(await read(who)).toEqual([['às vendas'], 0])
  for (const who of [boss, beto]) expect(await read(who)).toEqual([['ao suporte', 'às vendas'], 1])
})
