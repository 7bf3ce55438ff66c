/** Tickets of another product: how they stand here, what is told of their past, and that nothing goes out because of them. */
import { describe, expect, test } from 'bun:test'
import { contactsMover } from '../../../src/features/contact-book/moving-in/move-in'
import type { Mover } from '../../../src/moving-in/mover'
import type { Family, SourceRows } from '../../../src/moving-in/source'
import { execute, getColumn, getRow, getRows } from '../../../src/platform/sql'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { countDifferences } from '../../../src/tickets/figures/recount'
import { writePastLog } from '../../../src/tickets/log/log'
import { nextMessageId } from '../../../src/tickets/messages/ids'
import { ticketFinisher, ticketMover } from '../../../src/tickets/moving-in/ticket-movers'
import { furnishing, type PlainRows, plainSource } from '../../moving-in/plain-source'
import { type MovedIn, moveIn } from '../../moving-in/support'
import { NOON } from '../../support/world'

type TicketRow = Partial<SourceRows['tickets']>
type Said = { readonly ticketId: string; readonly fromMe?: boolean; readonly body: string; readonly at: number }

const contacts: PlainRows['contacts'] = [
  { name: 'Ana Prado', number: '5531996124087' },
  { name: 'Bia', number: '5531996124088' },
  { name: 'Ana', number: '553196124087' },
]
const DAY_AGO = NOON - 24 * HOUR

/** Stands for the mover of messages. */
const saying = (said: readonly Said[]): Mover => ({
  name: 'messages',
  move: ({ cx, ids, inSlices }) =>
    inSlices('messages', said, (slice) => {
      for (const { ticketId, fromMe = false, body, at } of slice) {
        const id = ids.find('tickets', ticketId) ?? 0
        const ticket = getRow<{ contact_id: number; connection_id: number }>(
          cx.db,
          'SELECT * FROM tickets WHERE id = ?',
          id,
        )
        if (!ticket) continue
        const { contact_id, connection_id } = ticket
        execute(
          cx.db,
          `INSERT INTO messages (id, ticket_id, contact_id, connection_id, from_me, kind, body, created_at, imported) VALUES (?, ?, ?, ?, ?, 'chat', ?, ?, 2)`,
          [nextMessageId(cx.db, contact_id, at), id, contact_id, connection_id, fromMe ? 1 : 0, body, at],
        )
      }
    }),
})

const sourceFor = (rows: PlainRows, family?: Family) => plainSource({ contacts, ...rows }, family)
const moversFor = (said: readonly Said[]) => [furnishing, contactsMover, ticketMover, saying(said), ticketFinisher]
const move = (rows: PlainRows, said: readonly Said[] = [], family?: Family) =>
  moveIn(sourceFor(rows, family), { movers: moversFor(said) })

const ticketsIn = ({ db }: MovedIn, columns: string) =>
  getRows<object>(db, `SELECT ${columns} FROM tickets ORDER BY id`)
const logIn = ({ db }: MovedIn) =>
  getRows<{ kind: string; user_id: number | null; created_at: number }>(
    db,
    'SELECT kind, user_id, created_at FROM ticket_log ORDER BY created_at, id',
  ).map(({ kind, user_id, created_at }) => [kind, user_id, created_at])

