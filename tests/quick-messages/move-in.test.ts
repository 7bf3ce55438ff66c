import { expect, test } from 'bun:test'
import { quickMessageMover } from '../../src/features/quick-messages/move-in'
import { getRows } from '../../src/platform/sql'
import { peopleMover, row } from '../moving-in/rows'
import { filesOf, moveIn, type Rows, sourceOf } from '../moving-in/support'

const people = peopleMover({ users: { 7: 'Rita', 8: 'Ana' } })
const bring = (quickMessages: Rows['quickMessages'] = [], files: Record<string, string> = {}) =>
  moveIn(sourceOf({ rows: { 1: { quickMessages } } }), {
    movers: [people, quickMessageMover],
    files: filesOf(files),
  })

const stored = ({ db }: Awaited<ReturnType<typeof bring>>) =>
  getRows<{ shortcode: string; message: string; general: number; user: string; file: string | null }>(
    db,
    `SELECT shortcode, message, general, (SELECT name FROM users u WHERE u.id = q.user_id) AS user, media ->> '$.name' AS file
     FROM quick_messages q ORDER BY q.id`,
  )

test('quick messages come with their author, our variables and their file', async () => {
  const moved = await bring(
    [
      row('quickMessages', '1', { shortcode: '/ola', message: '{{greeting}}, {{ firstname }}! {{protocol}}' }),
      row('quickMessages', '2', { shortcode: 'pix', message: null, mediaPath: 'qr.png', mediaName: 'QR do Pix.png' }),
      row('quickMessages', '3', { shortcode: 'minha', message: 'só eu', userId: '8', isShared: false }),
    ],
    { 'qr.png': 'picture' },
  )
  expect(stored(moved)).toEqual([
    { shortcode: 'ola', message: '{{ms}}, {{firstName}}! {{protocol}}', general: 1, user: 'Rita', file: null },
    { shortcode: 'pix', message: '', general: 1, user: 'Rita', file: 'QR do Pix.png' },
    { shortcode: 'minha', message: 'só eu', general: 0, user: 'Ana', file: null },
  ])
  expect(moved.imported('quickMessages')).toBe(3)
  expect(moved.missing).toEqual([])
})

test('what our screen would refuse is cut, renamed or reported', async () => {
  const moved = await bring([
    row('quickMessages', '1', { shortcode: 'Preço', message: 'Sob consulta' }),
    row('quickMessages', '2', { shortcode: '/preco', message: 'Sob consulta' }),
    row('quickMessages', '3', { shortcode: 'PRECO', message: 'A partir de R$ 10' }),
    row('quickMessages', '4', { shortcode: ' / ', message: 'sem atalho' }),
    row('quickMessages', '5', { shortcode: 'vazia', message: ' ' }),
    row('quickMessages', '6', { shortcode: 'sumida', message: null, mediaPath: 'sumiu.png' }),
    row('quickMessages', '7', { shortcode: 'a'.repeat(255), message: 'b'.repeat(5_000) }),
    row('quickMessages', '8', { shortcode: 'x', userId: '99', isShared: false }),
  ])
  expect(stored(moved).map(({ shortcode, message }) => [shortcode, message.length])).toEqual([
    ['Preço', 12],
    ['PRECO 2', 17],
    ['a'.repeat(50), 4096],
  ])
  expect(moved.merged('quickMessages', 'repeated')).toBe(1)
  expect(moved.skipped('quickMessages', 'empty')).toBe(3)
  expect(moved.skipped('quickMessages', 'noUser')).toBe(1)
  expect(moved.noted('quickMessages', 'sameName')).toBe(1)
  expect(moved.noted('quickMessages', 'cut')).toBe(1)
  expect(moved.skipped('files', 'fileMissing')).toBe(1)
  expect(moved.missing).toEqual([])
})

test('a second run adds only what is new, and what was deleted here stays so', async () => {
  const first = row('quickMessages', '1', { shortcode: 'ola' })
  const moved = await bring([first])
  getRows(moved.db, 'DELETE FROM quick_messages RETURNING id')
  const again = await moved.again(
    sourceOf({ rows: { 1: { quickMessages: [first, row('quickMessages', '2', { shortcode: 'tchau' })] } } }),
  )
  expect(stored(again).map(({ shortcode }) => shortcode)).toEqual(['tchau'])
  expect(again.merged('quickMessages', 'alreadyHere')).toBe(1)
  expect(again.imported('quickMessages')).toBe(1)
  expect(again.missing).toEqual([])
})
