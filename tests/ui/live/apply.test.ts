import { expect, test } from 'bun:test'
import {
  addPage,
  applyChange,
  applyChanges,
  type Change,
  keepTail,
  type ListRules,
  type LoadedList,
} from '../../../ui/shared/live/apply'
import { createRandom } from '../../support/random'

type Row = { id: number; at: number; mine: boolean; text: string }

const rules: ListRules<Row> = {
  id: (row) => row.id,
  belongs: (row) => row.mine,
  compare: (a, b) => b.at - a.at || b.id - a.id,
  merge: (current, incoming) => (incoming.at < current.at ? current : incoming),
}
const PAGE = 5

/** A small server: rows that change at random, each change emitting its event. */
function world(seed: number) {
  const { below } = createRandom(seed)
  let clock = 0
  const rows = new Map<number, Row>()
  const fresh = () => [...rows.values()].filter(rules.belongs).sort(rules.compare)
  const put = (row: Row): Change<Row> => {
    rows.set(row.id, row)
    return { put: row }
  }
  const happen = (): Change<Row> => {
    clock++
    const known = rows.get(1 + below(30))
    if (!known) return put({ id: 1 + below(30), at: clock, mine: below(3) > 0, text: `t${clock}` })
    switch (below(6)) {
      case 0:
        rows.delete(known.id)
        return { drop: known.id }
      case 1:
        return put({ ...known, mine: !known.mine, at: clock })
      case 2: {
        const text = `quiet${clock}`
        rows.set(known.id, { ...known, text })
        return { patch: known.id, with: (row) => ({ ...row, text }) }
      }
      default:
        return put({ ...known, at: clock, text: `t${clock}` })
    }
  }
  // Like the real one, it remembers where each page ended, so that the next continues there.
  const ends = new Map<number, Row>()
  const page = (number: number) => {
    const end = ends.get(number - 1)
    const all = fresh().filter((row) => !end || rules.compare(end, row) < 0)
    const items = all.slice(0, PAGE)
    const last = items.at(-1)
    if (last) ends.set(number, last)
    return { items, hasMore: all.length > PAGE }
  }
  return { below, happen, fresh, page }
}

const expectTrue = (list: LoadedList<Row>, all: readonly Row[]) => {
  expect(list.items).toEqual(all.slice(0, list.items.length))
  if (!list.hasMore) expect(list.items).toHaveLength(all.length)
}

test('a stale list plus its events equals a fresh list', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const w = world(seed)
    for (let i = 0; i < 40; i++) w.happen()
    let list = addPage<Row, unknown>(undefined, w.page(1), { rules })
    for (let i = 0; i < 120; i++) {
      list = applyChange(list, w.happen(), rules)
      expectTrue(list, w.fresh())
      if (list.hasMore && w.below(10) === 0) list = addPage(list, w.page(list.pages + 1), { rules })
      expectTrue(list, w.fresh())
    }
  }
})

test('events during a page’s fetch are not lost, whenever the server read its data', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const w = world(seed)
    for (let i = 0; i < 40; i++) w.happen()
    const before = Array.from({ length: w.below(8) }, w.happen)
    const page = w.page(1)
    const after = Array.from({ length: w.below(8) }, w.happen)
    const list = applyChanges(addPage<Row, unknown>(undefined, page, { rules }), [...before, ...after], rules)
    // Replaying events that the page already contains may only cost rows at the unloaded end, never show a wrong or
    // missing one.
    expectTrue(list, w.fresh())
  }
})

test('a change without effect returns the same list, so that nothing renders again', () => {
  const list: LoadedList<Row> = {
    items: [{ id: 1, at: 5, mine: true, text: 'a' }],
    hasMore: false,
    pages: 1,
    next: undefined,
    end: undefined,
    gone: new Map(),
    extra: undefined,
  }
  expect(applyChange(list, { drop: 9 }, rules)).toBe(list)
  expect(applyChange(list, { put: { id: 1, at: 3, mine: true, text: 'older' } }, rules)).toBe(list)
  expect(applyChange(list, { patch: 1, with: (row) => row }, rules)).toBe(list)
  expect(applyChange(list, { put: { id: 2, at: 9, mine: false, text: 'not ours' } }, rules)).toBe(list)
})

test('a refreshed beginning keeps older loaded rows if they still overlap', () => {
  const row = (id: number): Row => ({ id, at: id, mine: true, text: '' })
  const list = (ids: number[], hasMore = true): LoadedList<Row> => ({
    items: ids.map(row),
    hasMore,
    pages: 1,
    next: undefined,
    end: undefined,
    gone: new Map(),
    extra: undefined,
  })
  const ids = (kept: LoadedList<Row>) => kept.items.map(({ id }) => id)
  expect(ids(keepTail(list([9, 8, 7]), list([8, 7, 6, 5, 4], false), rules))).toEqual([9, 8, 7, 6, 5, 4])
  expect(ids(keepTail(list([12, 11, 10]), list([8, 7, 6, 5]), rules))).toEqual([12, 11, 10])
  expect(keepTail(list([9, 8, 7]), list([8, 7, 6], false), rules).hasMore).toBe(false)
})

test('an older version that arrives late does not restore a removed row', () => {
  const row = (at: number, mine: boolean): Row => ({ id: 1, at, mine, text: '' })
  const list: LoadedList<Row> = {
    items: [row(5, true)],
    hasMore: false,
    pages: 1,
    next: undefined,
    end: undefined,
    gone: new Map(),
    extra: undefined,
  }
  const accepted = applyChange(list, { put: row(5, false) }, rules)
  expect(accepted.items).toEqual([])
  // Refused, and nothing else happened: it comes back.
  expect(applyChange(accepted, { put: row(5, true) }, rules).items).toEqual([row(5, true)])
  // Refused because a colleague was faster, whose event arrived before our refusal: it stays away.
  const taken = applyChange(accepted, { put: row(6, false) }, rules)
  expect(applyChange(taken, { put: row(5, true) }, rules)).toBe(taken)
  expect(applyChange(taken, { put: row(7, true) }, rules).items).toEqual([row(7, true)])
})

test('where only the server knows what belongs, an unknown row is not added, and one that left can come back', () => {
  const found = { ...rules, onlyServerAdds: true }
  const row = (id: number, at: number, mine = true): Row => ({ id, at, mine, text: 'found' })
  const list = addPage<Row, unknown>(undefined, { items: [row(1, 1)], hasMore: false }, { rules: found })
  const ids = (changes: Change<Row>[]) => applyChanges(list, changes, found).items.map(({ id }) => id)
  expect(ids([{ put: row(2, 2) }])).toEqual([1])
  expect(ids([{ put: row(1, 2, false) }])).toEqual([])
  expect(ids([{ put: row(1, 2, false) }, { put: row(1, 3) }])).toEqual([1])
})