describe('a ticket stands as it did', () => {
  const cases: readonly (readonly [string, TicketRow, object])[] = [
    [
      'open, with its attendant',
      { status: 'open', userId: '2', queueId: '1' },
      { status: 'open', user_id: 2, queue_id: 1, is_bot: 0 },
    ],
    [
      'open, but nobody attends it',
      { status: 'open', queueId: '1' },
      { status: 'pending', user_id: null, queue_id: 1, is_bot: 0 },
    ],
    [
      'open with somebody who is gone',
      { status: 'open', userId: '9' },
      { status: 'pending', user_id: null, queue_id: null, is_bot: 0 },
    ],
    [
      'waiting, named after somebody',
      { status: 'pending', userId: '2' },
      { status: 'pending', user_id: null, queue_id: null, is_bot: 0 },
    ],
    [
      'with the bot',
      { status: 'pending', isBot: true },
      { status: 'pending', user_id: null, queue_id: null, is_bot: 1 },
    ],
    [
      'with the bot that had led it to a queue',
      { status: 'pending', isBot: true, queueId: '1' },
      { status: 'pending', user_id: null, queue_id: 1, is_bot: 0 },
    ],
    [
      'closed, with who attended',
      { status: 'closed', userId: '2', isBot: true, unread: 7 },
      { status: 'closed', user_id: 2, queue_id: null, is_bot: 0 },
    ],
  ]
  for (const [name, row, expected] of cases)
    test(name, async () => {
      const moved = await move({ tickets: [{ createdAt: DAY_AGO, updatedAt: DAY_AGO + HOUR, ...row }] })
      expect(ticketsIn(moved, 'status, user_id, queue_id, is_bot')).toEqual([expected])
      expect(ticketsIn(moved, 'imported, created_at, updated_at')).toEqual([
        { imported: 0, created_at: DAY_AGO, updated_at: DAY_AGO + HOUR },
      ])
      expect([moved.imported('tickets'), moved.missing]).toEqual([1, []])
    })

  test('with the id that its links name, once', async () => {
    const uuid = '0F8FAD5B-D9CB-469F-A165-70867728950E'
    const tickets = [{ uuid }, { uuid }, { uuid: null }, { uuid: '../../etc' }]
    const moved = await move({ tickets })
    const uuids = getColumn<string>(moved.db, 'SELECT uuid FROM tickets ORDER BY id')
    expect(uuids[0]).toBe(uuid.toLowerCase())
    expect(new Set(uuids).size).toBe(4)
    for (const one of uuids) expect(one).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('odd rows', () => {
  test('without contact are left out, without connection they get the deleted one', async () => {
    const tickets = [{ contactId: null }, { contactId: '99' }, { connectionId: null }, { connectionId: '99' }, {}]
    const moved = await move({ tickets })
    expect([moved.imported('tickets'), moved.skipped('tickets', 'noContact'), moved.missing]).toEqual([3, 2, []])
    const former = getRows<object>(
      moved.db,
      'SELECT count(DISTINCT c.id) AS connections, count(*) AS tickets FROM tickets t JOIN connections c ON c.id = t.connection_id WHERE c.deleted_at IS NOT NULL',
    )
    expect(former).toEqual([{ connections: 1, tickets: 2 }])
  })

  test('that are active and without connection go on over the default one', async () => {
    const tickets: TicketRow[] = [{ status: 'pending', connectionId: null }]
    const moved = await move({ tickets })
    expect(ticketsIn(moved, 'status, connection_id')).toEqual([{ status: 'pending', connection_id: 1 }])
  })

  test('have no dates, dates of the future, or an end before their beginning', async () => {
    const tickets: TicketRow[] = [
      {},
      { createdAt: NOON + HOUR, updatedAt: NOON + 2 * HOUR },
      { createdAt: DAY_AGO, updatedAt: DAY_AGO - HOUR, closedAt: DAY_AGO - HOUR },
      { updatedAt: DAY_AGO },
    ]
    const moved = await move({ tickets })
    expect(ticketsIn(moved, 'created_at AS c, updated_at AS u, closed_at AS e')).toEqual([
      { c: NOON, u: NOON, e: NOON },
      { c: NOON, u: NOON, e: NOON },
      { c: DAY_AGO, u: DAY_AGO, e: DAY_AGO },
      { c: DAY_AGO, u: DAY_AGO, e: DAY_AGO },
    ])
  })

  test('of one person on one connection: the ticket that changed last stays active', async () => {
    const tickets: TicketRow[] = [
      { status: 'open', userId: '1', updatedAt: DAY_AGO },
      { status: 'pending', updatedAt: DAY_AGO + HOUR, unread: 2 },
      { status: 'open', userId: '1', updatedAt: DAY_AGO - HOUR, contactId: '3' },
      { status: 'open', userId: '1', updatedAt: DAY_AGO, connectionId: '2' },
    ]
    const moved = await move({ tickets })
    expect(getColumn<string>(moved.db, 'SELECT status FROM tickets ORDER BY id')).toEqual([
      'closed',
      'pending',
      'closed',
      'open',
    ])
    expect(moved.noted('tickets', 'oneOpenTicket')).toBe(2)
    expect(ticketsIn(moved, 'unread, closed_at').slice(0, 3)).toEqual([
      { unread: 0, closed_at: DAY_AGO },
      { unread: 2, closed_at: null },
      { unread: 0, closed_at: DAY_AGO - HOUR },
    ])
  })
})

describe('the past of a ticket', () => {
  const at = (minutes: number) => DAY_AGO + minutes * MINUTE

  test('is told by its trackings; wait and handling time are those of the last time it was opened', async () => {
    const moved = await move({
      tickets: [{ createdAt: at(0), updatedAt: at(200) }],
      trackings: [
        { ticketId: '1', userId: '1', createdAt: at(0), queuedAt: at(1), startedAt: at(5), finishedAt: at(60) },
        { ticketId: '1', userId: '2', createdAt: at(100), queuedAt: at(101), startedAt: at(110), finishedAt: at(150) },
        { ticketId: '7', startedAt: at(1) },
      ],
    })
    expect(ticketsIn(moved, 'accepted_at, waits_from, closed_at, user_id')).toEqual([
      { accepted_at: at(110), waits_from: at(101), closed_at: at(150), user_id: 2 },
    ])
    expect(logIn(moved)).toEqual([
      ['created', null, at(0)],
      ['started', 1, at(5)],
      ['closed', 1, at(60)],
      ['reopened', null, at(100)],
      ['started', 2, at(110)],
      ['closed', 2, at(150)],
    ])
    expect([moved.imported('trackings'), moved.skipped('trackings', 'noTicket'), moved.missing]).toEqual([2, 1, []])
  })

  test('is told by its log where there is one', async () => {
    const types = [
      'create',
      'queue',
      'open',
      'transfered',
      'receivedTransfer',
      'access',
      'chatBot',
      'closed',
      'constructor',
    ]
    const moved = await move({
      tickets: [{ createdAt: at(0), updatedAt: at(200) }],
      trackings: [{ ticketId: '1', startedAt: at(3), finishedAt: at(8) }],
      ticketLogs: types.map((type, nth) => ({
        ticketId: '1',
        type,
        userId: '1',
        queueId: '2',
        createdAt: at(nth + 1),
      })),
    })
    const told = ['created', 'queueSet', 'started', 'transferred', 'receivedTransfer', 'accessed', 'closed']
    expect(logIn(moved).map(([kind]) => kind)).toEqual(told)
    expect([moved.imported('ticketLogs'), moved.skipped('ticketLogs', 'noCounterpart'), moved.missing]).toEqual([
      6,
      2,
      [],
    ])
    expect(ticketsIn(moved, 'accepted_at, closed_at')).toEqual([{ accepted_at: at(3), closed_at: at(8) }])
  })

  test('is told by the ticket where there is nothing else', async () => {
    const moved = await move({
      tickets: [{ createdAt: at(0), updatedAt: at(9), startedAt: at(2), closedAt: at(8), userId: '1' }],
    })
    expect(logIn(moved)).toEqual([
      ['created', null, at(0)],
      ['started', 1, at(2)],
      ['closed', 1, at(8)],
    ])
  })
})

test('rows show the last message, who waits and since when', async () => {
  const at = (minutes: number) => DAY_AGO + minutes * MINUTE
  const tickets: TicketRow[] = [
    { status: 'open', userId: '1', updatedAt: at(30), unread: 2 },
    { status: 'pending', contactId: '2', updatedAt: at(40) },
    { status: 'closed', contactId: '2', updatedAt: at(50), lastMessage: 'sem mensagens' },
  ]
  const moved = await move({ tickets }, [
    { ticketId: '1', body: 'oi', at: at(1) },
    { ticketId: '1', body: 'bom dia', at: at(2), fromMe: true },
    { ticketId: '1', body: 'e o pedido?', at: at(3) },
    { ticketId: '1', body: 'alô?', at: at(4) },
    { ticketId: '2', body: 'quero', at: at(5) },
    { ticketId: '2', body: 'claro', at: at(6), fromMe: true },
  ])
  expect(
    ticketsIn(moved, 'last_message, last_message_at, last_from_me, unread, waiting_since, heard_at, updated_at'),
  ).toEqual([
    {
      last_message: 'alô?',
      last_message_at: at(4),
      last_from_me: 0,
      unread: 2,
      waiting_since: at(3),
      heard_at: at(4),
      updated_at: at(30),
    },
    {
      last_message: 'claro',
      last_message_at: at(6),
      last_from_me: 1,
      unread: 0,
      waiting_since: null,
      heard_at: at(5),
      updated_at: at(40),
    },
    {
      last_message: 'sem mensagens',
      last_message_at: at(50),
      last_from_me: 0,
      unread: 0,
      waiting_since: null,
      heard_at: null,
      updated_at: at(50),
    },
  ])
})

describe('a newer dump', () => {
  const first: TicketRow[] = [
    { status: 'open', userId: '1', createdAt: DAY_AGO, updatedAt: DAY_AGO },
    { status: 'open', userId: '1', createdAt: DAY_AGO, updatedAt: DAY_AGO, contactId: '2' },
  ]
  const newer: TicketRow[] = [
    { ...first[0], status: 'closed', updatedAt: NOON - MINUTE },
    { ...first[1], status: 'closed', updatedAt: NOON - MINUTE },
    { status: 'pending', createdAt: NOON - MINUTE, updatedAt: NOON - MINUTE },
  ]

  test('closes what was closed there, except what went on here, and adds what is new', async () => {
    const moved = await move({ tickets: first })
    const [, second = 0] = getColumn<number>(moved.db, 'SELECT id FROM tickets ORDER BY id')
    writePastLog(moved.db, second, { kind: 'transferred', userId: 2 }, NOON + MINUTE)
    const again = await moved.again(sourceFor({ tickets: newer }))
    expect([again.imported('tickets'), again.merged('tickets', 'alreadyHere'), again.missing]).toEqual([1, 2, []])
    expect(getColumn<string>(again.db, 'SELECT status FROM tickets ORDER BY id')).toEqual(['closed', 'open', 'pending'])
  })

  test('opens again what was opened again there, as where a contact has one ticket for ever', async () => {
    const closed: TicketRow = { status: 'closed', createdAt: DAY_AGO, updatedAt: DAY_AGO }
    const open: TicketRow = { ...closed, status: 'open', userId: '2', updatedAt: NOON - MINUTE, unread: 3 }
    const moved = await move({ tickets: [closed] })
    const again = await moved.again(sourceFor({ tickets: [open] }))
    expect(ticketsIn(again, 'status, user_id, unread, closed_at, updated_at')).toEqual([
      { status: 'open', user_id: 2, unread: 3, closed_at: null, updated_at: NOON - MINUTE },
    ])
    const third = await again.again(sourceFor({ tickets: [{ ...open, status: 'closed', updatedAt: NOON }] }))
    expect(ticketsIn(third, 'status, closed_at')).toEqual([{ status: 'closed', closed_at: NOON }])
    expect(logIn(third).map(([kind]) => kind)).toEqual(['created', 'closed', 'reopened', 'movedIn', 'closed'])
    expect(countDifferences(third.db.$client.name)).toBe(0)
  })

  test('that is the same changes nothing', async () => {
    const moved = await move({ tickets: first })
    const before = [ticketsIn(moved, '*'), logIn(moved)]
    const again = await moved.again(sourceFor({ tickets: first }))
    expect([ticketsIn(again, '*'), logIn(again)]).toEqual(before)
  })
})

test('tickets of twins go back to each of them when the merge is undone', async () => {
  const moved = await move({ tickets: [{}, { contactId: '3' }, { contactId: '2' }] })
  const [merge] = getRows<{ moved: string }>(moved.db, 'SELECT moved FROM contact_merges')
  const [, second] = getColumn<number>(moved.db, 'SELECT id FROM tickets ORDER BY id')
  expect(JSON.parse(merge?.moved ?? '{}')).toMatchObject({ ticketIds: [second], movedIn: ['3'] })
})
