import { expect, test } from 'bun:test'
import { announcementMover } from '../../src/features/announcements/move-in'
import { getRows } from '../../src/platform/sql'
import { row } from '../moving-in/rows'
import { type MoveOptions, moveIn, sourceOf } from '../moving-in/support'

const announcements = [
  row('announcements', '1'),
  row('announcements', '2', { title: 'x'.repeat(300), text: '', priority: 3, active: false }),
  row('announcements', '3', { title: ' ', text: null }),
]
const bring = (options: MoveOptions) =>
  moveIn(sourceOf({ rows: { 1: { announcements } } }), { movers: [announcementMover], ...options })

test('the operator’s announcements come without opening for everybody', async () => {
  const moved = await bring({ becomesOperator: true })
  const { control } = moved.world.server.databases
  expect(getRows(control, 'SELECT title, text, priority, active FROM announcements ORDER BY id')).toEqual([
    { title: 'Manutenção', text: 'No domingo.', priority: 2, active: 1 },
    { title: 'x'.repeat(120), text: 'x'.repeat(300), priority: 3, active: 0 },
  ])
  expect(moved.skipped('announcements', 'empty')).toBe(1)
  expect(moved.missing).toEqual([])
  const again = await moved.again(sourceOf({ rows: { 1: { announcements } } }))
  expect(again.merged('announcements', 'alreadyHere')).toBe(2)
})

test('another company’s announcements are left out', async () => {
  const moved = await bring({ becomesOperator: false })
  expect(moved.skipped('announcements', 'leftOut')).toBe(3)
  expect(moved.missing).toEqual([])
})
