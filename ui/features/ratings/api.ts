import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  CreateRating,
  CreateRatingCategory,
  Rating,
  RatingAnswer,
  RatingCategory,
  UpdateRating,
  UpdateRatingCategory,
} from '../../../src/features/ratings/contract'
import type { RatingCategoryRoutes, RatingRoutes } from '../../../src/features/ratings/routes'
import type { QueueRoutes } from '../../../src/queues/routes'
import type { SettingRoutes } from '../../../src/settings/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type AnswersFilter, answersSpec, categoriesSpec, type ResultsFilter, ratingsSpec } from './spec'

const { ratings: routes } = client<RatingRoutes>()
const { 'category-ratings': categoryRoutes } = client<RatingCategoryRoutes>()
const { settings } = client<SettingRoutes>()
const { queue } = client<QueueRoutes>()

export const ratings = liveCrud<Rating, CreateRating, UpdateRating>({
  ...ratingsSpec,
  routes: {
    list: async ({ page, signal }) => {
      const { ratings: items, hasMore } = await unwrap(
        routes.get({ query: { pageNumber: String(page) }, fetch: { signal } }),
      )
      return { items, hasMore }
    },
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

export const categories = liveCrud<RatingCategory, CreateRatingCategory, UpdateRatingCategory>({
  ...categoriesSpec,
  routes: {
    list: ({ signal }) => unwrap(categoryRoutes.get({ fetch: { signal } })),
    create: (body) => unwrap(categoryRoutes.post(body)),
    update: (id, body) => unwrap(categoryRoutes({ id }).put(body)),
    remove: (id) => unwrap(categoryRoutes({ id }).delete()),
  },
})

const queryOf = ({ from, to, rating, user, queue }: ResultsFilter) => ({
  dateStart: from,
  dateEnd: to,
  ...(rating !== undefined && { ratingId: String(rating) }),
  ...(user !== undefined && { userId: String(user) }),
  ...(queue !== undefined && { queueId: String(queue) }),
})

export const answers = liveCrud<RatingAnswer, never, never, AnswersFilter>({
  ...answersSpec,
  routes: {
    list: async ({ view, after, signal }) => {
      const query = {
        ...queryOf(view),
        ...(view.comments && { comments: 'true' as const }),
        ...(after !== undefined && { after }),
      }
      const page = await unwrap(routes.answers.get({ query, fetch: { signal } }))
      return { items: page.answers, hasMore: page.hasMore, next: page.next ?? undefined }
    },
  },
})

export const RESULTS = ['rating-results'] as const
export const resultsQuery = (choice: ResultsFilter) =>
  queryOptions({
    queryKey: [...RESULTS, choice],
    queryFn: ({ signal }) => unwrap(routes.results.get({ query: queryOf(choice), fetch: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Whether the company sends ratings at all. */
export const switchQuery = queryOptions({
  queryKey: ['rating-switch'],
  queryFn: ({ signal }) => unwrap(settings({ key: 'userRating' }).get({ fetch: { signal } })),
  staleTime: 0,
})

/** Connections whose default a rating can be. */
export const queueNamesQuery = queryOptions({
  queryKey: ['queue-names'],
  queryFn: ({ signal }) => unwrap(queue.get({ query: {}, fetch: { signal } })),
})
