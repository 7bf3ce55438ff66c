import * as v from 'valibot'
import { ChannelKind } from '../../channels/contract'
import { TypedNumber } from '../../contacts/contract'
import { Forecast, Risk, Wait } from '../../outbound/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Color, Id, Instant, numberTo, text } from '../../platform/formats'
import { MEDIA_LIMIT, WantedTemplate } from '../../tickets/messages/contract'
import { Estimate } from '../message-costs/contract'
import { CampaignStatus, STATUS } from './status/contract'

export const CAMPAIGN_TEXTS = 5
export const CAMPAIGN_TEXT_LENGTH = 4096
export const CAMPAIGN_FILE_LIMIT = MEDIA_LIMIT
/** A scheduled campaign can be changed until this many milliseconds before its start. */
export const LOCKED_BEFORE = 3_600_000
export const DASHBOARD_PAGE = 10

export { CampaignStatus, STATUS }

/** In the company's time zone. */
const LocalTime = v.pipe(text(19, 'form.invalid'), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'form.invalid'))
/** Empty values are sent as null. */
const Text = v.optional(v.nullable(text(CAMPAIGN_TEXT_LENGTH)))

const Fields = {
  name: v.pipe(text(50), v.trim(), v.minLength(2, 'form.name.short')),
  message1: Text,
  message2: Text,
  message3: Text,
  message4: Text,
  message5: Text,
  /** Sent outside of the reply window; the official WhatsApp requires one. Its values may name variables. */
  template: v.optional(v.nullable(WantedTemplate)),
  confirmation: v.optional(v.boolean('form.invalid')),
  confirmationMessage1: Text,
  confirmationMessage2: Text,
  confirmationMessage3: Text,
  confirmationMessage4: Text,
  confirmationMessage5: Text,
  /** The audience: a contact list, or the contacts whose tickets have a tag. Exactly one is set. */
  contactListId: v.optional(v.nullable(Id)),
  tagId: v.optional(v.nullable(Id)),
  whatsappId: v.optional(v.nullable(Id)),
  /** Queue of the tickets that answers open. */
  queueId: v.optional(v.nullable(Id)),
  /** Only contacts whose latest conversation was on it. */
  channel: v.optional(v.nullable(ChannelKind)),
  /** Excludes contacts that never wrote to us. */
  excludesCold: v.optional(v.boolean('form.invalid')),
  /** Excludes contacts with an active ticket. Default: true. */
  excludesEngaged: v.optional(v.boolean('form.invalid')),
  /** Start time: PROGRAMADA with one, INATIVA without. */
  scheduledAt: v.optional(v.nullable(LocalTime)),
  /** True: becomes or stays INATIVA and keeps its start time. False: schedules it, even with an unchanged time. */
  draft: v.optional(v.boolean('form.invalid')),
}
export const CreateCampaign = v.object(Fields)
export type CreateCampaign = v.InferOutput<typeof CreateCampaign>
export const UpdateCampaign = v.partial(v.object(Fields))
export type UpdateCampaign = v.InferOutput<typeof UpdateCampaign>

/** Each recipient counts in exactly one of `waiting`, `asked`, `sent`, `failed` and `skipped`. */
export const CampaignCounters = v.object({
  total: v.number(),
  /** Not sent yet. */
  waiting: v.number(),
  /** Part of `waiting`: contacts that never wrote to us, held back by a limit. */
  coldWaiting: v.number(),
  /** Asked for confirmation, without a positive answer yet. */
  asked: v.number(),
  sent: v.number(),
  failed: v.number(),
  /** Excluded: no WhatsApp, blacklisted, opted out, duplicate. */
  skipped: v.number(),
  /** Part of `sent`, like `read` and `answered`. */
  delivered: v.number(),
  read: v.number(),
  answered: v.number(),
  optedOut: v.number(),
  /** Asked for confirmation and answered positively. */
  confirmed: v.number(),
  /** Tickets that answers opened. */
  tickets: v.number(),
})
export type CampaignCounters = v.InferOutput<typeof CampaignCounters>

const Named = v.object({ id: Id, name: v.string() })
const StoredText = v.nullable(v.string())

