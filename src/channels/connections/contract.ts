/** Connections to messengers ("whatsapp" on the wire), as the browser knows them. */
import * as v from 'valibot'
import { TypedNumber } from '../../contacts/contract'
import { defineEvent } from '../../platform/events'
import { AutomaticText, Id, Instant, list, Name } from '../../platform/formats'
import { ChannelKind } from '../contract'
import { PasskeyStage } from '../passkeys/contract'

/** The specification's six, and four for states that those cannot express. */
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

/** `waiting`: the phone has been linked, and nothing of its past has come yet. */
export const ImportState = v.picklist(['waiting', 'running', 'done', 'failed', 'stopped'])
export type ImportState = v.InferOutput<typeof ImportState>

/** How far the import of old messages has come, or how it ended. */
export const ImportProgress = v.object({
  state: ImportState,
  /** Why it failed, as a translation key under `connections.import.reason`. */
  reason: v.nullable(v.string()),
  percent: v.number(),
  contacts: v.number(),
  tickets: v.number(),
  messages: v.number(),
  /** Outside the chosen dates, in unwanted groups, or not part of a conversation. */
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

/** Which client speaks for it; no screen shows it. */
export const Provider = v.picklist(['beta', 'stable'])

/** One row of the connections screen. `qrcode` is the text to draw, empty while there is none. */
export const ConnectionSummary = v.object({
  id: Id,
  name: v.string(),
  channel: ChannelKind,
  number: v.nullable(v.string()),
  status: ConnectionStatus,
  /** The reason for its status, as a translation key under `connections.reason`, or null. */
  reason: v.nullable(v.string()),
  /** Since when it has this status. */
  since: Instant,
  /** Until when it is RESTRICTED or temporarily BANNED, if the messenger says so. */
  until: v.nullable(Instant),
  qrcode: v.string(),
  /** When the shown QR or pairing code stops being valid. */
  qrcodeExpiresAt: v.nullable(Instant),
  pairingCode: v.nullable(v.string()),
  /** For PASSKEY: how far the linking has come. What to ask and the code are in `GET /whatsappsession/{id}/passkey`. */
  passkey: v.nullable(v.object({ stage: PasskeyStage, expiresAt: Instant })),
  retries: v.number(),
  isDefault: v.boolean(),
  queueIds: v.array(Id),
  /** With several queues, sent to whoever begins a ticket. */
  greetingMessage: v.string(),
  complationMessage: v.string(),
  /** Said to whoever writes while nobody is there, unless their queue has its own. */
  outOfHoursMessage: v.string(),
  /** Asked when a ticket is closed, with answers from 1 to 3, unless a rating was chosen (`userRating`). */
  ratingMessage: v.string(),
  /** Goes out with the greeting. */
  greetingMediaAttachment: v.nullable(GreetingMedia),
  /** Whether a bot offers the queues to whoever begins a ticket. */
  enableQueueChatbot: v.boolean(),
  /** How often it repeats a menu; 0: without limit. */
  maxUseBotQueues: v.number(),
  /** Minutes without a choice after which the ticket goes to the queue `sendIdQueue`; 0: never. */
  timeSendQueue: v.number(),
  sendIdQueue: v.nullable(Id),
  provider: Provider,
  /** Whether the external API has a token for it, which itself is shown once. */
  hasToken: v.boolean(),
  /** Its rate limit for sending; 0: none. */
  messagesPerMinute: v.number(),
  /** Hours after which an idle active ticket is closed; 0: never. */
  expiresTicket: v.number(),
  importOldMessagesEnable: v.boolean(),
  /** Null: as far back as WhatsApp provides, and up to the linking. */
  importDateStartMessages: v.nullable(Instant),
  importDateEndMessages: v.nullable(Instant),
  importOldMessagesGroups: v.boolean(),
  queueIdImportMessages: v.nullable(Id),
  closedTicketsPostImported: v.boolean(),
  /** Of the latest linking; null when nothing was ever imported. */
  statusImportMessages: v.nullable(ImportProgress),
  /** Messages waiting to leave through it. */
  outboxCount: v.number(),
  updatedAt: Instant,
})
export type ConnectionSummary = v.InferOutput<typeof ConnectionSummary>

/** A higher limit would make no difference. */
export const FASTEST_PACE = 600
/** A year. */
export const LONGEST_EXPIRY = 8760

/** A bot that has repeated its menu so often helps nobody. */
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
export const UpdateConnection = v.partial(CreateConnection)
export type UpdateConnection = v.InferOutput<typeof UpdateConnection>

type Greeting = Pick<CreateConnection, 'queueIds' | 'greetingMessage'>
const isWithoutGreeting = ({ queueIds, greetingMessage }: Greeting) =>
  new Set(queueIds).size > 1 && !greetingMessage?.trim()

/** With several queues a greeting is required. What was saved without one before it was asked for can still be changed. */
export const lacksGreeting = (wanted: Greeting, before: Greeting | undefined): boolean =>
  isWithoutGreeting(wanted) && !(before && isWithoutGreeting(before))

type Redirection = Pick<CreateConnection, 'timeSendQueue' | 'sendIdQueue'>
/** A time to wait for a choice needs the queue to go to then. A queue may have been deleted since it was chosen. */
export const lacksRedirection = (wanted: Redirection, before: Redirection | undefined): boolean =>
  (wanted.timeSendQueue ?? 0) > 0 &&
  !wanted.sendIdQueue &&
  !(before && before.timeSendQueue === wanted.timeSendQueue && !before.sendIdQueue)

/** Old messages may be imported from this many years back. */
export const IMPORT_YEARS = 2
/** "Two years ago" is a whole day in every time zone, and clocks differ. */
const TOLERANCE = { back: 86_400_000, ahead: 60_000 }

type ImportFields = Pick<
  CreateConnection,
  'importOldMessagesEnable' | 'importDateStartMessages' | 'importDateEndMessages' | 'queueIdImportMessages'
>
export type ImportFault = {
  readonly field: keyof ImportFields
  readonly message: 'form.import.tooOld' | 'form.import.future' | 'form.import.reversed' | 'form.import.queue'
}

/** The faults of the import fields; `now` in epoch milliseconds. */
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

/** Answer of `POST /whatsapp/{id}/token`: the only time it is told. */
export const ConnectionToken = v.object({ token: v.string() })

/** How a connection is doing. The counters cover the whole company. */
export const ConnectionHealth = v.object({
  status: ConnectionStatus,
  /** Since when it is in this state. */
  since: Instant,
  reason: v.nullable(v.string()),
  /** Until when it is RESTRICTED or temporarily BANNED, if the messenger says so. */
  until: v.nullable(Instant),
  /** The latest trouble, also if it is over; `reason` as in its summary. */
  lastError: v.nullable(v.object({ reason: v.string(), at: Instant })),
  /** Groups are counted too. */
  tickets: v.object({ pending: v.number(), open: v.number() }),
  /** Messages since midnight in the company's zone. */
  today: v.object({
    received: v.number(),
    sent: v.number(),
    /** There are more: so many are not counted. */
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
