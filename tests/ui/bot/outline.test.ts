/** The tree of a bot's options: no operation loses an option or breaks the tree, and positions are renumbered. */
import { describe, expect, test } from 'bun:test'
import { DEEPEST_OPTION, optionTypes } from '../../../src/queues/options/contract'
import {
  added,
  botOptions,
  childrenCount,
  digitsOf,
  endOf,
  faultOf,
  levelsAt,
  lift,
  type MoveDirection,
  mayAdd,
  mayHaveChildren,
  moved,
  newRow,
  type OptionRow,
  type Outline,
  parentAt,
  place,
  removed,
  savedForm,
} from '../../../ui/features/bot/tree/outline'
import { createRandom } from '../../support/random'

/** `1 Comprar` at level 0, `·Sofás` one below. */
const tree = (...lines: string[]): Outline =>
  lines.map((line, at) => ({
    ...newRow([], line.split('·').length - 1, { message: 'x' }),
    id: at + 1,
    title: line.replaceAll('·', ''),
  }))
const drawn = (rows: Outline) =>
  rows.map(({ level, title }, at) => `${'·'.repeat(level)}${digitsOf(rows)[at]} ${title}`)
const at = (rows: Outline, title: string) => rows.findIndex((row) => row.title === title)
const after = (rows: Outline, title: string, move: MoveDirection) => drawn(moved(rows, at(rows, title), move))

const shop = tree('Comprar', '·Sofás', '··Couro', '·Mesas', 'Prazo', 'Falar')

describe('by keyboard', () => {
  test('an option swaps with its siblings, with its subtree, and positions are renumbered', () => {
    expect(after(shop, 'Sofás', 'down')).toEqual([
      '1 Comprar',
      '·1 Mesas',
      '·2 Sofás',
      '··1 Couro',
      '2 Prazo',
      '3 Falar',
    ])
    expect(after(shop, 'Prazo', 'up')).toEqual(['1 Prazo', '2 Comprar', '·1 Sofás', '··1 Couro', '·2 Mesas', '3 Falar'])
    expect(moved(shop, at(shop, 'Comprar'), 'up')).toBe(shop)
    expect(moved(shop, at(shop, 'Mesas'), 'down')).toBe(shop)
    expect(moved(shop, at(shop, 'Falar'), 'down')).toBe(shop)
  })

  test('an option becomes the last child of the one before it, or the next sibling of its parent', () => {
    expect(after(shop, 'Prazo', 'in')).toEqual([
      '1 Comprar',
      '·1 Sofás',
      '··1 Couro',
      '·2 Mesas',
      '·3 Prazo',
      '2 Falar',
    ])
    expect(after(shop, 'Sofás', 'out')).toEqual(['1 Comprar', '·1 Mesas', '2 Sofás', '·1 Couro', '3 Prazo', '4 Falar'])
    expect(moved(shop, 0, 'in')).toBe(shop)
    expect(moved(shop, 0, 'out')).toBe(shop)
    const away = shop.map((row) => (row.title === 'Comprar' ? { ...row, optionType: 'Fila' as const } : row))
    expect(moved(away, at(away, 'Prazo'), 'in')).toBe(away)
  })
})

test('an added option gets the next number, and a removed one takes its subtree along', () => {
  const { rows, id } = added(shop, 0, { title: 'Camas' })
  expect(drawn(rows)).toEqual(['1 Comprar', '·1 Sofás', '··1 Couro', '·2 Mesas', '·3 Camas', '2 Prazo', '3 Falar'])
  expect(id).toBeLessThan(0)
  expect(drawn(removed(rows, at(rows, 'Sofás')))).toEqual(['1 Comprar', '·1 Mesas', '·2 Camas', '2 Prazo', '3 Falar'])
  expect(childrenCount(rows, 0)).toBe(3)
  const deep = tree(...Array.from({ length: DEEPEST_OPTION }, (_, n) => `${'·'.repeat(n)}N${n}`))
  expect([mayAdd(deep, DEEPEST_OPTION - 2), mayAdd(deep, DEEPEST_OPTION - 1)]).toEqual([true, false])
})

