import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import {
  After,
  ById,
  Days,
  Flag,
  isOn,
  OptionalId,
  PageNumber,
  readDays,
  readId,
  readPage,
  SearchText,
} from '../../platform/params'
import { DAY } from '../../platform/time'
import { findVisibleTicket } from '../../tickets/queries'
import { changeCategory, changeRating, createCategory, createRating, deleteCategory, deleteRating } from './actions'
import { listChoices } from './asking'
import {
  CreateRating,
  CreateRatingCategory,
  Rating,
  RatingAnswers,
  RatingCategory,
  RatingChoice,
  RatingPage,
  RatingResults,
  UpdateRating,
  UpdateRatingCategory,
} from './contract'
import { findRatingOrFail, listCategories, pageOfRatings, showCategory, showRating } from './queries'
import { pageOfAnswers, type ResultFilter, readResults } from './results'
import { manageRatings } from './rights/contract'

const Filter = {
  ...Days,
  /** May be `OF_CONNECTION`. */
  ratingId: t.Optional(t.String({ pattern: '^(0|[1-9][0-9]{0,15})$' })),
  userId: OptionalId,
  queueId: OptionalId,
}
type FilterAsked = { [K in keyof typeof Filter]?: string }

/** Default period: the last thirty days. */
const USUAL = 30 * DAY

function filterOf(cx: Cx, actor: Actor, query: FilterAsked): ResultFilter {
  const period = readDays(query, cx.tenant.timeZone) ?? { from: cx.now() - USUAL, to: Number.MAX_SAFE_INTEGER }
  return {
    period,
    ratingId: readId(query.ratingId),
    userId: readId(query.userId),
    queueId: readId(query.queueId),
    actor,
  }
}

export const ratingRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/ratings' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) => {
        const { rows, hasMore, count } = pageOfRatings(cx.db, query.searchParam ?? '', readPage(query.pageNumber))
        return { ratings: rows, hasMore, count }
      },
      {
        allowed: manageRatings,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: RatingPage, ...failures },
      },
    )
    .get(
      '/choices',
      ({ cx, actor, query }) => listChoices(cx, findVisibleTicket(cx.db, actor, Number(query.ticketId))),
      {
        detail: { summary: 'List ratings to choose from' },
        signedIn: true,
        query: t.Object({ ticketId: t.String({ pattern: '^[1-9][0-9]{0,15}$' }) }),
        response: { 200: v.array(RatingChoice), ...failures },
      },
    )
    .get('/results', ({ cx, actor, query }) => readResults(cx, filterOf(cx, actor, query)), {
      detail: { summary: 'Read the results of ratings' },
      allowed: manageRatings,
      query: t.Object(Filter),
      response: { 200: RatingResults, ...failures },
    })
    .get(
      '/answers',
      ({ cx, actor, query }) =>
        pageOfAnswers(cx.db, {
          ...filterOf(cx, actor, query),
          comments: isOn(query.comments),
          after: query.after ?? null,
        }),
      {
        detail: { summary: 'List answers to ratings' },
        allowed: manageRatings,
        query: t.Object({ ...Filter, comments: Flag, after: After }),
        response: { 200: RatingAnswers, ...failures },
      },
    )
    .get('/:id', ({ cx, params }) => showRating(cx.db, findRatingOrFail(cx.db, params.id)), {
      allowed: manageRatings,
      params: ById,
      response: { 200: Rating, ...failures },
    })
    .post('/', ({ cx, actor, body }) => showRating(cx.db, createRating(cx, actor, body)), {
      allowed: manageRatings,
      body: input(CreateRating),
      response: { 200: Rating, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => showRating(cx.db, changeRating(cx, actor, params.id, body)), {
      allowed: manageRatings,
      params: ById,
      body: input(UpdateRating),
      response: { 200: Rating, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteRating(cx, actor, params.id)
        return done
      },
      { allowed: manageRatings, params: ById, response: { 200: Done, ...failures } },
    )
export type RatingRoutes = ReturnType<typeof ratingRoutes>

export const ratingCategoryRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/category-ratings' })
    .use(http)
    .get('/', ({ cx }) => listCategories(cx.db).map((row) => showCategory(cx, row)), {
      allowed: manageRatings,
      response: { 200: v.array(RatingCategory), ...failures },
    })
    .post('/', ({ cx, actor, body }) => showCategory(cx, createCategory(cx, actor, body)), {
      allowed: manageRatings,
      body: input(CreateRatingCategory),
      response: { 200: RatingCategory, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => showCategory(cx, changeCategory(cx, actor, params.id, body)), {
      allowed: manageRatings,
      params: ById,
      body: input(UpdateRatingCategory),
      response: { 200: RatingCategory, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteCategory(cx, actor, params.id)
        return done
      },
      { allowed: manageRatings, params: ById, response: { 200: Done, ...failures } },
    )
export type RatingCategoryRoutes = ReturnType<typeof ratingCategoryRoutes>
