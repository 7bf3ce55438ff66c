/** Connections to messengers as the browser sees them. On the wire they are called "whatsapp". */
import * as v from 'valibot'
import { TypedNumber } from '../../contacts/contract'
import { defineEvent } from '../../platform/events'
import { AutomaticText, Id, Instant, list, Name } from '../../platform/formats'
import { ChannelKind } from '../contract'
import { OfficialValues, OfficialWebhook, RenewedAccess, VerifyToken } from '../meta/cloud/contract'
import { PasskeyStage } from '../passkeys/contract'

/** Six from the specification, and four for states that those cannot express. */
export const ConnectionStatus = v.picklist([
  'qrcode',
  'OPENING',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
  'PASSKEY',
  'REPLACED',
  'BANNED',
  'RESTRICTED',
])
export type ConnectionStatus = v.InferOutput<typeof ConnectionStatus>

/** `waiting`: the phone is linked, and no history has arrived yet. */
export const ImportState = v.picklist(['waiting', 'running', 'done', 'failed', 'stopped'])
export type ImportState = v.InferOutput<typeof ImportState>

/** Progress or result of the import of old messages. */
export const ImportProgress = v.object({
  state: ImportState,
  /** Reason of a failure, as a translation key under `connections.import.reason`. */
  reason: v.nullable(v.string()),
  percent: v.number(),
  contacts: v.number(),
  tickets: v.number(),
  messages: v.number(),
  /** Messages outside the chosen dates, in excluded groups, or not part of a conversation. */
  skipped: v.number(),
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
})
export type ImportProgress = v.InferOutput<typeof ImportProgress>

/** `url` is below /api. */
export const GreetingMedia = v.object({
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
  url: v.string(),
})
export type GreetingMedia = v.InferOutput<typeof GreetingMedia>

/** Client that implements it; no screen shows it. */
export const Provider = v.picklist(['beta', 'stable'])

/** What Meta says about the account of an official number, a page or an Instagram account. */
export const ConnectionAccount = v.object({
  /** The verified name, or the page's. */
  displayName: v.string(),
  /** Without the @. */
  username: v.nullable(v.string()),
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality: v.nullable(v.string()),
  /** People to whom the number may write first within 24 hours; -1: no limit. */
  limit: v.nullable(v.number()),
  /** People to whom the numbers of its business account wrote first within the last 24 hours. */
  reached: v.number(),
  /** The number stays on the phone's WhatsApp Business app. */
  isCoexistent: v.boolean(),
  /** When Meta's permission ends; null: it does not. */
  tokenEndsAt: v.nullable(Instant),
  /** When Meta confirmed last that it sends us events. */
  subscribedAt: v.nullable(Instant),
  /** Tiny JPEG as a data URL. */
  picture: v.nullable(v.string()),
})
export type ConnectionAccount = v.InferOutput<typeof ConnectionAccount>

/** One row of the connections screen. `qrcode` is the text to draw, empty while there is none. */
export const ConnectionSummary = v.object({
  id: Id,
  name: v.string(),
  channel: ChannelKind,
  number: v.nullable(v.string()),
  status: ConnectionStatus,
  /** Reason for the status, as a translation key under `connections.reason`, or null. */
  reason: v.nullable(v.string()),
  /** Since when it has this status. */
  since: Instant,
  /** Until when it is RESTRICTED or temporarily BANNED, if the messenger says so. */
  until: v.nullable(Instant),
  qrcode: v.string(),
  /** When the shown QR or pairing code stops being valid. */
  qrcodeExpiresAt: v.nullable(Instant),
  pairingCode: v.nullable(v.string()),
  /** For PASSKEY: the stage of the linking. The request and the code are in `GET /whatsappsession/{id}/passkey`. */
  passkey: v.nullable(v.object({ stage: PasskeyStage, expiresAt: Instant })),
  retries: v.number(),
  isDefault: v.boolean(),
  queueIds: v.array(Id),
  /** Sent to the contact when a ticket is created on a connection with several queues. */
  greetingMessage: v.string(),
  complationMessage: v.string(),
  /** Sent outside business hours, unless the queue has its own text. */
  outOfHoursMessage: v.string(),
  /** Sent when a ticket is closed, with answers from 1 to 3, unless a rating was chosen (`userRating`). */
  ratingMessage: v.string(),
  /** File that is sent with the greeting. */
  greetingMediaAttachment: v.nullable(GreetingMedia),
  /** Whether a bot offers the queues when a ticket is created. */
  enableQueueChatbot: v.boolean(),
  /** Whether what a bot says in one turn leaves as one message. */
  joinsAnswers: v.boolean(),
  /** Maximum repetitions of a menu; 0: no limit, but the tenth unknown answer in a row ends the bot. */
  maxUseBotQueues: v.number(),
  /** Minutes without a choice after which the ticket goes to the queue `sendIdQueue`; 0: never. */
  timeSendQueue: v.number(),
  sendIdQueue: v.nullable(Id),
  provider: Provider,
  /** Whether it has a token for the external API. The token itself is shown only once. */
  hasToken: v.boolean(),
  /** Rate limit for sending; 0: none. */
  messagesPerMinute: v.number(),
  /** Hours after which an idle active ticket is closed; 0: never. */
  expiresTicket: v.number(),
  importOldMessagesEnable: v.boolean(),
  /** Null: from as far back as WhatsApp provides up to the linking. */
  importDateStartMessages: v.nullable(Instant),
  importDateEndMessages: v.nullable(Instant),
  importOldMessagesGroups: v.boolean(),
  queueIdImportMessages: v.nullable(Id),
  closedTicketsPostImported: v.boolean(),
  /** Import of the latest linking; null when nothing was ever imported. */
  statusImportMessages: v.nullable(ImportProgress),
  /** Whether the WhatsApp Business app of its phone sends a greeting or an away message: `found` until somebody has seen it. */
  appTexts: v.picklist(['none', 'found', 'seen']),
  /** Null: a linked phone, or Meta's access is not set up yet. */
  account: v.nullable(ConnectionAccount),
  /** Messages waiting to leave through it. */
  outboxCount: v.number(),
  updatedAt: Instant,
})
export type ConnectionSummary = v.InferOutput<typeof ConnectionSummary>

