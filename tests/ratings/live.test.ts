/** The ratings screen keeps its lists by events: its own rules over the server's own events. */
import { expect, test } from 'bun:test'
import type { Rating, RatingAnswer, RatingCategory } from '../../src/features/ratings/contract'
import {
  type AnswersChoice,
  answersSpec,
  categoriesSpec,
  ratingsSpec,
  shownRatings,
} from '../../ui/features/ratings/spec'
import { opened } from '../support/opened'
import { createRandom } from '../support/random'
import { rated } from './support'

const names = ['Ágil', 'ágil b', 'Zelo', 'Éxito', 'eficaz', 'Wagner', 'ışık']

for (const seed of [1, 4])
  test(`stale lists of ratings, categories and answers plus their events equal fresh ones (${seed})`, async () => {
    const { w, chief, maria, attend, close } = await rated()
    const watching = w.attendant([], { profile: 'supervisor' })
    const { below, pick, oneIn } = createRandom(seed)
    const ask = async <T>(path: string) => (await (await watching.request(path)).json()) as T
    const ratingsNow = async () => (await ask<{ ratings: Rating[] }>('/api/ratings/')).ratings
    const categoriesNow = () => ask<RatingCategory[]>('/api/category-ratings/')
    const view: AnswersChoice = { from: '2026-03-02', to: '2026-03-02', comments: false, timeZone: w.tenant.timeZone }
    const answersNow = async () =>
      (await ask<{ answers: RatingAnswer[] }>('/api/ratings/answers?dateStart=2026-03-02&dateEnd=2026-03-02')).answers
    const ratings = opened(watching, ratingsSpec, await ratingsNow())
    const categories = opened(watching, categoriesSpec, await categoriesNow())
    const answers = opened(watching, answersSpec, await answersNow(), view)
    for (let turn = 0; turn < 40; turn++) {
      w.clock.forward(1000)
      const [some, kinds] = [await ratingsNow(), await categoriesNow()]
      const category = kinds.length > 0 && oneIn(2) ? pick(kinds).id : null
      const name = `${pick(names)} ${below(30)}`
      switch (below(7)) {
        case 0:
        case 1:
          await chief.json('/api/ratings', 'POST', { name, message: 'E?', type: 'nps', categoryRatingId: category })
          break
        case 2:
          if (some.length > 0)
            await chief.json(`/api/ratings/${pick(some).id}`, 'PUT', { name, categoryRatingId: category })
          break
        case 3:
          if (some.length > 2) await chief.request(`/api/ratings/${pick(some).id}`, { method: 'DELETE' })
          break
        case 4:
          await chief.json('/api/category-ratings', 'POST', { descricao: name })
          break
        case 5:
          if (kinds.length > 0)
            await (oneIn(2)
              ? chief.json(`/api/category-ratings/${pick(kinds).id}`, 'PUT', { descricao: name })
              : chief.request(`/api/category-ratings/${pick(kinds).id}`, { method: 'DELETE' }))
          break
        case 6: {
          const [rating] = some
          if (!rating) break
          await close(await attend(), { ratingId: rating.id })
          maria.says(String(1 + below(3)))
          if (oneIn(2)) maria.says(String(1 + below(3)))
        }
      }
      expect([...ratings()]).toEqual(await ratingsNow())
      expect([...categories()]).toEqual(await categoriesNow())
      expect([...answers()]).toEqual(await answersNow())
    }
    expect(answers().length).toBeGreaterThan(1)
  })

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
