/** Integrations: what answers in a queue in place of its options (webhook, n8n, Typebot, Dialogflow, flow). */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { AutomaticText, Id, Instant, Name, text } from '../../platform/formats'
import { definePermission } from '../../users/permissions'

export { seeIntegrations } from './rights/contract'

/** Change them: they receive what contacts write. */
export const changeIntegrations = definePermission('integrations-page:change', ['admin'])

export const integrationTypes = ['webhook', 'n8n', 'typebot', 'dialogflow', 'flowbuilder'] as const
export const IntegrationType = v.picklist(integrationTypes, 'form.invalid')
export type IntegrationType = v.InferOutput<typeof IntegrationType>

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const
export const IntegrationLanguage = v.picklist(integrationLanguages, 'form.invalid')
export type IntegrationLanguage = v.InferOutput<typeof IntegrationLanguage>

/** Per company. */
export const MOST_INTEGRATIONS = 50
/** Latest calls kept per integration. */
export const MOST_CALLS = 200
/** Latest calls shown in the list. */
export const CALLS_IN_LIST = 20
/** Failed turns in a row after which an integration counts as failing. */
export const FAILING_STREAK = 3

/** Messages of any bot to a contact: in answer to one message, as a block of ten and the question after it… */
export const MOST_IN_A_ROW = 11
/** …and in one conversation. Beyond either, people take over. */
export const MOST_SAID_IN_A_MINUTE = 30

const URL_LENGTH = 2000
const TOKEN_LENGTH = 2000
const KEY_LENGTH = 10_000
const WORD_LENGTH = 100
const LONGEST_DELAY = 10_000
const LONGEST_EXPIRY = 43_200

export const IntegrationCall = v.object({
  id: Id,
  at: Instant,
  /** Milliseconds. */
  ms: v.number(),
  /** HTTP status; null without an answer. */
  status: v.nullable(v.number()),
  /** Such as "POST /webhook/boleto". */
  what: v.string(),
  /** Null: it succeeded. A key of `integrations.fault`, or words of the integration. */
  fault: v.nullable(v.string()),
  /** The conversation; null if it was a test or is deleted. */
  ticket: v.nullable(v.object({ id: Id, uuid: v.string(), contact: v.string() })),
})
export type IntegrationCall = v.InferOutput<typeof IntegrationCall>

const Bar = v.object({ ms: v.number(), isOk: v.boolean() })

export const QueueIntegration = v.object({
  id: Id,
  type: IntegrationType,
  name: v.string(),
  projectName: v.string(),
  language: IntegrationLanguage,
  urlIntegration: v.string(),
  /** Whether they are stored; secrets are never sent back. */
  hasToken: v.boolean(),
  hasKey: v.boolean(),
  /** Whether its requests are signed. */
  isSigned: v.boolean(),
  /** Until when requests are also signed with the previous secret. */
  oldSecretUntil: v.nullable(Instant),
  /** Its queues are left to people. */
  isPaused: v.boolean(),
  typebotDelayMessage: v.number(),
  typebotExpires: v.number(),
  typebotKeywordFinish: v.string(),
  typebotKeywordRestart: v.string(),
  typebotRestartMessage: v.string(),
  typebotSlug: v.string(),
  typebotUnknownMessage: v.string(),
  /** Texts such as `#queue=2` are commands; otherwise only fields of an answer are. */
  commandsInTexts: v.boolean(),
  /** The queues in which it answers. */
  queueIds: v.array(Id),
  /** Failed turns in a row. */
  streak: v.number(),
  /** The first failure since the last success. */
  failingSince: v.nullable(Instant),
  lastAt: v.nullable(Instant),
  /** Calls of this day; half of them took `medianMs` or less. */
  today: v.object({ calls: v.number(), faults: v.number(), medianMs: v.nullable(v.number()) }),
  /** The latest calls, oldest first. */
  recent: v.array(Bar),
  createdAt: Instant,
})
export type QueueIntegration = v.InferOutput<typeof QueueIntegration>

export const QueueIntegrationPage = v.object({
  queueIntegrations: v.array(QueueIntegration),
  count: v.number(),
  hasMore: v.boolean(),
})

/** With the signing secret, which no other answer contains; null if the type signs nothing. */
export const IntegrationWithSecret = v.object({ ...QueueIntegration.entries, secret: v.nullable(v.string()) })
export type IntegrationWithSecret = v.InferOutput<typeof IntegrationWithSecret>

export const IntegrationCalls = v.object({ calls: v.array(IntegrationCall) })

const count = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(0, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )
const Word = v.pipe(text(WORD_LENGTH), v.trim())

const fields = {
  name: Name,
  projectName: Word,
  /** The service account's key file of Dialogflow. */
  jsonContent: v.pipe(text(KEY_LENGTH), v.trim()),
  language: IntegrationLanguage,
  urlIntegration: v.pipe(text(URL_LENGTH), v.trim()),
  urlToken: v.pipe(text(TOKEN_LENGTH), v.trim(), v.regex(/^[\x21-\x7e]*$/, 'form.invalid')),
  typebotDelayMessage: count(LONGEST_DELAY),
  typebotExpires: count(LONGEST_EXPIRY),
  typebotKeywordFinish: Word,
  typebotKeywordRestart: Word,
  typebotRestartMessage: AutomaticText,
  typebotSlug: Word,
  typebotUnknownMessage: AutomaticText,
  commandsInTexts: v.boolean('form.invalid'),
}

/** Absent secrets keep what is stored. `requiredFields` says what each type needs. */
export const UpdateIntegration = v.partial(v.object({ ...fields, isPaused: v.boolean('form.invalid') }))
export type UpdateIntegration = v.InferOutput<typeof UpdateIntegration>
export const CreateIntegration = v.object({
  ...v.partial(v.object(fields)).entries,
  type: IntegrationType,
  name: fields.name,
})
export type CreateIntegration = v.InferOutput<typeof CreateIntegration>

/** What each type requires, besides a name. */
export const requiredFields = {
  webhook: ['urlIntegration', 'urlToken'],
  n8n: ['urlIntegration', 'urlToken'],
  typebot: ['urlIntegration', 'typebotSlug'],
  dialogflow: ['projectName', 'jsonContent'],
  flowbuilder: [],
} as const satisfies Record<IntegrationType, readonly (keyof UpdateIntegration)[]>

/** Types whose requests are signed. */
export const signs = (type: IntegrationType): boolean => type === 'webhook' || type === 'n8n'

/** A trial of Dialogflow's access, before it is saved. An absent key is the stored one of `id`. */
export const TestSession = v.object({
  id: v.optional(Id),
  projectName: fields.projectName,
  jsonContent: v.optional(fields.jsonContent),
  language: IntegrationLanguage,
})
export type TestSession = v.InferOutput<typeof TestSession>
export const TestReply = v.object({ messages: v.array(v.string()) })

/** A trial turn: nothing is sent to anybody. `actions` in words for the screen. */
export const TriedTurn = v.object({
  ms: v.number(),
  fault: v.nullable(v.string()),
  messages: v.array(v.string()),
  /** What else it would do: tag, transfer, close, … */
  others: v.array(v.string()),
})
export type TriedTurn = v.InferOutput<typeof TriedTurn>

export const integrationCreated = defineEvent(
  'queueIntegration.create',
  v.object({ queueIntegration: QueueIntegration }),
)
/** It, its queues or its calls changed; at most once a second each. */
export const integrationUpdated = defineEvent(
  'queueIntegration.update',
  v.object({ queueIntegration: QueueIntegration }),
)
export const integrationDeleted = defineEvent('queueIntegration.delete', v.object({ integrationId: Id }))