/** Response of `GET /whatsapp/{id}`. `users`: who may use it under `restrictedChannels`, for those who manage access. */
export const ConnectionDetails = v.object({
  ...ConnectionSummary.entries,
  queues: v.array(v.object({ id: Id, name: v.string(), color: v.string() })),
  users: v.array(v.object({ id: Id, name: v.string() })),
})
export type ConnectionDetails = v.InferOutput<typeof ConnectionDetails>

/** A higher limit would have no effect. */
export const FASTEST_PACE = 600
/** A year. */
export const LONGEST_EXPIRY = 8760

/** More repetitions do not help anybody. */
export const MOST_REPEATS = 100
/** A week, in minutes. */
export const LONGEST_CHOICE = 10_080
/** In bytes. */
export const GREETING_FILE_LIMIT = 16_000_000

const MOST_QUEUES = 500

const whole = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(0, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )

export const CreateConnection = v.object({
  name: Name,
  channel: v.optional(v.literal('whatsapp')),
  isDefault: v.optional(v.boolean()),
  queueIds: v.optional(list(Id, { most: MOST_QUEUES })),
  /** Required with more than one queue. */
  greetingMessage: v.optional(AutomaticText),
  complationMessage: v.optional(AutomaticText),
  outOfHoursMessage: v.optional(AutomaticText),
  ratingMessage: v.optional(AutomaticText),
  messagesPerMinute: v.optional(whole(FASTEST_PACE)),
  expiresTicket: v.optional(whole(LONGEST_EXPIRY)),
  enableQueueChatbot: v.optional(v.boolean()),
  /** Default: where each message costs money. */
  joinsAnswers: v.optional(v.boolean()),
  /** 0: no limit of repetitions, but the tenth unknown answer in a row ends the bot all the same. */
  maxUseBotQueues: v.optional(whole(MOST_REPEATS)),
  timeSendQueue: v.optional(whole(LONGEST_CHOICE)),
  /** Required with `timeSendQueue`. */
  sendIdQueue: v.optional(v.nullable(Id)),
  provider: v.optional(Provider),
  /** Import old messages at the next linking. */
  importOldMessagesEnable: v.optional(v.boolean()),
  importDateStartMessages: v.optional(v.nullable(Instant)),
  importDateEndMessages: v.optional(v.nullable(Instant)),
  importOldMessagesGroups: v.optional(v.boolean()),
  queueIdImportMessages: v.optional(v.nullable(Id)),
  closedTicketsPostImported: v.optional(v.boolean()),
})
export type CreateConnection = v.InferOutput<typeof CreateConnection>

/** A number of WhatsApp's official channel. Its other fields are those of any connection. */
export const CreateOfficial = v.object({
  ...CreateConnection.entries,
  ...OfficialValues.entries,
  channel: v.literal('whatsapp_cloud'),
  verifyToken: v.optional(VerifyToken),
})
export type CreateOfficial = v.InferOutput<typeof CreateOfficial>

/** `webhook`: of an official number, shown only once. */
export const CreatedConnection = v.object({ ...ConnectionSummary.entries, webhook: v.optional(OfficialWebhook) })

