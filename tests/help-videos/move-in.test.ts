import { expect, test } from 'bun:test'
import { helpMover } from '../../src/features/help-videos/move-in'
import type { MoveReport } from '../../src/moving-in/mover'
import { getRows } from '../../src/platform/sql'
import { sourceOf } from '../moving-in/support'
import { NOON, world } from '../support/world'

test('help videos come by their code, once each', () => {
  const { control, writableControl } = world().server.databases
  const counted: string[] = []
  const report: MoveReport = {
    imported: () => void counted.push('imported'),
    merged: (_, reason) => void counted.push(reason),
    skipped: (_, reason) => void counted.push(reason),
    noted() {},
  }
  const help = { id: '1', createdAt: NOON, title: 'Começo', description: null, video: 'dQw4w9WgXcQ' }
  const source = sourceOf({
    helps: [
      help,
      { ...help, id: '2', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
      { ...help, id: '3', title: ' ', video: 'https://youtu.be/abcdefghijk' },
      { ...help, id: '4', video: 'https://vimeo.com/1' },
    ],
  })
  helpMover.settleInstallation?.({ control: writableControl(), source, report, now: NOON })
  expect(counted).toEqual(['imported', 'alreadyHere', 'imported', 'unreadable'])
  expect(getRows(control, 'SELECT title, video FROM helps ORDER BY position')).toEqual([
    { title: 'Começo', video: 'dQw4w9WgXcQ' },
    { title: 'abcdefghijk', video: 'abcdefghijk' },
  ])
})
