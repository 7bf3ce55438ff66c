/** Ratings, their categories, and the answers of a day. */
import type { Rating, RatingAnswer, RatingCategory } from '../../src/features/ratings/contract'
import { type AnswersFilter, answersSpec, categoriesSpec, ratingsSpec } from '../../ui/features/ratings/spec'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { rated } from './support'

const names = ['Ágil', 'ágil b', 'Zelo', 'Éxito', 'eficaz', 'Wagner', 'ışık']

export const live = {
  specs: [ratingsSpec, categoriesSpec, answersSpec],
  seeds: [1, 4],
  turns: 40,
  async open({ below, pick, oneIn }) {
    const { w, chief, maria, attend, close } = await rated()
    const watching = w.attendant([], { profile: 'supervisor' })
    const ask = async <T>(path: string) => (await (await watching.request(path)).json()) as T
    const ratingsNow = async () => (await ask<{ ratings: Rating[] }>('/api/ratings/')).ratings
    const categoriesNow = () => ask<RatingCategory[]>('/api/category-ratings/')
    const view: AnswersFilter = { from: '2026-03-02', to: '2026-03-02', comments: false, timeZone: w.tenant.timeZone }
    const answersNow = async () =>
      (await ask<{ answers: RatingAnswer[] }>('/api/ratings/answers?dateStart=2026-03-02&dateEnd=2026-03-02')).answers
    const answers = opened(watching, answersSpec, await answersNow(), view)
    return {
      lists: [
        { shown: opened(watching, ratingsSpec, await ratingsNow()), fresh: ratingsNow },
        { shown: opened(watching, categoriesSpec, await categoriesNow()), fresh: categoriesNow },
        { shown: answers, fresh: answersNow },
      ],
      async act() {
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
      },
      wasBusy: () => answers().length > 1,
    }
  },
} satisfies LiveWalk
