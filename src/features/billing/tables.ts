/** Tables in control.db. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Recurrence, Starts } from '../../tenancy/contract'
import type { OddKind, Reversal, Settlement } from './contract'

export const invoices = sqliteTable('invoices', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  /** The due date of the period, YYYY-MM-DD in the company's time zone. */
  period: text('period').notNull(),
  /** The plan's name. */
  detail: text('detail').notNull(),
  users: integer('users'),
  connections: integer('connections'),
  queues: integer('queues'),
  /** Cents. */
  amount: integer('amount').notNull(),
  recurrence: text('recurrence').$type<Recurrence>().notNull(),
  dueAt: integer('due_at').notNull(),
  status: text('status').$type<'open' | 'paid' | 'cancelled'>().notNull().default('open'),
  paidAt: integer('paid_at'),
  paidBy: text('paid_by'),
  renewedUntil: integer('renewed_until'),
  createdAt: integer('created_at').notNull(),
  /** Chosen at the checkout: the payment assigns it. Null keeps the company's plan. */
  planId: integer('plan_id'),
  /** When `planId` begins. */
  starts: text('starts').$type<Starts>().notNull().default('now'),
  /** Cents received before, which are not charged. */
  credit: integer('credit').notNull().default(0),
  /** The company's due date before the payment. */
  renewedFrom: integer('renewed_from'),
  /** What happened to the payment later; null: nothing. */
  reversal: text('reversal').$type<Reversal>(),
  /** Cents that went back. */
  reversed: integer('reversed').notNull().default(0),
})
export type StoredInvoice = typeof invoices.$inferSelect

export const charges = sqliteTable('charges', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  invoiceId: integer('invoice_id').notNull(),
  provider: text('provider').notNull(),
  /** Our reference, created before the request to the provider. */
  reference: text('reference').notNull(),
  /** Cents. */
  amount: integer('amount').notNull(),
  /** Pix copy-and-paste code; empty until the provider has responded. */
  code: text('code').notNull(),
  status: text('status').$type<'pending' | 'paid' | 'expired' | 'cancelled'>().notNull().default('pending'),
  expiresAt: integer('expires_at'),
  checkedAt: integer('checked_at'),
  createdAt: integer('created_at').notNull(),
  /** The provider's id, if it differs from `reference`. */
  externalId: text('external_id'),
  /** The payment's id in the Pix system, where the provider tells it. */
  endToEndId: text('end_to_end_id'),
  paidAt: integer('paid_at'),
  /** Cents received, before anything went back. */
  received: integer('received').notNull().default(0),
  /** Cents that went back. */
  returned: integer('returned').notNull().default(0),
  /** The payer's bank asks for the money. */
  disputed: integer('disputed', { mode: 'boolean' }).notNull().default(false),
  /** Cancelled here, but not yet at the provider. */
  toWithdraw: integer('to_withdraw', { mode: 'boolean' }).notNull().default(false),
})
export type Charge = typeof charges.$inferSelect

/** A charge of a deleted company that can still be paid. */
export const leftCharges = sqliteTable('left_charges', {
  id: integer('id').primaryKey(),
  /** Its name. */
  company: text('company').notNull(),
  provider: text('provider').notNull(),
  reference: text('reference').notNull(),
  externalId: text('external_id'),
  /** Cents. */
  amount: integer('amount').notNull(),
  leftAt: integer('left_at').notNull(),
})
export type LeftCharge = typeof leftCharges.$inferSelect

/** A payment that did not fit its invoice. */
export const oddPayments = sqliteTable('odd_payments', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  invoiceId: integer('invoice_id').notNull(),
  chargeId: integer('charge_id'),
  kind: text('kind').$type<OddKind>().notNull(),
  /** What does not fit, or went back. */
  cents: integer('cents').notNull(),
  at: integer('at').notNull(),
  /** Null: it waits for the operator. */
  settled: text('settled').$type<Settlement | 'obsolete'>(),
  settledAt: integer('settled_at'),
  mailed: integer('mailed', { mode: 'boolean' }).notNull().default(false),
})
export type OddPayment = typeof oddPayments.$inferSelect
