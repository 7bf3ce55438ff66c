/** A table's state in its address, and its selected rows. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { withRange } from '../../../ui/shared/table/useSelection'
import { Day, Ids, isNarrowed, sortRows, usualSort, viewSchema, withoutFilters } from '../../../ui/shared/table/view'

const View = viewSchema(['name', 'tickets'], { state: v.picklist(['open', 'closed']), queueIds: Ids, from: Day })

describe('an address', () => {
  test('holds search, filters and order', () => {
    const whole = { search: 'ana', state: 'open', queueIds: [3, 5], from: '2026-11-01', sort: 'tickets', desc: true }
    expect(v.parse(View, whole)).toEqual(whole as v.InferOutput<typeof View>)
  })

  test('with invalid parts keeps the valid ones', () => {
    const wrong = { search: 42, state: 'lost', queueIds: [0], from: '2026-13-01', sort: 'size', desc: 'yes', else: 1 }
    expect(v.parse(View, wrong)).toEqual({ search: '42' })
    expect(v.parse(View, {})).toEqual({})
  })

  test('the first column is the default order', () => expect(usualSort(View)).toBe('name'))

  test('an order filters nothing out, everything else does', () => {
    expect(isNarrowed({ sort: 'tickets', desc: true })).toBe(false)
    expect(isNarrowed({ search: '' })).toBe(false)
    expect(isNarrowed(v.parse(View, { from: '2026-11-01' }))).toBe(true)
  })

  test('clearing the filters keeps the order', () => {
    const view = v.parse(View, { search: 'ana', state: 'open', sort: 'tickets', desc: true })
    expect({ ...view, ...withoutFilters(view) }).toEqual({
      search: undefined,
      state: undefined,
      sort: 'tickets',
      desc: true,
    })
  })
})

test('a tab is no filter: clearing the filters stays on it, at its first page', () => {
  const Pages = viewSchema(['name'], { tab: v.picklist(['results']), size: v.picklist([50]), page: v.number() })
  const view = v.parse(Pages, { tab: 'results', size: 50, page: 3 })
  expect(isNarrowed(view)).toBe(false)
  expect({ ...view, ...withoutFilters(view) }).toEqual({ tab: 'results', size: 50, page: undefined })
})

test('rows are sorted by a column both ways, and then by the default', () => {
  const by = { id: (a: number, b: number) => a - b, digits: (a: number, b: number) => (a % 10) - (b % 10) }
  expect(sortRows([21, 3, 12], {}, by, 'id')).toEqual([3, 12, 21])
  expect(sortRows([21, 3, 12], { sort: 'digits', desc: true }, by, 'id')).toEqual([3, 12, 21])
  expect(sortRows([21, 3, 12], { sort: 'digits' }, by, 'id')).toEqual([21, 12, 3])
})

test('Shift selects all rows from the last selected one, in either direction; without one only this', () => {
  const shown = [9, 7, 5, 3, 1]
  expect([...withRange(shown, [7], 7, 3)]).toEqual([7, 5, 3])
  expect([...withRange(shown, [3], 3, 9)].sort()).toEqual([3, 5, 7, 9])
  expect([...withRange(shown, [], null, 5)]).toEqual([5])
  expect([...withRange(shown, [5], 8, 5)]).toEqual([])
})
