/** Ratings: the questions at the end of a ticket, and their answers. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { AUTOMATIC_TEXT_LENGTH, AutomaticText, Id, Instant, list, text } from '../../platform/formats'
import { ticketNo } from '../../tickets/contract'

/** `csat`: one of a few options. `nps`: 0 to 10, where only the ends have names. */
export const RatingType = v.picklist(['csat', 'nps'], 'form.required')
export type RatingType = v.InferOutput<typeof RatingType>

export const HIGHEST_VALUE = 100
const Value = v.pipe(
  v.number('form.invalid'),
  v.integer('form.invalid'),
  v.minValue(0, 'form.invalid'),
  v.maxValue(HIGHEST_VALUE, 'form.invalid'),
)
export const OPTION_LENGTH = 60
export const MOST_OPTIONS = 10

/** One possible answer, given by value or name. `satisfied` (csat only): whether it counts as satisfied. */
const GivenOption = v.object({
  value: Value,
  name: v.pipe(text(OPTION_LENGTH), v.trim(), v.minLength(1, 'form.required')),
  order: Value,
  satisfied: v.optional(v.boolean()),
})
export const RatingOption = v.object({ value: v.number(), name: v.string(), order: v.number(), satisfied: v.boolean() })
export type RatingOption = v.InferOutput<typeof RatingOption>

export const RATING_NAME = { least: 3, most: 50 }

const MOST_DEFAULT_QUEUES = 1000

export const CreateRating = v.object({
  name: v.pipe(
    text(200, 'form.name.long'),
    v.trim(),
    v.minLength(1, 'form.required'),
    v.minLength(RATING_NAME.least, 'form.rating.nameShort'),
    v.maxLength(RATING_NAME.most, 'form.name.long'),
    v.regex(/^\P{Cc}*$/u, 'form.invalid'),
  ),
  message: v.pipe(text(AUTOMATIC_TEXT_LENGTH), v.trim(), v.minLength(1, 'form.required')),
  type: RatingType,
  /** Default: the usual options of the type. */
  options: v.optional(list(GivenOption, { most: MOST_OPTIONS })),
  /** Empty: the default text. */
  thanks: v.optional(AutomaticText),
  /** Asks for a comment after the answer, with `commentMessage`. */
  asksComment: v.optional(v.boolean()),
  commentMessage: v.optional(AutomaticText),
  active: v.optional(v.boolean()),
  categoryRatingId: v.optional(v.nullable(Id)),
  /** Preselected when a ticket is resolved. At most one per company and one per queue. */
  isDefault: v.optional(v.boolean()),
  defaultQueueIds: v.optional(list(Id, { most: MOST_DEFAULT_QUEUES })),
})
export type CreateRating = v.InferOutput<typeof CreateRating>
export const UpdateRating = v.partial(CreateRating)
export type UpdateRating = v.InferOutput<typeof UpdateRating>

export const Rating = v.object({
  id: Id,
  name: v.string(),
  message: v.string(),
  type: RatingType,
  options: v.array(RatingOption),
  thanks: v.string(),
  asksComment: v.boolean(),
  commentMessage: v.string(),
  active: v.boolean(),
  categoryRatingId: v.nullable(Id),
  categoryRating: v.nullable(v.object({ id: Id, descricao: v.string() })),
  /** The author. */
  userId: v.nullable(Id),
  isDefault: v.boolean(),
  defaultQueueIds: v.array(Id),
  updatedAt: Instant,
})
export type Rating = v.InferOutput<typeof Rating>
export const RatingPage = v.object({ ratings: v.array(Rating), hasMore: v.boolean(), count: v.number() })

/** Represents the connection's question where a rating id is expected. */
export const OF_CONNECTION = 0
/** A choice for the attendant; `id` may be `OF_CONNECTION`. At most one is preselected. */
export const RatingChoice = v.object({
  id: v.number(),
  name: v.string(),
  type: RatingType,
  question: v.string(),
  isProposed: v.boolean(),
})
export type RatingChoice = v.InferOutput<typeof RatingChoice>

