/** Queues (departments) and their bot options in the wire format. */
import * as v from 'valibot'
import { Schedules } from '../hours/contract'
import { defineEvent } from '../platform/events'
import { AutomaticText, Color, Id, list, Name, numberTo, text } from '../platform/formats'
import { MOST_CONVERSATIONS } from '../users/contract'

/** The bot that answers in a queue before attendants do: its options, or a flow built in Typebot. */
export const chatbotTypes = ['option', 'typebot'] as const

/** The rule for assigning the next conversation: the attendant with the fewest open ones, each in turn, or one at random. */
export const assignments = ['balanced', 'sequential', 'random'] as const
export type Assignment = (typeof assignments)[number]

export const MOST_MINUTES_WITHOUT_RESPONSE = 1440

/** How the conversations of a queue are distributed to its attendants. */
export const AttendantsPool = v.object({
  active: v.boolean(),
  typeAssignment: v.picklist(assignments),
  /** Whether a conversation without an answer for `timeWithoutResponse` minutes is reassigned. */
  enableReassignment: v.boolean(),
  timeWithoutResponse: numberTo(MOST_MINUTES_WITHOUT_RESPONSE),
  /** Open conversations per attendant without a limit of their own; null: no limit. */
  conversationLimit: v.nullable(numberTo(MOST_CONVERSATIONS)),
})
export type AttendantsPool = v.InferOutput<typeof AttendantsPool>

const minutes = v.nullable(numberTo(MOST_MINUTES_WITHOUT_RESPONSE))
/**
 * Who is told when nobody opens a conversation: minutes of opening hours after the first message that nobody has seen; null
 * leaves a step out. Before them, its attendant is notified at once.
 */
export const Escalation = v.object({
  active: v.boolean(),
  /** People of the queue, if the conversation has no attendant. */
  queueAfter: minutes,
  /** Supervisors and admins of the queue: notification and bell. */
  supervisorAfter: minutes,
  /** The same, at the WhatsApp number of their own that they gave. */
  whatsappAfter: minutes,
})
export type Escalation = v.InferOutput<typeof Escalation>

export const QueueSummary = v.object({
  id: Id,
  name: v.string(),
  color: Color,
  orderQueue: v.number(),
  /**
   * Sent to contacts who enter the queue through the bot, or whose ticket starts on a connection with only this queue
   * (`sendGreetingMessageOneQueues`).
   */
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  /** Whether it has a token; the token itself is returned once, when it is created. */
  hasToken: v.boolean(),
  /** Only its own users and admins see its tickets and messages. */
  isRestricted: v.boolean(),
  /** Whether an unknown answer repeats the menu; otherwise the bot stays silent. */
  resetChatbotMsg: v.boolean(),
  integrationId: v.nullable(Id),
  typeChatbot: v.picklist(chatbotTypes),
  workspaceTypebot: v.string(),
  typebotId: v.string(),
  /** Null: no opening hours of its own. */
  schedules: v.nullable(Schedules),
  /** Null: never configured. */
  attendantsPool: v.nullable(AttendantsPool),
  /** Null: never configured. */
  escalation: v.nullable(Escalation),
  /** The file sent after the greeting: its URL and its name. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
})
export type QueueSummary = v.InferOutput<typeof QueueSummary>

/** Counts of what depends on a queue: active users, pending and open tickets, connections, and bot options. */
export const QueueCounters = v.object({
  people: v.number(),
  activeTickets: v.number(),
  connections: v.number(),
  options: v.number(),
})

/** A queue with its counters, which only users who may change it receive. */
export const QueueDetail = v.object({ ...QueueSummary.entries, figures: v.nullable(QueueCounters) })
export type QueueDetail = v.InferOutput<typeof QueueDetail>

/** Sort orders of the list; the company's own order first. */
export const queueOrders = ['orderQueue', 'name', 'id'] as const
export type QueueOrder = (typeof queueOrders)[number]

export const LAST_PLACE = 9999
const MOST_PEOPLE = 2000

const UserIds = list(Id, { most: MOST_PEOPLE })
const OutsideName = text(100)

export const CreateQueue = v.object({
  name: Name,
  color: Color,
  /** Position among the queues; last if absent. */
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
  escalation: v.optional(v.nullable(Escalation)),
  /** The users of the queue; unchanged if absent. */
  userIds: v.optional(UserIds),
})
export type CreateQueue = v.InferOutput<typeof CreateQueue>
export const UpdateQueue = v.partial(CreateQueue)
export type UpdateQueue = v.InferOutput<typeof UpdateQueue>

/** Body of `PUT /queue/{id}/users`. */
export const QueueUsers = v.object({ userIds: UserIds })

const MOST_QUEUES = 1000
/** Body of `POST /queue/order`: the new order; queues left out follow. */
export const OrderQueues = v.object({ ids: list(Id, { least: 1, most: MOST_QUEUES }) })
/** The specification's body of `POST /queues/order`: ids in their order, or the queues themselves. */
export const QueueOrderGiven = v.object({
  queueOrder: list(v.union([Id, v.object({ id: Id })]), { least: 1, most: MOST_QUEUES }),
})
/** The position of each queue. */
export const QueuePlaces = v.object({ queues: v.array(v.object({ id: Id, orderQueue: v.number() })) })
export type QueuePlaces = v.InferOutput<typeof QueuePlaces>

/** Response of `POST /queue/{id}/token`, the only one that contains the token. */
export const QueueToken = v.object({ token: v.string() })

/** The largest file of a queue or option, in bytes: what phones show inside the conversation. */
export const QUEUE_FILE_LIMIT = 16_000_000

/** A queue was created or changed, including its users and options. */
export const queueUpdated = defineEvent('queue.update', v.object({ queue: QueueSummary }))
/** The order of the queues changed. */
export const queuesOrdered = defineEvent('queue.order', QueuePlaces)
/** Its tickets no longer have a queue. */
export const queueDeleted = defineEvent('queue.delete', v.object({ queueId: Id }))
