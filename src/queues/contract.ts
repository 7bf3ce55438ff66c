/** Queues (departments) and what the bot offers in them, as the browser knows them. */
import * as v from 'valibot'
import { Schedules } from '../hours/contract'
import { defineEvent } from '../platform/events'
import { AutomaticText, Color, Id, list, Name, numberTo, text } from '../platform/formats'
import { MOST_CONVERSATIONS } from '../users/contract'

/** Who answers in a queue before people do: its options, or a flow built elsewhere. */
export const chatbotTypes = ['option', 'typebot'] as const

/** Who gets the next conversation: whoever has the fewest open, each in turn, or one by lot. */
export const assignments = ['balanced', 'sequential', 'random'] as const
export type Assignment = (typeof assignments)[number]

export const MOST_MINUTES_WITHOUT_RESPONSE = 1440

/** How the conversations of a queue are given to its people. */
export const AttendantsPool = v.object({
  active: v.boolean(),
  typeAssignment: v.picklist(assignments),
  /** Whether one that is not answered for `timeWithoutResponse` minutes goes to somebody else. */
  enableReassignment: v.boolean(),
  timeWithoutResponse: numberTo(MOST_MINUTES_WITHOUT_RESPONSE),
  /** How many open conversations each may have, who has no limit of their own; null: any number. */
  conversationLimit: v.nullable(numberTo(MOST_CONVERSATIONS)),
})
export type AttendantsPool = v.InferOutput<typeof AttendantsPool>

export const QueueSummary = v.object({
  id: Id,
  name: v.string(),
  color: Color,
  orderQueue: v.number(),
  /** Said to whoever comes into the queue through the bot, or begins a ticket on a connection with this queue alone (`sendGreetingMessageOneQueues`). */
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  /** Whether it has a token; the token itself is told once, when it is made. */
  hasToken: v.boolean(),
  /** Its messages show to its own people and admins alone. */
  isRestricted: v.boolean(),
  /** Whether an unknown answer repeats the menu; else the bot falls silent. */
  resetChatbotMsg: v.boolean(),
  integrationId: v.nullable(Id),
  typeChatbot: v.picklist(chatbotTypes),
  workspaceTypebot: v.string(),
  typebotId: v.string(),
  /** Null: it has no hours of its own. */
  schedules: v.nullable(Schedules),
  /** Null: nobody has set one up. */
  attendantsPool: v.nullable(AttendantsPool),
  /** The file that follows the greeting: where to fetch it, and its name. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
})
export type QueueSummary = v.InferOutput<typeof QueueSummary>

/** What depends on a queue: active people, pending and open tickets, connections; and how many options its bot has. */
export const QueueFigures = v.object({
  people: v.number(),
  activeTickets: v.number(),
  connections: v.number(),
  options: v.number(),
})

/** A queue with its figures, which are only for those who may change it. */
export const QueueDetail = v.object({ ...QueueSummary.entries, figures: v.nullable(QueueFigures) })
export type QueueDetail = v.InferOutput<typeof QueueDetail>

/** What the list may be ordered by; the company's own order first. */
export const queueOrders = ['orderQueue', 'name', 'id'] as const
export type QueueOrder = (typeof queueOrders)[number]

export const LAST_PLACE = 9999
const MOST_PEOPLE = 2000

const UserIds = list(Id, { most: MOST_PEOPLE })
const OutsideName = text(100)

export const CreateQueue = v.object({
  name: Name,
  color: Color,
  /** Its position among the others; last when absent. */
  orderQueue: v.optional(
    v.pipe(
      v.number('form.invalid'),
      v.integer('form.invalid'),
      v.minValue(0, 'form.invalid'),
      v.maxValue(LAST_PLACE, 'form.invalid'),
    ),
  ),
  greetingMessage: v.optional(AutomaticText),
  complationMessage: v.optional(AutomaticText),
  outOfHoursMessage: v.optional(AutomaticText),
  isRestricted: v.optional(v.boolean()),
  resetChatbotMsg: v.optional(v.boolean()),
  integrationId: v.optional(v.nullable(Id)),
  typeChatbot: v.optional(v.picklist(chatbotTypes)),
  workspaceTypebot: v.optional(OutsideName),
  typebotId: v.optional(OutsideName),
  schedules: v.optional(v.nullable(Schedules)),
  attendantsPool: v.optional(v.nullable(AttendantsPool)),
  /** The people who work in it; unchanged when absent. */
  userIds: v.optional(UserIds),
})
export type CreateQueue = v.InferOutput<typeof CreateQueue>
export const UpdateQueue = v.partial(CreateQueue)
export type UpdateQueue = v.InferOutput<typeof UpdateQueue>

/** Body of `PUT /queue/{id}/users`. */
export const QueueUsers = v.object({ userIds: UserIds })

const MOST_QUEUES = 1000
/** Body of `POST /queue/order`: the queues as they shall follow one another; those left out come after them. */
export const OrderQueues = v.object({ ids: list(Id, { least: 1, most: MOST_QUEUES }) })
/** The specification's body of `POST /queues/order`: ids in their order, or the queues themselves. */
export const QueueOrderGiven = v.object({
  queueOrder: list(v.union([Id, v.object({ id: Id })]), { least: 1, most: MOST_QUEUES }),
})
/** Where each queue stands now. */
export const QueuePlaces = v.object({ queues: v.array(v.object({ id: Id, orderQueue: v.number() })) })
export type QueuePlaces = v.InferOutput<typeof QueuePlaces>

/** Answer of `POST /queue/{id}/token`: it is told only here. */
export const QueueToken = v.object({ token: v.string() })

/** The largest file of a queue or an option, in bytes: what a phone shows in the conversation. */
export const QUEUE_FILE_LIMIT = 16_000_000

/** A queue was created or changed, including its people and options. */
export const queueUpdated = defineEvent('queue.update', v.object({ queue: QueueSummary }))
/** The queues follow one another in another order. */
export const queuesOrdered = defineEvent('queue.order', QueuePlaces)
/** Its tickets no longer have a queue. */
export const queueDeleted = defineEvent('queue.delete', v.object({ queueId: Id }))
