/** The state machine of a ticket as a table: what each move does in each state. */
import { describe, expect, test } from 'bun:test'
import type { Actor } from '../../src/actor'
import { AppError } from '../../src/errors'
import type { Ticket } from '../../src/tickets/tables'
import { applyMove, moveOf, type RuledMove } from '../../src/tickets/ticket'
import { anActor } from '../support/actor'

const NOW = 1000
const ana = anActor({ userId: 7, queueIds: [1, 2] })
const ticket = (wanted: Partial<Ticket>): Ticket => ({
  id: 1,
  sendingBlocked: null,
  uuid: 'u',
  status: 'pending',
  isGroup: false,
  isBot: true,
  channel: 'whatsapp',
  contactId: 1,
  connectionId: 1,
  queueId: 1,
  userId: null,
  lastMessage: '',
  lastMessageId: null,
  lastKind: null,
  lastFromMe: false,
  lastAck: 0,
  lastAuthor: null,
  lastDeleted: false,
  lastMessageAt: 0,
  unread: 3,
  markedUnread: true,
  waitingSince: 5,
  heardAt: null,
  heardId: null,
  createdAt: 0,
  updatedAt: 0,
  botUntil: null,
  acceptedAt: null,
  closedAt: null,
  ...wanted,
})
const result = (state: Partial<Ticket>, move: RuledMove, actor = ana, colleagueQueueIds: readonly number[] = [1]) => {
  try {
    return applyMove(ticket(state), move, actor, { now: NOW, colleagueQueueIds })
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const pending = { status: 'pending' } as const
const open = { status: 'open', userId: 7, acceptedAt: 50 } as const
const closed = { status: 'closed', userId: 9, closedAt: 60 } as const
const returned = { status: 'pending', acceptedAt: 50 } as const
const attended = { ...closed, acceptedAt: 50 } as const
const accept: RuledMove = { want: 'accept', queueId: null }
const back: RuledMove = { want: 'return' }
const close: RuledMove = { want: 'close', farewell: true }
const reopen: RuledMove = { want: 'reopen' }
const mark: RuledMove = { want: 'mark', unread: true }
const toUser: RuledMove = { want: 'transfer', userId: 8, queueId: null, comment: '' }
const toQueue: RuledMove = { want: 'transfer', userId: null, queueId: 2, comment: '' }
const nowhere: RuledMove = { want: 'transfer', userId: null, queueId: null, comment: '' }
const closing = { status: 'closed', isBot: false, unread: 0, markedUnread: false, waitingSince: null, closedAt: NOW }

test.each([
  [pending, accept, { status: 'open', userId: 7, queueId: 1, isBot: false, acceptedAt: NOW }],
  [returned, accept, { status: 'open', userId: 7, queueId: 1, isBot: false, acceptedAt: 50 }],
  [open, accept, 'ERR_OTHER_OPEN_TICKET'],
  [closed, accept, 'ERR_TICKET_NOT_PENDING'],
  [pending, back, 'ERR_TICKET_NOT_OPEN'],
  [open, back, { status: 'pending', userId: null }],
  [closed, back, 'ERR_TICKET_NOT_OPEN'],
  [pending, close, closing],
  [open, close, closing],
  [closed, close, 'ERR_TICKET_CLOSED'],
  [pending, reopen, 'ERR_TICKET_NOT_CLOSED'],
  [open, reopen, 'ERR_TICKET_NOT_CLOSED'],
  [closed, reopen, { status: 'open', userId: 7, closedAt: null, acceptedAt: NOW }],
  [attended, reopen, { status: 'open', userId: 7, closedAt: null, acceptedAt: 50 }],
  [pending, mark, { markedUnread: true }],
  [open, mark, { markedUnread: true }],
  [closed, mark, { markedUnread: true }],
  [pending, toUser, { status: 'open', userId: 8, queueId: 1, isBot: false, acceptedAt: NOW }],
  [open, toUser, { status: 'open', userId: 8, queueId: 1, isBot: false, acceptedAt: 50 }],
  [closed, toUser, 'ERR_TICKET_CLOSED'],
  [pending, toQueue, { status: 'pending', userId: null, queueId: 2, isBot: false }],
  [open, toQueue, { status: 'pending', userId: null, queueId: 2, isBot: false }],
  [closed, toQueue, 'ERR_TICKET_CLOSED'],
  [pending, nowhere, 'ERR_TRANSFER_TARGET'],
  [open, nowhere, 'ERR_TRANSFER_TARGET'],
  [closed, nowhere, 'ERR_TICKET_CLOSED'],
] as const)('%j when %j', (state, move, expected) => expect(result(state, move)).toEqual(expected as never)) // a row is a change or a code

describe('the queue of an accepted ticket', () => {
  const choose = (state: Partial<Ticket>, queueId: number | null, changes: Partial<Actor>) => {
    const change = result({ ...pending, ...state }, { want: 'accept', queueId }, { ...ana, ...changes })
    return typeof change === 'string' ? change : change.queueId
  }
  test.each([
    ['its own, whatever is chosen', { queueId: 1 }, 2, {}, 1],
    ['the chosen one', { queueId: null }, 2, {}, 2],
    ['the only one of the attendant', { queueId: null }, null, { queueIds: [4] }, 4],
    ['asked for when there are several', { queueId: null }, null, {}, 'ERR_QUEUE_REQUIRED'],
    ['none for an attendant of none', { queueId: null }, null, { queueIds: [] }, null],
    ['one the attendant serves', { queueId: null }, 3, {}, 'ERR_QUEUE_NOT_OF_USER'],
    ['any for an attendant of none', { queueId: null }, 3, { queueIds: [] }, 3],
    ['any for a supervisor', { queueId: null }, 3, { profile: 'supervisor' }, 3],
  ] as const)('is %s', (_, state, queueId, changes, expected) => expect(choose(state, queueId, changes)).toBe(expected))
})

describe('a transfer to a colleague', () => {
  test.each([
    [{ queueId: 1 }, null, [1], 1],
    [{ queueId: 1 }, 2, [2], 2],
    [{ queueId: 1 }, 2, [1], 'ERR_QUEUE_NOT_OF_USER'],
    [{ queueId: 1 }, null, [2], 'ERR_QUEUE_NOT_OF_USER'],
    [{ queueId: 1 }, null, [], 'ERR_QUEUE_NOT_OF_USER'],
    [{ queueId: null }, null, [], null],
    [{ queueId: null }, 2, [2], 2],
  ] as const)('%j with queue %p to one who serves %j', (state, queueId, serves, expected) => {
    const change = result({ ...open, ...state }, { want: 'transfer', userId: 8, queueId, comment: '' }, ana, serves)
    expect(typeof change === 'string' ? change : change.queueId).toBe(expected)
  })
})

test.each([
  [{ status: 'open' }, { want: 'accept', queueId: null }],
  [
    { status: 'open', userId: 7 },
    { want: 'accept', queueId: null },
  ],
  [
    { status: 'open', userId: 7, queueId: 2 },
    { want: 'accept', queueId: 2 },
  ],
  [
    { status: 'open', userId: 8 },
    { want: 'transfer', userId: 8, queueId: null, comment: '' },
  ],
  [{ status: 'open', reopen: true }, { want: 'reopen' }],
  [{ status: 'open', userId: 7, reopen: true }, { want: 'reopen' }],
  [{ status: 'pending' }, { want: 'return' }],
  [{ status: 'pending', userId: null, queueId: null }, { want: 'return' }],
  [
    { status: 'pending', userId: null, queueId: 2 },
    { want: 'transfer', userId: null, queueId: 2, comment: '' },
  ],
  [{ status: 'closed' }, { want: 'close', farewell: true }],
  [
    { status: 'closed', userId: 7, sendFarewellMessage: true },
    { want: 'close', farewell: true },
  ],
  [
    { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 },
    { want: 'close', farewell: false },
  ],
  [{ isMarkUnread: true }, { want: 'mark', unread: true }],
  [{ isMarkUnread: false }, { want: 'mark', unread: false }],
  [
    { status: 'closed', isMarkUnread: true },
    { want: 'close', farewell: true },
  ],
  [
    { userId: 8, queueId: 2, comment: ' veja ' },
    { want: 'transfer', userId: 8, queueId: 2, comment: 'veja' },
  ],
  [{ queueId: 2 }, { want: 'transfer', queueId: 2, comment: '' }],
  [{ whatsappId: 3 }, { want: 'transfer', queueId: null, connectionId: 3, comment: '' }],
  [{}, { want: 'transfer', queueId: null, comment: '' }],
] as const)('the body %j is the move %j', (body, move) => expect(moveOf(body, ana)).toEqual(move))
