/** The rules of the ratings page: orders, what events mean for its lists, and which rows a view shows. Pure. */
import {
  type CreateRating,
  type Rating,
  type RatingAnswer,
  type RatingCategory,
  type RatingType,
  ratingAnswered,
  ratingCategoryDeleted,
  ratingCategoryUpdated,
  ratingDeleted,
  ratingUpdated,
  type Score,
} from '../../../src/features/ratings/contract'
import { localDay } from '../../shared/i18n/zoned'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { RatingsView } from './view'

/** The server's order: without case and accents, by code unit. */
const byText = (a: string, b: string) => {
  const [one, other] = [plain(a), plain(b)]
  return one === other ? 0 : one < other ? -1 : 1
}
const byName = (a: Rating, b: Rating) => byText(a.name, b.name) || a.id - b.id

const inCategory = (row: Rating, { id, descricao }: RatingCategory): Rating =>
  row.categoryRatingId === id ? { ...row, categoryRating: { id, descricao } } : row

export const ratingsSpec: CrudSpec<Rating> = {
  key: ['ratings'],
  compare: byName,
  events: [
    on(ratingUpdated, ({ rating }) => ({ put: rating })),
    on(ratingDeleted, ({ ratingId }) => ({ drop: ratingId })),
    on(ratingCategoryUpdated, ({ categoryRating }) => ({ each: (row) => inCategory(row, categoryRating) })),
    // A category was deleted: its ratings lose it without events of their own.
    on(ratingCategoryDeleted, ({ categoryRatingId }) => ({
      each: (row) =>
        row.categoryRatingId === categoryRatingId ? { ...row, categoryRatingId: null, categoryRating: null } : row,
    })),
  ],
}

export const categoriesSpec: CrudSpec<RatingCategory> = {
  key: ['rating-categories'],
  compare: (a, b) => byText(a.descricao, b.descricao) || a.id - b.id,
  events: [
    on(ratingCategoryUpdated, ({ categoryRating }) => ({ put: categoryRating })),
    on(ratingCategoryDeleted, ({ categoryRatingId }) => ({ drop: categoryRatingId })),
  ],
}

export function shownRatings(list: readonly Rating[], view: RatingsView): Rating[] {
  const needle = needleOf(view.search ?? '')
  const found = list.filter(({ name }) => fits(needle, name))
  const columns = {
    name: byName,
    type: (a: Rating, b: Rating) => byText(a.type, b.type) || byName(a, b),
    category: (a: Rating, b: Rating) =>
      byText(a.categoryRating?.descricao ?? '', b.categoryRating?.descricao ?? '') || byName(a, b),
  }
  return sortRows(found, view, columns, 'name')
}

/** Filters of the results; days are the company's. */
export type ResultsFilter = {
  readonly from: string
  readonly to: string
  readonly rating?: number | undefined
  readonly user?: number | undefined
  readonly queue?: number | undefined
}
export type AnswersFilter = ResultsFilter & { readonly comments: boolean; readonly timeZone: string }

/** The server counts by the day of the question, in the company's zone. */
export const answersSpec: CrudSpec<RatingAnswer, AnswersFilter> = {
  key: ['rating-answers'],
  compare: (a, b) => (a.answeredAt === b.answeredAt ? b.id - a.id : a.answeredAt < b.answeredAt ? 1 : -1),
  belongs: (row, { from, to, rating, user, queue, comments, timeZone }) => {
    const day = localDay(row.askedAt, timeZone)
    const ofRating =
      rating === undefined || (rating === 0 ? row.ratingId === null && row.name === '' : row.ratingId === rating)
    return (
      ofRating &&
      day >= from &&
      day <= to &&
      (user === undefined || row.user?.id === user) &&
      (queue === undefined || row.queue?.id === queue) &&
      (!comments || row.comment !== null)
    )
  },
  events: [
    on(ratingAnswered, ({ answer }) => ({ put: answer })),
    // A rating was deleted: its answers stay, and lose it without events of their own.
    on(ratingDeleted, ({ ratingId }) => ({
      each: (row) => (row.ratingId === ratingId ? { ...row, ratingId: null } : row),
    })),
  ],
}

/** The response rate, and the share of satisfied answers; null without any. */
export const answerRate = ({ asked, answered }: Score): number | null => (asked === 0 ? null : answered / asked)
export const satisfiedShare = ({ csat }: Score): number | null =>
  csat.answered === 0 ? null : csat.satisfied / csat.answered

export type FormOptions = NonNullable<CreateRating['options']>

export const valuesOf = (rating: Rating) => {
  const { id: _, categoryRating: __, userId: ___, updatedAt: ____, ...values } = rating
  return values
}

/** The default options of a type, translated. */
export const usualOptions = (type: RatingType, names: readonly string[]): FormOptions =>
  names.map((name, order) => ({ value: type === 'nps' ? order * 10 : order + 1, name, order, satisfied: order > 0 }))

/** Another option, with the next value. */
export const withAnother = (options: FormOptions): FormOptions => [
  ...options,
  { value: Math.max(0, ...options.map(({ value }) => value)) + 1, name: '', order: options.length, satisfied: true },
]
