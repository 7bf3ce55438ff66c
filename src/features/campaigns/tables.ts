import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { ChannelKind } from '../../channels/contract'
import type { WaitReason } from '../../outbound/contract'
import type { WantedTemplate } from '../../tickets/messages/contract'
import type { StoredMedia } from '../../tickets/messages/tables'
import type { CampaignStatus, DeliveryState } from './contract'

const yesNo = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)
const count = (name: string) => integer(name).notNull().default(0)

export const campaigns = sqliteTable('campaigns', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  status: text('status').$type<CampaignStatus>().notNull(),
  contactListId: integer('contact_list_id'),
  tagId: integer('tag_id'),
  connectionId: integer('connection_id'),
  queueId: integer('queue_id'),
  /** Of the recipients' latest conversation; null: any. */
  channel: text('channel').$type<ChannelKind>(),
  excludesCold: yesNo('excludes_cold'),
  /** Excludes contacts with an active ticket. */
  excludesEngaged: integer('excludes_engaged', { mode: 'boolean' }).notNull().default(true),
  confirmation: yesNo('confirmation'),
  startsAt: integer('starts_at'),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
  /** Why the server cancelled it; null when a person did. */
  reason: text('reason'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Five of each; empty ones are unused. */
  texts: text('texts', { mode: 'json' }).$type<readonly string[]>().notNull(),
  confirmationTexts: text('confirmation_texts', { mode: 'json' }).$type<readonly string[]>().notNull(),
  template: text('template', { mode: 'json' }).$type<WantedTemplate>(),
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
})
export type StoredCampaign = typeof campaigns.$inferSelect

/** Separate from `campaigns`, because it changes with every message and must not rewrite the long texts. */
export const campaignProgress = sqliteTable('campaign_progress', {
  campaignId: integer('campaign_id').primaryKey(),
  /** Cursor in the list or tag of the deliveries created so far; `isFilled` once all are. */
  sourceId: count('source_id'),
  isFilled: yesNo('is_filled'),
  /** The campaign with the smallest turn on its connection sends next. */
  turn: count('turn'),
  waitWhy: text('wait_why').$type<WaitReason>(),
  waitUntil: integer('wait_until'),
  total: count('total'),
  /** Includes those in the outbox. */
  waiting: count('waiting'),
  coldWaiting: count('cold_waiting'),
  asked: count('asked'),
  sent: count('sent'),
  failed: count('failed'),
  skipped: count('skipped'),
  delivered: count('delivered'),
  read: count('read'),
  answered: count('answered'),
  optedOut: count('opted_out'),
  confirmed: count('confirmed'),
  tickets: count('tickets'),
})
export type Progress = typeof campaignProgress.$inferSelect

export const deliveries = sqliteTable('campaign_deliveries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  campaignId: integer('campaign_id').notNull(),
  /** Digits, or the contact's key when the number is unknown. */
  number: text('number').notNull(),
  name: text('name').notNull(),
  /** Folded name and number, for search. */
  words: text('words').notNull(),
  contactId: integer('contact_id'),
  /** Connection it was sent over. */
  connectionId: integer('connection_id'),
  /** Place in line; a negative one goes before all others. */
  position: integer('position').notNull(),
  /** The contact never wrote to us over the connection. */
  isCold: integer('is_cold', { mode: 'boolean' }).notNull(),
  /** Which of the five texts, counting from 1. */
  text: integer('text').notNull(),
  confirmationText: integer('confirmation_text'),
  /** `cold` exists only on the wire. `sending` also covers the question on its way. */
  state: text('state').$type<Exclude<DeliveryState, 'cold'>>().notNull(),
  reason: text('reason'),
  answer: text('answer'),
  confirmationId: integer('confirmation_id'),
  messageId: integer('message_id'),
  ticketId: integer('ticket_id'),
  askedAt: integer('asked_at'),
  confirmedAt: integer('confirmed_at'),
  sentAt: integer('sent_at'),
  deliveredAt: integer('delivered_at'),
  readAt: integer('read_at'),
  answeredAt: integer('answered_at'),
  at: integer('at').notNull(),
})
export type StoredDelivery = typeof deliveries.$inferSelect