export const Campaign = v.object({
  id: Id,
  name: v.string(),
  status: CampaignStatus,
  message1: StoredText,
  message2: StoredText,
  message3: StoredText,
  message4: StoredText,
  message5: StoredText,
  template: v.nullable(WantedTemplate),
  confirmation: v.boolean(),
  confirmationMessage1: StoredText,
  confirmationMessage2: StoredText,
  confirmationMessage3: StoredText,
  confirmationMessage4: StoredText,
  confirmationMessage5: StoredText,
  contactListId: v.nullable(Id),
  contactList: v.nullable(v.object({ ...Named.entries, contactsCount: v.number() })),
  tagId: v.nullable(Id),
  tag: v.nullable(v.object({ ...Named.entries, color: Color })),
  whatsappId: v.nullable(Id),
  whatsapp: v.nullable(Named),
  queueId: v.nullable(Id),
  queue: v.nullable(v.object({ ...Named.entries, color: Color })),
  channel: v.nullable(ChannelKind),
  excludesCold: v.boolean(),
  excludesEngaged: v.boolean(),
  scheduledAt: v.nullable(LocalTime),
  startedAt: v.nullable(Instant),
  completedAt: v.nullable(Instant),
  /** Why the server cancelled it: a key below `campaigns.reason`. Null when a person did. */
  reason: v.nullable(v.string()),
  /** Address of the file under /api. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  figures: CampaignCounters,
  /** While EM_ANDAMENTO: why nothing is being sent. */
  wait: v.nullable(Wait),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Campaign = v.InferOutput<typeof Campaign>

export const CampaignPage = v.object({ records: v.array(Campaign), hasMore: v.boolean(), count: v.number() })

/** `now` and `startsAt` are Unix milliseconds. */
export const isEditable = (status: CampaignStatus, startsAt: number | null, now: number): boolean =>
  status === 'INATIVA' ||
  status === 'CANCELADA' ||
  (status === 'PROGRAMADA' && startsAt !== null && startsAt - now > LOCKED_BEFORE)

export const DeliveryState = v.picklist([
  'waiting',
  'cold',
  'asked',
  'sending',
  'sent',
  'delivered',
  'read',
  'answered',
  'optedOut',
  'failed',
  'skipped',
])
export type DeliveryState = v.InferOutput<typeof DeliveryState>
/** Tabs of the report. */
export const DeliveryFilter = v.picklist(['all', 'waiting', 'delivered', 'answered', 'failed', 'optedOut', 'skipped'])
export type DeliveryFilter = v.InferOutput<typeof DeliveryFilter>

export const Delivery = v.object({
  id: Id,
  name: v.string(),
  /** Null: unknown. */
  number: v.nullable(v.string()),
  username: v.nullable(v.string()),
  contactId: v.nullable(Id),
  /** Which of the five texts, counting from 1. */
  text: v.nullable(v.number()),
  state: DeliveryState,
  /** Why it failed or was excluded: a key below `campaigns.reason` or `messages.failure`. */
  reason: v.nullable(v.string()),
  /** The first answer. Null also for users who may not open the conversation. */
  answer: v.nullable(v.string()),
  confirmationRequestedAt: v.nullable(Instant),
  confirmedAt: v.nullable(Instant),
  sentAt: v.nullable(Instant),
  deliveredAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  /** Time of the last change. */
  at: Instant,
  /** Null also for users who may not open the conversation. */
  ticket: v.nullable(v.object({ id: Id, uuid: v.string() })),
})
export type Delivery = v.InferOutput<typeof Delivery>
export const DeliveryPage = v.object({
  deliveries: v.array(Delivery),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
  counts: v.record(DeliveryFilter, v.number()),
})

/** Cumulative since the start. */
export const CampaignPoint = v.object({
  at: Instant,
  delivered: v.number(),
  read: v.number(),
  answered: v.number(),
  optedOut: v.number(),
})
export const CampaignReport = v.object({
  campaign: Campaign,
  points: v.array(CampaignPoint),
  /** Current seconds between messages, messages until the long pause, and the expected end. Null unless running. */
  pace: v.nullable(v.object({ seconds: v.number(), untilPause: v.nullable(v.number()), endsAt: v.nullable(Instant) })),
  /** Tickets opened by answers that are still active. */
  openTickets: v.number(),
  /** What the messenger has reported so far, in ten-thousandths of a real; null where nothing is charged. */
  cost: v.nullable(v.object({ billed: v.number(), free: v.number(), amount: v.number() })),
})
export type CampaignReport = v.InferOutput<typeof CampaignReport>

/** What a start would do; nothing is sent. An incomplete campaign is refused with its missing fields. */
export const DryRun = v.object({
  at: Instant,
  /** First possible send if started now (`opensAt`) and if started as scheduled (`startsAt`). Null: never. */
  opensAt: v.nullable(Instant),
  startsAt: v.nullable(Instant),
  /** Size of the list or tag. */
  total: v.number(),
  warm: v.number(),
  cold: v.number(),
  /** Not looked up in WhatsApp yet: excluded unless the look-up succeeds before sending. */
  unchecked: v.number(),
  duplicates: v.number(),
  blacklisted: v.number(),
  invalid: v.number(),
  /** Contacts that never wrote to us, if the campaign excludes them. */
  coldLeftOut: v.number(),
  /** Contacts with an active ticket now, whether or not the campaign excludes them. */
  engaged: v.number(),
  /** `engaged` if the campaign excludes them, else 0. */
  engagedLeftOut: v.number(),
  /** Without an address on the connection's channel. */
  /** Their latest conversation was on another channel than the asked one. */
  otherChannel: v.number(),
  noAddress: v.number(),
  /** Have not written lately enough to be answered, on channels that require it. */
  windowClosed: v.number(),
  receive: v.number(),
  risk: Risk,
  /** Risk if cold contacts were excluded; null without cold contacts. */
  riskWithoutCold: v.nullable(Risk),
  forecast: Forecast,
  /** What it would cost; null where messages cost nothing. */
  cost: v.nullable(Estimate),
  connection: v.object({ ...Named.entries, mayToday: v.number(), coldToday: v.number() }),
})
export type DryRun = v.InferOutput<typeof DryRun>

const SentTemplateText = v.object({
  header: v.nullable(v.string()),
  body: v.string(),
  footer: v.nullable(v.string()),
  /** Labels. */
  buttons: v.array(v.string()),
})
/** All texts as one recipient will read them, with variables filled in. */
export const CampaignPreview = v.object({
  /** When the message can be sent: variables are filled in for this time. */
  at: Instant,
  position: v.number(),
  count: v.number(),
  name: v.string(),
  messages: v.array(v.string()),
  confirmationMessages: v.array(v.string()),
  /** The template with its variables filled in; null without one, or if it cannot be filled for this recipient. */
  template: v.nullable(SentTemplateText),
  /** This recipient has not written lately, and gets the template. */
  getsTemplate: v.boolean(),
})
/** `text`: which of the five, counting from 1. Default: the first non-empty one. */
export const TestSend = v.object({ number: TypedNumber, text: v.optional(numberTo(CAMPAIGN_TEXTS)) })
export type TestSend = v.InferOutput<typeof TestSend>
/** `number` includes the country code. `wait`: why nothing was sent; `messageId` is null then. */
export const TestSent = v.object({ number: v.string(), messageId: v.nullable(Id), wait: v.nullable(Wait) })
export type TestSent = v.InferOutput<typeof TestSent>
export const TestOutcome = v.object({
  state: v.picklist(['waiting', 'sent', 'delivered', 'failed']),
  /** A key below `messages.failure`. */
  failure: v.nullable(v.string()),
})
export type TestOutcome = v.InferOutput<typeof TestOutcome>
export type CampaignPreview = v.InferOutput<typeof CampaignPreview>

export const CampaignSummary = v.object({
  totalCampaigns: v.number(),
  activeCampaigns: v.number(),
  completedCampaigns: v.number(),
  scheduledCampaigns: v.number(),
  cancelledCampaigns: v.number(),
  inactiveCampaigns: v.number(),
  totalContacts: v.number(),
  validContacts: v.number(),
  totalDelivered: v.number(),
  totalConfirmed: v.number(),
  recentCampaigns: v.array(Named),
})
export const CampaignRow = v.object({
  id: Id,
  name: v.string(),
  status: CampaignStatus,
  /** 0 to 100. */
  progress: v.number(),
  createdAt: Instant,
  scheduledAt: v.nullable(LocalTime),
  completedAt: v.nullable(Instant),
})
/** Outcomes of the listed campaigns by day in the company's time zone, for the dashboard's chart. */
export const CampaignDay = v.object({
  day: v.string(),
  delivered: v.number(),
  read: v.number(),
  answered: v.number(),
  optedOut: v.number(),
})
export const CampaignMetrics = v.object({
  metrics: CampaignSummary,
  campaigns: v.array(CampaignRow),
  pagination: v.object({ currentPage: v.number(), pages: v.number() }),
  days: v.array(CampaignDay),
})
export type CampaignMetrics = v.InferOutput<typeof CampaignMetrics>

const subjectOf = (id: number): Subject => `campaign ${id}`
const RecordEvent = v.object({ record: Campaign })
const about = ({ record }: v.InferOutput<typeof RecordEvent>) => [subjectOf(record.id)]
export const campaignCreated = defineEvent('campaign.create', RecordEvent, { about })
/** For a running campaign, emitted at most once a second. */
export const campaignUpdated = defineEvent('campaign.update', RecordEvent, { about })
export const campaignDeleted = defineEvent('campaign.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})

/** In a ticket's summary: the campaign whose answer opened it. */
export const TicketCampaign = v.nullable(v.object({ id: Id, name: v.string() }))
export type TicketCampaign = v.InferOutput<typeof TicketCampaign>
declare module '../../tickets/contract' {
  interface TicketExtras {
    campaign: TicketCampaign
  }
}
