/** Ratings: what contacts are asked at the end of a ticket, and what they answered, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { AUTOMATIC_TEXT_LENGTH, AutomaticText, Id, Instant, list, text } from '../../platform/formats'
import { ticketNo } from '../../tickets/contract'

/** `csat`: one of a few options; `nps`: 0 to 10, of which only the ends have a name. */
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

/** One possible answer: the contact writes its value or its name. `satisfied`: of csat, whether whoever gives it is. */
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
  /** Without them the usual ones of its type. */
  options: v.optional(list(GivenOption, { most: MOST_OPTIONS })),
  /** Empty: the usual words. */
  thanks: v.optional(AutomaticText),
  /** After the answer the contact is asked for a comment, with `commentMessage`. */
  asksComment: v.optional(v.boolean()),
  commentMessage: v.optional(AutomaticText),
  active: v.optional(v.boolean()),
  categoryRatingId: v.optional(v.nullable(Id)),
  /** Proposed when a ticket is resolved; at most one of the company, and one of each queue. */
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
  /** Who created it. */
  userId: v.nullable(Id),
  isDefault: v.boolean(),
  defaultQueueIds: v.array(Id),
  updatedAt: Instant,
})
export type Rating = v.InferOutput<typeof Rating>
export const RatingPage = v.object({ ratings: v.array(Rating), hasMore: v.boolean(), count: v.number() })

/** Stands for the connection's question where a rating's id is expected. */
export const OF_CONNECTION = 0
/** What an attendant may choose from; `id` may be `OF_CONNECTION`. One at most is proposed. */
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

/** What a contact answered. */
export const RatingAnswer = v.object({
  id: Id,
  ticketId: Id,
  uuid: v.string(),
  contact: v.object({ id: Id, name: v.string() }),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  ratingId: v.nullable(Id),
  /** The rating's name when it was asked; empty for the connection's question. */
  name: v.string(),
  type: RatingType,
  value: v.number(),
  label: v.string(),
  comment: v.nullable(v.string()),
  askedAt: Instant,
  answeredAt: Instant,
})
export type RatingAnswer = v.InferOutput<typeof RatingAnswer>
/** Newest first; `next` is the cursor of the following page. */
export const RatingAnswers = v.object({
  answers: v.array(RatingAnswer),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})

/** Of those asked in a period. */
export const Score = v.object({
  asked: v.number(),
  answered: v.number(),
  /** `mean` and `top`, the highest value: null where scales of different length are together. */
  csat: v.object({
    answered: v.number(),
    satisfied: v.number(),
    mean: v.nullable(v.number()),
    top: v.nullable(v.number()),
  }),
  /** 9 and 10; 7 and 8; 0 to 6. */
  nps: v.object({ promoters: v.number(), passives: v.number(), detractors: v.number() }),
})
export type Score = v.InferOutput<typeof Score>

/** What was asked in a day, a week or a month: as fine as the span of the questions lets one read. */
export const RatingSpan = v.object({
  /** Its first day. */
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
  /** From the first question to the last, without gaps. */
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
  /** `user`: null where nobody is known any more. */
  users: v.array(v.object({ user: v.nullable(v.object({ id: Id, name: v.string() })), score: Score })),
  queues: v.array(
    v.object({ queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })), score: Score }),
  ),
})
export type RatingResults = v.InferOutput<typeof RatingResults>

/** Promoters less detractors, of all; null without answers. */
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
/** A contact was asked: the rate of answers is another. */
export const ratingAsked = defineEvent('rating.ask', v.object({ ticketId: Id }))
export const ratingAnswered = defineEvent('rating.answer', v.object({ answer: RatingAnswer }), {
  about: ({ answer }) => [ticketNo(answer.ticketId)],
})
export const ratingCategoryUpdated = defineEvent('categoryRating.update', v.object({ categoryRating: RatingCategory }))
export const ratingCategoryDeleted = defineEvent('categoryRating.delete', v.object({ categoryRatingId: Id }))
