import { expect, test } from 'bun:test'
import { scheduleMover } from '../../src/features/schedules/move-in'
import { getRows } from '../../src/platform/sql'
import { DAY, HOUR } from '../../src/platform/time'
import { peopleMover, row } from '../moving-in/rows'
import { filesOf, type MovedIn, moveIn, type Rows, sourceOf } from '../moving-in/support'
import { runJob } from '../support/jobs'
import { NOON } from '../support/world'

const people = peopleMover({
  users: { 1: 'Rita', 2: 'Ana' },
  contacts: { 1: '5521991234567', 2: '5521997654321' },
  connections: { 1: 'Loja', 2: 'Filial' },
})
const bring = (schedules: Rows['schedules'] = [], files: Record<string, string> = {}) =>
  moveIn(sourceOf({ rows: { 1: { schedules } } }), { movers: [people, scheduleMover], files: filesOf(files) })

const stored = ({ db }: MovedIn) =>
  getRows(
    db,
    `SELECT s.body, s.status, s.failure, u.name AS user, n.name AS connection, s.send_at AS sendAt, s.sent_at AS sentAt,
       s.media ->> '$.name' AS file
     FROM schedules s JOIN users u ON u.id = s.user_id LEFT JOIN connections n ON n.id = s.connection_id ORDER BY s.id`,
  )

test('a schedule to come is kept; one that was missed fails and is never sent', async () => {
  const moved = await bring(
    [
      row('schedules', '1', {
        body: 'Sai às treze',
        userId: '2',
        connectionId: '2',
        mediaPath: 'a.pdf',
        mediaName: 'Lista.pdf',
      }),
      row('schedules', '2', { body: 'Passou da hora', sendAt: NOON - 1, userId: '99', connectionId: '99' }),
      row('schedules', '3', { body: 'Talvez tenha saído', status: 'failed' }),
      row('schedules', '4', { body: 'Já saiu', status: 'sent', sendAt: NOON - DAY, sentAt: NOON - DAY + 5 }),
      row('schedules', '5', { body: 'Olá, {{firstname}}', repeats: true, connectionId: null }),
    ],
    { 'a.pdf': 'pdf' },
  )
  const none = { failure: null, sentAt: null, file: null }
  const later = { ...none, status: 'pending', sendAt: NOON + HOUR }
  expect(stored(moved)).toEqual([
    { ...later, body: 'Sai às treze', user: 'Ana', connection: 'Filial', file: 'Lista.pdf' },
    {
      ...none,
      body: 'Passou da hora',
      user: 'Rita',
      connection: 'Loja',
      status: 'err',
      failure: 'moved',
      sendAt: NOON - 1,
    },
    { ...later, body: 'Talvez tenha saído', user: 'Rita', connection: 'Loja', status: 'err', failure: 'moved' },
    {
      ...none,
      body: 'Já saiu',
      user: 'Rita',
      connection: 'Loja',
      status: 'sucess',
      sendAt: NOON - DAY,
      sentAt: NOON - DAY + 5,
    },
    { ...later, body: 'Olá, {{firstName}}', user: 'Rita', connection: 'Loja' },
  ])
  expect(moved.imported('schedules')).toBe(5)
  expect(moved.noted('schedules', 'past')).toBe(1)
  expect(moved.noted('schedules', 'repeats')).toBe(1)
  expect(moved.missing).toEqual([])
})

test('the pending one is really due at its time, and only it', async () => {
  const { world, db } = await bring([
    row('schedules', '1', { body: 'Sai às treze' }),
    row('schedules', '2', { body: 'Passou da hora', sendAt: NOON - 1, contactId: '2' }),
  ])
  await runJob(world.server, 'schedules.send')
  expect(getRows(db, 'SELECT body FROM messages')).toEqual([])
  world.clock.forward(HOUR)
  await runJob(world.server, 'schedules.send')
  expect(getRows(db, 'SELECT body FROM messages')).toEqual([{ body: 'Sai às treze' }])
})

test('what our screen would refuse is reported', async () => {
  const moved = await bring([
    row('schedules', '1', { body: 'oi' }),
    row('schedules', '2', { sendAt: null }),
    row('schedules', '3', { contactId: '99' }),
    row('schedules', '4', { body: 'x'.repeat(9_000), sendAt: NOON + 20 * 366 * DAY }),
  ])
  expect(stored(moved)).toMatchObject([{ body: 'x'.repeat(4096), status: 'err' }])
  expect(moved.skipped('schedules', 'empty')).toBe(2)
  expect(moved.skipped('schedules', 'noContact')).toBe(1)
  expect(moved.noted('schedules', 'cut')).toBe(1)
  expect(moved.missing).toEqual([])
})
