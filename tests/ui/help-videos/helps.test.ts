import { expect, test } from 'bun:test'
import type { Help } from '../../../src/features/help-videos/contract'
import { foundHelps, minutesOf, readLength, stepped } from '../../../ui/features/help-videos/spec'

const help = (id: number, more: Partial<Help> = {}): Help => ({
  id,
  title: `Vídeo ${id}`,
  description: '',
  video: 'abcDEF_1234',
  seconds: null,
  position: id,
  updatedAt: '2026-11-23T12:00:00.000Z',
  ...more,
})

test.each([
  ['6:35', 395],
  [' 0:07 ', 7],
  ['75:00', 4500],
  ['1:02:07', 3727],
  ['', null],
  ['6', undefined],
  ['6:75', undefined],
  ['0:00', undefined],
  ['99:00:00', undefined],
])('a length typed as %p is %p seconds', (typed, seconds) => {
  expect(readLength(typed)).toBe(seconds)
})

test('a step moves a video, but not beyond the ends', () => {
  const all = [help(1), help(2), help(3)]
  expect(stepped(all, 2, -1)).toEqual([2, 1, 3])
  expect(stepped(all, 2, 1)).toEqual([1, 3, 2])
  expect(stepped(all, 1, -1)).toEqual([1, 2, 3])
  expect(stepped(all, 3, 1)).toEqual([1, 2, 3])
})

test('search matches titles and descriptions, ignoring accents', () => {
  const all = [help(1, { title: 'Campanhas' }), help(2, { description: 'Opções' })]
  expect(foundHelps(all, 'opcoes').map(({ id }) => id)).toEqual([2])
  expect(foundHelps(all)).toHaveLength(2)
})

test('the total counts only videos with a known duration', () => {
  expect(minutesOf([help(1, { seconds: 252 }), help(2, { seconds: 395 }), help(3)])).toBe(11)
})
