import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type RepeatKind, repeatKinds } from './contract'

export const events = sqliteTable('events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  startAt: integer('start_at').notNull(),
  /** After the start. */
  endAt: integer('end_at').notNull(),
  isDone: integer('done', { mode: 'boolean' }).notNull().default(false),
  /** Folded title and description, for search. */
  words: text('words').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
/** A row for each event that has any of these. */
export const eventPlans = sqliteTable('event_plans', {
  eventId: integer('event_id').primaryKey(),
  /** Minutes before the start; negative: after it. */
  remindLead: integer('remind_lead'),
  /** The next reminder. */
  remindAt: integer('remind_at'),
  /** It has reminded of the occurrence that begins then, and its owner has not seen it. */
  remindingStart: integer('reminding_start'),
  contactId: integer('contact_id'),
  /** Null: it takes place once. */
  repeat: text('repeat', { enum: repeatKinds }).$type<RepeatKind>(),
  /** The last day; null: for ever. */
  repeatUntil: text('repeat_until'),
  /** Days on which it does not take place. */
  skipped: text('skipped', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** The days on which it is done. */
  doneDays: text('done_days', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** Its name in other calendars, when it came from one. */
  uid: text('uid'),
})
export type Plan = Omit<typeof eventPlans.$inferSelect, 'eventId'>
export const noPlan: Plan = {
  remindLead: null,
  remindAt: null,
  remindingStart: null,
  contactId: null,
  repeat: null,
  repeatUntil: null,
  skipped: [],
  doneDays: [],
  uid: null,
}

export type StoredEvent = typeof events.$inferSelect