test('the server and the bot read the tree as drawn', () => {
  expect(savedForm(shop).map(({ parentId }) => parentId)).toEqual([null, 1, 2, 1, null, null])
  const [buy, time] = botOptions(shop)
  expect(buy?.children.map(({ title, children }) => [title, children.length])).toEqual([
    ['Sofás', 1],
    ['Mesas', 0],
  ])
  expect(time?.children).toEqual([])
})

test('a row names what it lacks', () => {
  const known = { queueIds: new Set([1]), userIds: new Set([7]) }
  const fault = (rest: Partial<OptionRow>) =>
    faultOf([{ ...newRow([], 0), title: 'A', message: 'x', ...rest }], 0, known)
  expect(fault({})).toBeNull()
  expect(fault({ title: ' ' })).toBe('title')
  expect(fault({ message: ' ' })).toBe('message')
  expect(fault({ optionType: 'Arquivo', message: '' })).toBe('file')
  expect(fault({ optionType: 'Arquivo', stored: { name: 'a.pdf' } })).toBeNull()
  expect(fault({ optionType: 'Arquivo', stored: { name: 'a.pdf' }, file: null })).toBe('file')
  expect(fault({ optionType: 'Fila' })).toBe('queue')
  expect(fault({ optionType: 'Fila', targetQueueId: 2 })).toBe('queueGone')
  expect(fault({ optionType: 'Fila', targetQueueId: 1 })).toBeNull()
  expect(fault({ optionType: 'Atendente' })).toBeNull()
  expect(fault({ optionType: 'Atendente', targetUserId: 8 })).toBe('userGone')
  const rows = shop.map((row) => (row.title === 'Comprar' ? { ...row, optionType: 'Atendente' as const } : row))
  expect(faultOf(rows, 0, known)).toBe('children')
})

describe('any operation', () => {
  const isTree = (rows: Outline) =>
    rows.every(({ level }, n) => level <= (rows[n - 1]?.level ?? -1) + 1 && level < DEEPEST_OPTION)
  const belowOf = (rows: Outline, n: number) => rows.slice(n + 1, endOf(rows, n)).map(({ id }) => id)

  test.each([3, 8, 21])('loses nothing, keeps branches whole, and leaves a tree (%d)', (seed) => {
    const { below, pick, oneIn } = createRandom(seed)
    let rows: Outline = []
    let changes = 0
    for (let turn = 0; turn < 3000; turn++) {
      const n = below(Math.max(1, rows.length))
      const before = rows
      const branch = before[n] ? [before[n].id, ...belowOf(before, n)] : []
      const what = below(4)
      if (rows.length < 4 || (what === 0 && rows.length < 40)) {
        const parent = oneIn(2) ? -1 : n
        if (mayAdd(rows, parent)) rows = added(rows, rows[parent] ? parent : -1, { optionType: pick(optionTypes) }).rows
      } else if (what === 1 && oneIn(4)) {
        rows = removed(rows, n)
        expect(rows.length).toBe(before.length - branch.length)
      } else if (what === 2) {
        const lifted = lift(rows, n)
        const to = below(lifted.rest.length + 1)
        const levels = levelsAt(lifted.rest, to, lifted.branch)
        const placed = place(lifted.rest, lifted.branch, to, below(6))
        expect(placed === null).toBe(levels === null)
        rows = placed ?? rows
      } else rows = moved(rows, n, pick(['up', 'down', 'in', 'out']))

      expect(isTree(rows)).toBe(true)
      if (rows.length === before.length) {
        expect(rows.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
        const now = rows.findIndex(({ id }) => id === branch[0])
        expect([rows[now]?.id, ...belowOf(rows, now)].slice(0, branch.length)).toEqual(branch)
        if (rows !== before) changes++
      }
      // Siblings are numbered from one without a gap.
      const digits = digitsOf(rows)
      const seen = new Map<number, number>()
      for (const [at, digit] of digits.entries()) {
        const parent = parentAt(rows, at)
        expect(digit).toBe((seen.get(parent) ?? 0) + 1)
        seen.set(parent, digit)
      }
    }
    expect(changes).toBeGreaterThan(500)
    expect(rows.some((row) => !mayHaveChildren(row))).toBe(true)
  })
})
