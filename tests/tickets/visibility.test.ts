/** Who may see a ticket: the claim and the SQL beside it give the same answer over the same rows. */
import { expect, test } from 'bun:test'
import type { Actor } from '../../src/actor'
import { canSee, visibleTo } from '../../src/tickets/visibility'
import { dice } from '../support/until'
import { world } from '../support/world'

const { below, pick, maybe } = dice(11)
const some = (most: number) => Array.from({ length: below(4) }, () => 1 + below(most))

const anyActor = (): Actor => ({
  tenantId: 1,
  tenantUuid: 'u',
  userId: 1 + below(4),
  name: 'x',
  profile: pick(['admin', 'supervisor', 'user', 'user']),
  super: maybe(2),
  allUserChat: maybe(4),
  queueIds: some(4),
  connectionIds: maybe(2) ? null : some(3),
  sessionId: 's',
})

test('the predicate and the SQL agree on every ticket for every person', () => {
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
    const actor = anyActor()
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
] as const)('%s', (_, wishes, ticket, expected) => {
  const actor: Actor = {
    tenantId: 1,
    tenantUuid: 'u',
    userId: 1,
    name: 'x',
    profile: 'user',
    super: false,
    allUserChat: false,
    queueIds: [],
    connectionIds: null,
    sessionId: 's',
    ...wishes,
  }
  expect(canSee(actor, ticket)).toBe(expected)
})