export const UpdateConnection = v.object({
  ...v.partial(CreateConnection).entries,
  /** Of an official number. */
  ...RenewedAccess.entries,
  /** Somebody has read that the phone's app sends texts of its own. */
  appTexts: v.optional(v.literal('seen')),
})
export type UpdateConnection = v.InferOutput<typeof UpdateConnection>

type Greeting = Pick<CreateConnection, 'queueIds' | 'greetingMessage'>
const isWithoutGreeting = ({ queueIds, greetingMessage }: Greeting) =>
  new Set(queueIds).size > 1 && !greetingMessage?.trim()

/**
 * Requires a greeting with several queues. A connection that was saved without one before this rule can still be
 * changed.
 */
export const lacksGreeting = (wanted: Greeting, before: Greeting | undefined): boolean =>
  isWithoutGreeting(wanted) && !(before && isWithoutGreeting(before))

type Redirection = Pick<CreateConnection, 'timeSendQueue' | 'sendIdQueue'>
/**
 * Requires the queue that a ticket goes to when the time for a choice is over. A queue may have been deleted since it
 * was chosen.
 */
export const lacksRedirection = (wanted: Redirection, before: Redirection | undefined): boolean =>
  (wanted.timeSendQueue ?? 0) > 0 &&
  !wanted.sendIdQueue &&
  !(before && before.timeSendQueue === wanted.timeSendQueue && !before.sendIdQueue)

/** Old messages may be imported from this many years back. */
export const IMPORT_YEARS = 2
/** Tolerance for time zones and clock differences. */
const TOLERANCE = { back: 86_400_000, ahead: 60_000 }

type ImportFields = Pick<
  CreateConnection,
  'importOldMessagesEnable' | 'importDateStartMessages' | 'importDateEndMessages' | 'queueIdImportMessages'
>
export type ImportFault = {
  readonly field: keyof ImportFields
  readonly message: 'form.import.tooOld' | 'form.import.future' | 'form.import.reversed' | 'form.import.queue'
}

/** Validates the import fields; `now` in epoch milliseconds. */
export function importFaults(fields: ImportFields, now: number): ImportFault[] {
  if (!fields.importOldMessagesEnable) return []
  const oldest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - IMPORT_YEARS) - TOLERANCE.back
  const from = fields.importDateStartMessages ? Date.parse(fields.importDateStartMessages) : oldest
  const to = fields.importDateEndMessages ? Date.parse(fields.importDateEndMessages) : now
  const faults: ImportFault[] = []
  if (!(from >= oldest)) faults.push({ field: 'importDateStartMessages', message: 'form.import.tooOld' })
  if (!(from <= now + TOLERANCE.ahead)) faults.push({ field: 'importDateStartMessages', message: 'form.import.future' })
  if (!(to <= now + TOLERANCE.ahead)) faults.push({ field: 'importDateEndMessages', message: 'form.import.future' })
  else if (!(to >= from)) faults.push({ field: 'importDateEndMessages', message: 'form.import.reversed' })
  if (!fields.queueIdImportMessages) faults.push({ field: 'queueIdImportMessages', message: 'form.import.queue' })
  return faults
}

/** Response of `POST /whatsapp/{id}/token`, the only one that contains the token. */
export const ConnectionToken = v.object({ token: v.string() })

/** Health of a connection. The counters cover the whole company. */
export const ConnectionHealth = v.object({
  status: ConnectionStatus,
  /** Since when it is in this state. */
  since: Instant,
  reason: v.nullable(v.string()),
  /** Until when it is RESTRICTED or temporarily BANNED, if the messenger says so. */
  until: v.nullable(Instant),
  /** The latest problem, even if it is over; `reason` as in the summary. */
  lastError: v.nullable(v.object({ reason: v.string(), at: Instant })),
  /** Includes groups. */
  tickets: v.object({ pending: v.number(), open: v.number() }),
  /** Messages since midnight in the company's zone. */
  today: v.object({
    received: v.number(),
    sent: v.number(),
    /** True when counting stopped at the limit. */
    isMore: v.boolean(),
  }),
  outbox: v.object({ waiting: v.number(), oldestAt: v.nullable(Instant) }),
})
export type ConnectionHealth = v.InferOutput<typeof ConnectionHealth>

/** Body of `POST /whatsappsession/{id}`: with a number, a code to type on that phone is asked for instead of a QR. */
export const OpenPairing = v.object({ number: v.optional(TypedNumber) })

export const connectionUpdated = defineEvent('whatsapp.update', v.object({ whatsapp: ConnectionSummary }))
export const connectionDeleted = defineEvent('whatsapp.delete', v.object({ whatsappId: Id }))
export const sessionUpdated = defineEvent('whatsappSession.update', v.object({ session: ConnectionSummary }))
