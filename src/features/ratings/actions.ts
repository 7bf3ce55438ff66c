import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { fold } from '../../platform/text'
import { findQueue } from '../../queues/queries'
import { textsOfCompany } from '../../texts/texts'
import {
  type CreateRating,
  type CreateRatingCategory,
  type RatingOption,
  type RatingType,
  ratingCategoryDeleted,
  ratingCategoryUpdated,
  ratingDeleted,
  ratingUpdated,
  type UpdateRating,
  type UpdateRatingCategory,
} from './contract'
import { ratingErrors } from './errors'
import {
  allRatings,
  findCategoryOrFail,
  findRatingOrFail,
  isCategoryTaken,
  isNameTaken,
  showCategory,
  showRating,
} from './queries'
import { npsOptions, usualOptions } from './rating'
import { mayManage } from './rights'
import { ratingCategories, ratings, type StoredCategory, type StoredRating } from './tables'

type RatingRow = Omit<StoredRating, 'id' | 'updatedAt'>
type GivenOptions = CreateRating['options']

export function createRating(cx: Cx, actor: Actor, input: CreateRating): StoredRating {
  return cx.transaction((cx) => {
    const { name, message, type, thanks = '', commentMessage = '', asksComment = false, active = true } = input
    const row: RatingRow = {
      name,
      message,
      type,
      thanks,
      asksComment,
      commentMessage,
      active,
      options: optionsOf(cx, type, input.options),
      categoryId: input.categoryRatingId ?? null,
      userId: actor.userId,
      isDefault: input.isDefault ?? false,
      defaultQueueIds: knownQueues(cx, input.defaultQueueIds ?? []),
    }
    judge(cx, row, 0)
    takeDefaults(cx, row, 0)
    const made = cx.db
      .insert(ratings)
      .values({ ...row, updatedAt: cx.now() })
      .returning()
      .get()
    return finishChange(cx, actor, 'create', {}, made)
  })
}

export function changeRating(cx: Cx, actor: Actor, id: number, input: UpdateRating): StoredRating {
  return cx.transaction((cx) => {
    const before = findRatingOrFail(cx.db, id)
    const { name, message, thanks, asksComment, commentMessage, active, type = before.type } = input
    const given = input.options ?? (type === before.type ? before.options : undefined)
    const row: RatingRow = {
      name: name ?? before.name,
      message: message ?? before.message,
      type,
      options: optionsOf(cx, type, given),
      thanks: thanks ?? before.thanks,
      asksComment: asksComment ?? before.asksComment,
      commentMessage: commentMessage ?? before.commentMessage,
      active: active ?? before.active,
      categoryId: input.categoryRatingId === undefined ? before.categoryId : input.categoryRatingId,
      userId: before.userId,
      isDefault: input.isDefault ?? before.isDefault,
      defaultQueueIds: input.defaultQueueIds ? knownQueues(cx, input.defaultQueueIds) : before.defaultQueueIds,
    }
    judge(cx, row, id)
    takeDefaults(cx, row, id)
    const after = cx.db
      .update(ratings)
      .set({ ...row, updatedAt: cx.now() })
      .where(eq(ratings.id, id))
      .returning()
      .get()
    return finishChange(cx, actor, 'update', before, after ?? before)
  })
}

/** Answers stay, under the rating's last name. */
/** Answers per batch, with which their counts move; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 500

/** Its answers stay. If the process dies meanwhile, the rating still exists and can be deleted again. */
export async function deleteRating(cx: Cx, actor: Actor, id: number): Promise<void> {
  findRatingOrFail(cx.db, id)
  const sql = `UPDATE ticket_ratings SET rating_id = NULL WHERE id IN
    (SELECT id FROM ticket_ratings WHERE rating_id = ? LIMIT ${ROWS_PER_TRANSACTION})`
  while (cx.transaction(({ db }) => execute(db, sql, id).changes) === ROWS_PER_TRANSACTION)
    await new Promise(setImmediate)
  cx.transaction((cx) => {
    const before = findRatingOrFail(cx.db, id)
    cx.db.delete(ratings).where(eq(ratings.id, id)).run()
    recordAct(cx, actor, { kind: 'rating', act: 'delete', subject: { id, name: before.name } })
    cx.emit(ratingDeleted({ ratingId: id }), mayManage)
  })
}

function judge(cx: Cx, { name, asksComment, commentMessage, categoryId }: RatingRow, id: number) {
  if (isNameTaken(cx.db, name, id)) fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: name }])
  if (asksComment && commentMessage.trim() === '')
    fail('ERR_INVALID_INPUT', [{ field: 'commentMessage', message: 'form.required' }])
  if (categoryId !== null) findCategoryOrFail(cx.db, categoryId)
}

