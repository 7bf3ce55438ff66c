/** Names and grouping of chats. */
import { describe, expect, test } from 'bun:test'
import type { Chat, ChatMember } from '../../../src/features/chats/contract'
import { colleagueIn, daysOf, foundChats, mayChange, nameOf, readersOf } from '../../../ui/features/chats/spec'

const member = (userId: number, name: string, lastReadId = 0): ChatMember => ({
  userId,
  lastReadId,
  unreads: 0,
  user: { id: userId, name },
})
const chat = (title: string, ...users: ChatMember[]): Chat => ({
  id: 1,
  uuid: 'u',
  title,
  ownerId: 1,
  createdBy: { id: 1, name: 'Rafael' },
  users,
  lastMessage: '',
  last: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
})
const [me, camila, otavio] = [member(1, 'Rafael'), member(2, 'Camila Prado'), member(3, 'Otávio Lima')]

describe('a chat', () => {
  test('is named by its title, else by the other members, else as empty', () => {
    const names = [chat('Rotas', me, camila), chat('', me, camila), chat('', me, camila, otavio), chat('', me)]
    expect(names.map((one) => nameOf(one, 1, 'Só você'))).toEqual([
      'Rotas',
      'Camila Prado',
      'Camila Prado, Otávio Lima',
      'Só você',
    ])
    expect(names.map((one) => colleagueIn(one, 1)?.userId)).toEqual([undefined, 2, undefined, undefined])
  })

  test('is changed by its owner; a talk between two only by who may create groups', () => {
    const [titled, pair, group] = [chat('Rotas', me, camila), chat('', me, camila), chat('', me, camila, otavio)]
    expect([titled, pair, group].map((one) => mayChange(one, 1, false))).toEqual([true, false, true])
    expect([mayChange(pair, 1, true), mayChange(group, 2, true)]).toEqual([true, false])
  })

  test('is found by its title and members, ignoring accents', () => {
    const all = [chat('Entregas', me, camila), chat('', me, otavio)]
    expect(foundChats(all, 'OTAVIO')).toEqual([all[1] ?? chat('')])
    expect(foundChats(all, 'entre')).toEqual([all[0] ?? chat('')])
  })
})

test('messages are grouped by day, and by author within five minutes', () => {
  const said = (id: number, senderId: number, createdAt: string) => ({ message: { id, senderId, createdAt } })
  const lines = [
    said(1, 2, '2026-11-20T10:00:00.000Z'),
    said(2, 2, '2026-11-20T10:01:00.000Z'),
    said(3, 1, '2026-11-20T10:02:00.000Z'),
    said(4, 2, '2026-11-20T10:03:00.000Z'),
    said(5, 2, '2026-11-20T10:20:00.000Z'),
    said(6, 2, '2026-11-20T10:21:00.000Z'),
    said(7, 2, '2026-11-21T10:21:00.000Z'),
  ]
  const ids = (unreadId?: number) =>
    daysOf(lines, (at) => at.slice(0, 10), unreadId).map(({ runs }) =>
      runs.map((run) => run.lines.map(({ message }) => message.id)),
    )
  expect(ids()).toEqual([[[1, 2], [3], [4], [5, 6]], [[7]]])
  expect(ids(6)).toEqual([[[1, 2], [3], [4], [5], [6]], [[7]]])
})

test('each reader is shown below the last message they read, but not below their own', () => {
  const messages = [1, 2, 3].map((id) => ({ id, senderId: id === 2 ? 3 : 1 }))
  const members = [member(1, 'Rafael', 3), member(2, 'Camila', 1), member(3, 'Otávio', 2), member(4, 'Lívia', 9)]
  const readers = readersOf(messages, members, 1)
  expect([...readers].map(([id, who]) => [id, who.map(({ userId }) => userId)])).toEqual([
    [1, [2]],
    [3, [4]],
  ])
})
