import { asc, eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { finder } from '../../platform/finder'
import { instant } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { type Listing, type Page, pageOf } from '../../platform/pages'
import { getOnlyRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import type { Rating, RatingAnswer, RatingCategory } from './contract'
import { ratingErrors } from './errors'
import {
  type AskedRating,
  ratingCategories,
  ratings,
  type StoredCategory,
  type StoredRating,
  ticketRatings,
} from './tables'

export const { find: findRating, findOrFail: findRatingOrFail } = finder(ratings, ratingErrors.ERR_NO_RATING_FOUND)
export const { find: findCategory, findOrFail: findCategoryOrFail } = finder(
  ratingCategories,
  ratingErrors.ERR_NO_RATING_CATEGORY_FOUND,
)

export function showRating(db: Db, { categoryId, updatedAt, ...row }: StoredRating): Rating {
  const category = categoryId === null ? undefined : findCategory(db, categoryId)
  return {
    ...row,
    categoryRatingId: categoryId,
    categoryRating: category ? { id: category.id, descricao: category.description } : null,
    updatedAt: instant(updatedAt),
  }
}

export const showCategory = ({ tenant }: Cx, { id, description, active }: StoredCategory): RatingCategory => ({
  id,
  descricao: description,
  active,
  companyId: tenant.id,
})

const byName = (a: { name: string; id: number }, b: { name: string; id: number }) =>
  fold(a.name) === fold(b.name) ? a.id - b.id : fold(a.name) < fold(b.name) ? -1 : 1

/** Sorted by name. There are few enough to read them all. */
export const allRatings = (db: Db): StoredRating[] => db.select().from(ratings).all().sort(byName)

export function pageOfRatings(db: Db, search: string, pageNumber: number): Page<Rating> {
  const needle = needleOf(search)
  const found = allRatings(db).filter(({ name }) => fits(needle, name))
  const listing: Listing<Rating> = {
    rows: (from, most) => found.slice(from, from + most).map((row) => showRating(db, row)),
    count: () => found.length,
  }
  return pageOf(listing, pageNumber)
}

export const isNameTaken = (db: Db, name: string, exceptId: number): boolean =>
  allRatings(db).some((other) => other.id !== exceptId && fold(other.name) === fold(name))

export const listCategories = (db: Db): StoredCategory[] =>
  db
    .select()
    .from(ratingCategories)
    .orderBy(asc(ratingCategories.id))
    .all()
    .map((row) => ({ ...row, name: row.description }))
    .sort(byName)
    .map(({ name: _, ...row }) => row)

export const isCategoryTaken = (db: Db, description: string, exceptId: number): boolean =>
  listCategories(db).some((other) => other.id !== exceptId && fold(other.description) === fold(description))

export const findQuestionOf = (db: Db, ticketId: number): AskedRating | undefined =>
  db.select().from(ticketRatings).where(eq(ticketRatings.ticketId, ticketId)).get()

/** The contact's latest question over the connection, unless a ticket was opened since. */
export function findOpenQuestion(db: Db, contactId: number, connectionId: number): AskedRating | undefined {
  const id = getValue(
    db,
    `SELECT r.id FROM tickets t INDEXED BY tickets_contact JOIN ticket_ratings r ON r.ticket_id = t.id
     WHERE t.contact_id = ? AND t.connection_id = ? AND t.status = 'closed' AND (r.expires_at > 0 OR r.comment_until > 0)
     ORDER BY r.asked_at DESC, r.id DESC LIMIT 1`,
    [contactId, connectionId],
  )
  return typeof id === 'number' ? db.select().from(ticketRatings).where(eq(ticketRatings.id, id)).get() : undefined
}

type AnswerRow = Omit<RatingAnswer, 'contact' | 'user' | 'queue' | 'askedAt' | 'answeredAt'> & {
  readonly contactId: number
  readonly contact: string
  readonly userId: number | null
  readonly user: string | null
  readonly queueId: number | null
  readonly queue: string | null
  readonly color: string | null
  readonly askedAt: number
  readonly answeredAt: number
}

const answerFrom = (
  index: string,
) => `SELECT r.id, r.ticket_id AS ticketId, t.uuid, c.id AS contactId, c.name AS contact, u.id AS userId, u.name AS user,
    q.id AS queueId, q.name AS queue, q.color, r.rating_id AS ratingId, r.name, r.type, r.value, r.label, r.comment,
    r.asked_at AS askedAt, r.answered_at AS answeredAt
  FROM ticket_ratings r ${index} JOIN tickets t ON t.id = r.ticket_id JOIN contacts c ON c.id = t.contact_id
    LEFT JOIN users u ON u.id = r.user_id LEFT JOIN queues q ON q.id = r.queue_id`

function showAnswer({ contactId, userId, queueId, color, ...row }: AnswerRow): RatingAnswer {
  return {
    ...row,
    contact: { id: contactId, name: row.contact },
    user: userId === null ? null : { id: userId, name: row.user ?? '' },
    queue: queueId === null ? null : { id: queueId, name: row.queue ?? '', color: color ?? '' },
    askedAt: instant(row.askedAt),
    answeredAt: instant(row.answeredAt),
  }
}

export const readAnswer = (db: Db, id: number): RatingAnswer =>
  showAnswer(getOnlyRow<AnswerRow>(db, `${answerFrom('')} WHERE r.id = ?`, id))

/** A condition on `ticket_ratings r` with its parameters. */
export type AnswerCondition = { readonly sql: string; readonly params: readonly (string | number)[] }

type AnswerQuery = AnswerCondition & { readonly comments: boolean; readonly most: number }

/** Newest first. `comments`: only answers with a comment. */
export const listAnswers = (db: Db, { sql: where, params, comments, most }: AnswerQuery): RatingAnswer[] =>
  getRows<AnswerRow>(
    db,
    `${answerFrom(`INDEXED BY ticket_ratings_${comments ? 'commented' : 'answered'}`)}
       WHERE r.answered_at IS NOT NULL ${comments ? 'AND r.comment IS NOT NULL' : ''} AND ${where} ORDER BY r.answered_at DESC, r.id DESC LIMIT ${most}`,
    params,
  ).map(showAnswer)
