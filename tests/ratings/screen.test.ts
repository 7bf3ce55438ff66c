import { expect, test } from 'bun:test'
import type { Rating } from '../../src/features/ratings/contract'
import { shownRatings } from '../../ui/features/ratings/spec'

test('a view shows what its search finds, in its order', () => {
  const rating = (id: number, name: string, type: 'csat' | 'nps') =>
    ({ id, name, type, categoryRating: null }) as Rating
  const all = [rating(1, 'Ágil', 'nps'), rating(2, 'Balcão', 'csat'), rating(3, 'Zelo agil', 'csat')]
  const ids = (view: Parameters<typeof shownRatings>[1]) => shownRatings(all, view).map(({ id }) => id)
  expect(ids({})).toEqual([1, 2, 3])
  expect(ids({ search: 'AGIL' })).toEqual([1, 3])
  expect(ids({ sort: 'type' })).toEqual([2, 3, 1])
  expect(ids({ desc: true })).toEqual([3, 2, 1])
})