function knownQueues(cx: Cx, ids: readonly number[]): number[] {
  for (const id of ids) if (!findQueue(cx.db, id)) fail('ERR_NO_QUEUE_FOUND')
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** Removes from other ratings the defaults that this one takes over. */
function takeDefaults(cx: Cx, { isDefault, defaultQueueIds }: RatingRow, id: number) {
  for (const other of allRatings(cx.db)) {
    const kept = {
      isDefault: other.isDefault && !isDefault,
      defaultQueueIds: other.defaultQueueIds.filter((queueId) => !defaultQueueIds.includes(queueId)),
    }
    const isSame = kept.isDefault === other.isDefault && kept.defaultQueueIds.length === other.defaultQueueIds.length
    if (other.id === id || isSame) continue
    cx.db.update(ratings).set(kept).where(eq(ratings.id, other.id)).run()
    cx.emit(ratingUpdated({ rating: showRating(cx.db, { ...other, ...kept }) }), mayManage)
  }
}

/** For nps the names of both ends; for csat two or more distinct options. */
function optionsOf(cx: Cx, type: RatingType, given: GivenOptions): RatingOption[] {
  const words = textsOfCompany(cx.tenant.language).toContact
  if (type === 'nps')
    return npsOptions([words.npsWorst, words.npsBest]).map((end) => ({
      ...end,
      name: given?.find(({ value }) => value === end.value)?.name ?? end.name,
    }))
  if (given === undefined) return usualOptions([words.ratingBad, words.ratingGood, words.ratingBest])
  const distinct = (of: (option: RatingOption) => unknown) => new Set(options.map(of)).size === options.length
  const options: RatingOption[] = given
    .toSorted((a, b) => a.order - b.order)
    .map((one, order) => ({ ...one, order, satisfied: one.satisfied ?? isInUpperHalf(one, given) }))
  if (options.length < 2 || !distinct(({ value }) => value) || !distinct(({ name }) => fold(name)))
    fail('ERR_INVALID_INPUT', [{ field: 'options', message: 'form.rating.options' }])
  return options
}

/** Default for `satisfied`: the upper half, which includes the second of three. */
function isInUpperHalf({ value }: { value: number }, all: readonly { value: number }[]): boolean {
  const values = all.map((one) => one.value)
  return 2 * value >= Math.min(...values) + Math.max(...values)
}

function finishChange(
  cx: Cx,
  actor: Actor,
  act: 'create' | 'update',
  before: Partial<StoredRating>,
  after: StoredRating,
) {
  const { id, name } = after
  const changes = act === 'update' ? changesBetween<object>(auditedFields(before), auditedFields(after)) : []
  recordAct(cx, actor, { kind: 'rating', act, subject: { id, name }, changes })
  cx.emit(ratingUpdated({ rating: showRating(cx.db, after) }), mayManage)
  return after
}

/** The audited fields of a rating. */
const auditedFields = ({
  id: _,
  updatedAt: __,
  userId: ___,
  options = [],
  defaultQueueIds = [],
  ...fields
}: Partial<StoredRating>) => ({
  ...fields,
  defaultQueueIds: defaultQueueIds.join(', '),
  options: options.map(({ value, name, satisfied }) => `${value} ${name}${satisfied ? ' ✓' : ''}`).join(', '),
})

export function createCategory(
  cx: Cx,
  actor: Actor,
  { descricao, active = true }: CreateRatingCategory,
): StoredCategory {
  return cx.transaction((cx) => {
    requireFree(cx, descricao, 0)
    const made = cx.db.insert(ratingCategories).values({ description: descricao, active }).returning().get()
    recordAct(cx, actor, { kind: 'ratingCategory', act: 'create', subject: { id: made.id, name: descricao } })
    cx.emit(ratingCategoryUpdated({ categoryRating: showCategory(cx, made) }), mayManage)
    return made
  })
}

export function changeCategory(cx: Cx, actor: Actor, id: number, input: UpdateRatingCategory): StoredCategory {
  return cx.transaction((cx) => {
    const before = findCategoryOrFail(cx.db, id)
    const fields = { description: input.descricao ?? before.description, active: input.active ?? before.active }
    requireFree(cx, fields.description, id)
    cx.db.update(ratingCategories).set(fields).where(eq(ratingCategories.id, id)).run()
    const changes = changesBetween<typeof fields>(before, fields)
    recordAct(cx, actor, { kind: 'ratingCategory', act: 'update', subject: { id, name: fields.description }, changes })
    const after = { id, ...fields }
    cx.emit(ratingCategoryUpdated({ categoryRating: showCategory(cx, after) }), mayManage)
    return after
  })
}

/** Its ratings remain, without a category. */
export function deleteCategory(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const { description } = findCategoryOrFail(cx.db, id)
    cx.db.delete(ratingCategories).where(eq(ratingCategories.id, id)).run()
    recordAct(cx, actor, { kind: 'ratingCategory', act: 'delete', subject: { id, name: description } })
    cx.emit(ratingCategoryDeleted({ categoryRatingId: id }), mayManage)
  })
}

function requireFree(cx: Cx, descricao: string, id: number) {
  if (isCategoryTaken(cx.db, descricao, id))
    fail(ratingErrors.ERR_DUPLICATED_RATING_CATEGORY, [{ field: 'descricao', message: descricao }])
}
