import { expect, test } from 'bun:test'
import { chatMover } from '../../src/features/chats/move-in'
import { listChats } from '../../src/features/chats/queries'
import { getRows } from '../../src/platform/sql'
import { peopleMover, row } from '../moving-in/rows'
import { filesOf, moveIn, type Rows, sourceOf } from '../moving-in/support'

const people = peopleMover({ users: { 1: 'Rita', 2: 'Ana', 3: 'Bia' } })
const bring = (rows: Rows, files: Record<string, string> = {}) =>
  moveIn(sourceOf({ rows: { 1: rows } }), { movers: [people, chatMover], files: filesOf(files) })
const member = (chatId: string, userId: string) => ({ chatId, userId })

test('internal chats come with members, messages and files, all read', async () => {
  const moved = await bring(
    {
      chats: [row('chats', '1'), row('chats', '2', { title: 'Só eu' })],
      chatMembers: [member('1', '1'), member('1', '2'), member('1', '99'), member('2', '1'), member('77', '1')],
      chatMessages: [
        row('chatMessages', '1', { message: 'Bom dia' }),
        row('chatMessages', '2', { message: '', senderId: '2', mediaPath: 'rota.csv', mediaName: 'Rota.csv' }),
        row('chatMessages', '3', { senderId: '99' }),
        row('chatMessages', '4', { message: '  ' }),
        row('chatMessages', '5', { message: 'x'.repeat(5_000), senderId: '3' }),
        row('chatMessages', '6', { chatId: '2' }),
      ],
    },
    { 'rota.csv': 'a;b' },
  )
  expect(listChats(moved.db, { userId: 2 })).toMatchObject([
    {
      title: 'Equipe',
      users: [
        { userId: 1, unreads: 0, lastReadId: 3 },
        { userId: 2, unreads: 0, lastReadId: 3 },
      ],
      last: { sender: { name: 'Bia' } },
    },
  ])
  expect(
    getRows(moved.db, "SELECT length(body) AS length, media ->> '$.name' AS file FROM chat_messages ORDER BY id"),
  ).toEqual([
    { length: 7, file: null },
    { length: 0, file: 'Rota.csv' },
    { length: 4096, file: null },
  ])
  expect(moved.imported('chats')).toBe(1)
  expect(moved.skipped('chats', 'noUser')).toBe(1)
  expect(moved.imported('chatMembers')).toBe(2)
  expect(moved.skipped('chatMembers', 'noUser')).toBe(1)
  expect(moved.skipped('chatMembers', 'noParent')).toBe(2)
  expect(moved.imported('chatMessages')).toBe(3)
  expect(moved.skipped('chatMessages', 'noParent')).toBe(1)
  expect(moved.missing).toEqual([])
})

test('a second run adds what was written since, and what is unread here stays so', async () => {
  const rows = { chats: [row('chats', '1')], chatMembers: [member('1', '1'), member('1', '2')] }
  const first = row('chatMessages', '1')
  const moved = await bring({ ...rows, chatMessages: [first] })
  moved.db.$client.exec('UPDATE chat_members SET unreads = 1 WHERE user_id = 2')
  const again = await moved.again(
    sourceOf({ rows: { 1: { ...rows, chatMessages: [first, row('chatMessages', '2', { message: 'Mais uma' })] } } }),
  )
  expect(
    getRows(again.db, 'SELECT user_id AS id, unreads, read_id AS upTo FROM chat_members ORDER BY user_id'),
  ).toEqual([
    { id: 1, unreads: 0, upTo: 2 },
    { id: 2, unreads: 1, upTo: 1 },
  ])
  expect(again.merged('chats', 'alreadyHere')).toBe(1)
  expect(again.merged('chatMembers', 'alreadyHere')).toBe(2)
  expect(again.missing).toEqual([])
})