export const CreateRatingCategory = v.object({
  descricao: v.pipe(
    text(200, 'form.name.long'),
    v.trim(),
    v.minLength(1, 'form.required'),
    v.minLength(2, 'form.name.short'),
    v.maxLength(50, 'form.name.long'),
    v.regex(/^\P{Cc}*$/u, 'form.invalid'),
  ),
  active: v.optional(v.boolean()),
})
export type CreateRatingCategory = v.InferOutput<typeof CreateRatingCategory>
export const UpdateRatingCategory = v.partial(CreateRatingCategory)
export type UpdateRatingCategory = v.InferOutput<typeof UpdateRatingCategory>
export const RatingCategory = v.object({ id: Id, descricao: v.string(), active: v.boolean(), companyId: Id })
export type RatingCategory = v.InferOutput<typeof RatingCategory>

/** A contact's answer. */
export const RatingAnswer = v.object({
  id: Id,
  ticketId: Id,
  uuid: v.string(),
  contact: v.object({ id: Id, name: v.string() }),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  ratingId: v.nullable(Id),
  /** The rating's name at the time; empty for the connection's question. */
  name: v.string(),
  type: RatingType,
  value: v.number(),
  label: v.string(),
  comment: v.nullable(v.string()),
  askedAt: Instant,
  answeredAt: Instant,
})
export type RatingAnswer = v.InferOutput<typeof RatingAnswer>
/** Newest first; `next` is the cursor of the next page. */
export const RatingAnswers = v.object({
  answers: v.array(RatingAnswer),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})

/** Results of the questions asked in a period. */
export const Score = v.object({
  asked: v.number(),
  answered: v.number(),
  /** `top` is the highest value. `mean` and `top` are null when scales of different length are combined. */
  csat: v.object({
    answered: v.number(),
    satisfied: v.number(),
    mean: v.nullable(v.number()),
    top: v.nullable(v.number()),
  }),
  /** Promoters answer 9 or 10, passives 7 or 8, detractors 0 to 6. */
  nps: v.object({ promoters: v.number(), passives: v.number(), detractors: v.number() }),
})
export type Score = v.InferOutput<typeof Score>

/** Results of a day, week or month; the unit depends on the length of the period. */
export const RatingSpan = v.object({
  /** First day of the span. */
  from: v.string(),
  asked: v.number(),
  answered: v.number(),
  csat: v.object({ answered: v.number(), satisfied: v.number() }),
  nps: v.object({ promoters: v.number(), passives: v.number(), detractors: v.number() }),
})
export type RatingSpan = v.InferOutput<typeof RatingSpan>
export const spanUnits = ['day', 'week', 'month'] as const
export type SpanUnit = (typeof spanUnits)[number]

export const RatingResults = v.object({
  total: Score,
  /** Covers the first to the last question without gaps. */
  times: v.object({ unit: v.picklist(spanUnits), spans: v.array(RatingSpan) }),
  ratings: v.array(
    v.object({
      ratingId: v.nullable(Id),
      name: v.string(),
      type: RatingType,
      score: Score,
      answers: v.array(v.object({ value: v.number(), label: v.string(), count: v.number() })),
    }),
  ),
  /** `user` is null if unknown. */
  users: v.array(v.object({ user: v.nullable(v.object({ id: Id, name: v.string() })), score: Score })),
  queues: v.array(
    v.object({ queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })), score: Score }),
  ),
})
export type RatingResults = v.InferOutput<typeof RatingResults>

/** Promoters minus detractors as a share of all; null without answers. */
export function npsOf({ promoters, passives, detractors }: Score['nps']): number | null {
  const all = promoters + passives + detractors
  return all === 0 ? null : Math.round((100 * (promoters - detractors)) / all)
}

/** The question as the contact reads it. */
export function questionText({ message, type, options }: Pick<Rating, 'message' | 'type' | 'options'>): string {
  const lines = options.toSorted((a, b) => a.order - b.order).map(({ value, name }) => `*${value}* - ${name}`)
  return `${message}\n\n${lines.join(type === 'nps' ? '\n⋮\n' : '\n')}`
}

export const ratingUpdated = defineEvent('rating.update', v.object({ rating: Rating }))
export const ratingDeleted = defineEvent('rating.delete', v.object({ ratingId: Id }))
/** A contact was asked, which changes the response rate. */
export const ratingAsked = defineEvent('rating.ask', v.object({ ticketId: Id }))
export const ratingAnswered = defineEvent('rating.answer', v.object({ answer: RatingAnswer }), {
  about: ({ answer }) => [ticketNo(answer.ticketId)],
})
export const ratingCategoryUpdated = defineEvent('categoryRating.update', v.object({ categoryRating: RatingCategory }))
export const ratingCategoryDeleted = defineEvent('categoryRating.delete', v.object({ categoryRatingId: Id }))
