/** Campaigns, as the browser knows them. */
import * as v from 'valibot'
import { TypedNumber } from '../../contacts/contract'
import { Forecast, Risk, Wait } from '../../outbound/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Color, Id, Instant, numberTo, text } from '../../platform/formats'

export const CAMPAIGN_TEXTS = 5
export const CAMPAIGN_TEXT_LENGTH = 4096
/** A planned one is changed until so long before it begins, in milliseconds. */
export const LOCKED_BEFORE = 3_600_000
export const DASHBOARD_PAGE = 10

export const CampaignStatus = v.picklist(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'])
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>

/** In the company's time. */
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
  confirmation: v.optional(v.boolean('form.invalid')),
  confirmationMessage1: Text,
  confirmationMessage2: Text,
  confirmationMessage3: Text,
  confirmationMessage4: Text,
  confirmationMessage5: Text,
  /** Whom it reaches: a list, or whose tickets have a tag. One of the two. */
  contactListId: v.optional(v.nullable(Id)),
  tagId: v.optional(v.nullable(Id)),
  whatsappId: v.optional(v.nullable(Id)),
  /** Where an answer opens its ticket. */
  queueId: v.optional(v.nullable(Id)),
  /** Who never wrote to us is left out. */
  excludesCold: v.optional(v.boolean('form.invalid')),
  /** Who waits or is in conversation is left out; true unless it is said. */
  excludesEngaged: v.optional(v.boolean('form.invalid')),
  /** With a time it is PROGRAMADA, without INATIVA. */
  scheduledAt: v.optional(v.nullable(LocalTime)),
  /** True: it stays INATIVA, or becomes it, and keeps its time; false: that is its time, also where it was before. */
  draft: v.optional(v.boolean('form.invalid')),
}
export const CreateCampaign = v.object(Fields)
export type CreateCampaign = v.InferOutput<typeof CreateCampaign>
export const UpdateCampaign = v.partial(v.object(Fields))
export type UpdateCampaign = v.InferOutput<typeof UpdateCampaign>

/** What stands for each of the recipients it is meant for; each is counted in one of the first six. */
export const CampaignCounters = v.object({
  total: v.number(),
  /** Not sent yet. */
  waiting: v.number(),
  /** Of those who wait: who never wrote to us, and is held back by a limit. */
  coldWaiting: v.number(),
  /** Asked, and no positive answer yet. */
  asked: v.number(),
  sent: v.number(),
  failed: v.number(),
  /** Left out: no WhatsApp, blacklisted, opted out, twice in the list. */
  skipped: v.number(),
  /** Of those sent. */
  delivered: v.number(),
  read: v.number(),
  answered: v.number(),
  optedOut: v.number(),
  /** Asked, and answered positively. */
  confirmed: v.number(),
  /** Opened by an answer. */
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
  excludesCold: v.boolean(),
  excludesEngaged: v.boolean(),
  scheduledAt: v.nullable(LocalTime),
  startedAt: v.nullable(Instant),
  completedAt: v.nullable(Instant),
  /** Why it is CANCELADA where nobody cancelled it: a key below `campaigns.reason`. */
  reason: v.nullable(v.string()),
  /** Address of the file under /api. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  figures: CampaignCounters,
  /** While it is EM_ANDAMENTO: why nothing leaves. */
  wait: v.nullable(Wait),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Campaign = v.InferOutput<typeof Campaign>

export const CampaignPage = v.object({ records: v.array(Campaign), hasMore: v.boolean(), count: v.number() })

/** `now`: in milliseconds; `startsAt`: when a planned one begins, as such. */
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
  /** Null: it is not known. */
  number: v.nullable(v.string()),
  username: v.nullable(v.string()),
  contactId: v.nullable(Id),
  /** Which of the texts, beginning with 1. */
  text: v.nullable(v.number()),
  state: DeliveryState,
  /** Why it failed or was left out: a key below `campaigns.reason`, or `messages.failure`. */
  reason: v.nullable(v.string()),
  /** What was answered first; null also for those who may not open the conversation. */
  answer: v.nullable(v.string()),
  confirmationRequestedAt: v.nullable(Instant),
  confirmedAt: v.nullable(Instant),
  sentAt: v.nullable(Instant),
  deliveredAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  /** Of its last change. */
  at: Instant,
  /** The conversation, for those who may open it. */
  ticket: v.nullable(v.object({ id: Id, uuid: v.string() })),
})
export type Delivery = v.InferOutput<typeof Delivery>
export const DeliveryPage = v.object({
  deliveries: v.array(Delivery),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
  counts: v.record(DeliveryFilter, v.number()),
})

/** Since it began, cumulated. */
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
  /** Seconds between two messages, and messages until the longer pause, as it goes now; null when it does not run. */
  pace: v.nullable(v.object({ seconds: v.number(), untilPause: v.nullable(v.number()), endsAt: v.nullable(Instant) })),
  /** Of the tickets its answers opened, those still open. */
  openTickets: v.number(),
})
export type CampaignReport = v.InferOutput<typeof CampaignReport>

/** What would happen; nothing is sent. Refused with the fields that are missing. */
export const DryRun = v.object({
  at: Instant,
  /** When the first may leave if it is started at once, and if it begins as planned; null: never. */
  opensAt: v.nullable(Instant),
  startsAt: v.nullable(Instant),
  /** In the list or under the tag. */
  total: v.number(),
  warm: v.number(),
  cold: v.number(),
  /** Not looked up in WhatsApp yet; left out unless that is done when it begins. */
  unchecked: v.number(),
  duplicates: v.number(),
  blacklisted: v.number(),
  invalid: v.number(),
  /** Who never wrote to us, where the campaign leaves them out. */
  coldLeftOut: v.number(),
  /** Who waits or is in conversation now; left out or received, as the campaign chooses. */
  engaged: v.number(),
  /** Those of them that the campaign leaves out. */
  engagedLeftOut: v.number(),
  receive: v.number(),
  risk: Risk,
  /** Without those who never wrote to us; null when there are none. */
  riskWithoutCold: v.nullable(Risk),
  forecast: Forecast,
  connection: v.object({ ...Named.entries, mayToday: v.number(), coldToday: v.number() }),
})
export type DryRun = v.InferOutput<typeof DryRun>

/** As one person of the list will see it: all its texts, variables filled in. */
export const CampaignPreview = v.object({
  /** When it will be read. */
  at: Instant,
  position: v.number(),
  count: v.number(),
  name: v.string(),
  messages: v.array(v.string()),
  confirmationMessages: v.array(v.string()),
})
/** `text`: which of the five, beginning with 1; absent: the first. */
export const TestSend = v.object({ number: TypedNumber, text: v.optional(numberTo(CAMPAIGN_TEXTS)) })
export type TestSend = v.InferOutput<typeof TestSend>
/** `number`: with its country. `wait`: why none leaves now; then there is no message. */
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
/** Messages of the listed campaigns by day of the company, for the dashboard's chart. */
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
/** Of a running one at most once a second. */
export const campaignUpdated = defineEvent('campaign.update', RecordEvent, { about })
export const campaignDeleted = defineEvent('campaign.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})

/** The campaign whose answer opened a ticket, in its summary. */
export const TicketCampaign = v.nullable(v.object({ id: Id, name: v.string() }))
export type TicketCampaign = v.InferOutput<typeof TicketCampaign>
declare module '../../tickets/contract' {
  interface TicketExtras {
    campaign: TicketCampaign
  }
}
