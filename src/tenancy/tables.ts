import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PlanFlag, Recurrence } from './contract'

export const plans = sqliteTable('plans', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** Null: no limit. */
  users: integer('users'),
  connections: integer('connections'),
  queues: integer('queues'),
  /** Gigabytes of files. */
  storage: integer('storage'),
  /** Cents for each month. */
  amount: integer('amount').notNull(),
  isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
  /** Its features follow from `menus`. */
  usesMenus: integer('uses_menus', { mode: 'boolean' }).notNull(),
  menus: text('menus', { mode: 'json' }).$type<readonly number[]>().notNull(),
  features: text('features', { mode: 'json' }).$type<readonly PlanFlag[]>().notNull(),
  /** The only company of a custom plan. */
  companyId: integer('company_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type Plan = typeof plans.$inferSelect

export const companies = sqliteTable('companies', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  name: text('name').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  dueAt: integer('due_at').notNull(),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  language: text('language').notNull().default('pt-BR'),
  createdAt: integer('created_at').notNull(),
  /** When it went on standby (standby.ts); null if it is not. */
  standbySince: integer('resting_since'),
  /** Null: every feature, no limits. */
  planId: integer('plan_id'),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  /** CPF or CNPJ without marks. */
  document: text('document').notNull().default(''),
  recurrence: text('recurrence').$type<Recurrence>().notNull().default('MENSAL'),
  paymentMethod: text('payment_method').notNull().default(''),
  billingName: text('billing_name').notNull().default(''),
  billingZip: text('billing_zip').notNull().default(''),
  billingStreet: text('billing_street').notNull().default(''),
  billingDistrict: text('billing_district').notNull().default(''),
  billingCity: text('billing_city').notNull().default(''),
  billingState: text('billing_state').notNull().default(''),
  billingCountry: text('billing_country').notNull().default('BR'),
  lastLoginAt: integer('last_login_at'),
  /** The day of the month on which it pays, when its due date fell on a shorter month's last day. */
  dueDay: integer('due_day'),
  /** The average monthly price, in cents, at which the time until `dueAt` was paid; 0: it was given (paid-time.ts). */
  paidPrice: real('paid_price').notNull().default(0),
  /** Until then its time was given; `paidPrice` is that of the time after it. */
  givenUntil: integer('given_until'),
  /** From `nextAt` on it has this plan, paid at `nextPaidPrice`. Null: the plan stays. */
  nextPlanId: integer('next_plan_id'),
  nextAt: integer('next_at'),
  nextPaidPrice: real('next_paid_price').notNull().default(0),
  /** Cents received that no invoice has used yet. */
  credit: integer('credit').notNull().default(0),
  /** It signed up and tries the product until then. */
  trialUntil: integer('trial_until'),
  /** How often all of its sessions have ended at once; those that began under an earlier number are over. */
  sessionGeneration: integer('session_generation').notNull().default(0),
})
export type StoredCompany = typeof companies.$inferSelect
export type Company = StoredCompany & { readonly plan: Plan | null }
