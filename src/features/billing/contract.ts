/** Invoices and the checkout, as the browser knows them. Money is in cents unless a name of the specification says otherwise. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, TaxDocument, text } from '../../platform/formats'
import { type Recurrence, recurrenceMonths } from '../../tenancy/contract'
import { definePermission } from '../../users/permissions'

/** Not in the specification: see and pay the company's invoices. */
export const payInvoices = definePermission('finance-page:pay', ['admin'])

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export const RecurrenceName = v.picklist(recurrences, 'form.invalid')

// Monthly prices of a custom plan. The server and the checkout compute them with the same code.
/** Includes `LEAST` users and connections. */
export const CUSTOM_BASE = 4900
export const CUSTOM_USER = 1100
export const CUSTOM_CONNECTION = 2000
export const LEAST = 3
export const MOST_USERS = 500
export const MOST_CONNECTIONS = 100

export type CustomPlan = { readonly users: number; readonly connections: number }

/** The monthly price. */
export const customPrice = ({ users, connections }: CustomPlan): number =>
  CUSTOM_BASE + (users - LEAST) * CUSTOM_USER + (connections - LEAST) * CUSTOM_CONNECTION

/** The amount of an invoice: the monthly price times the months of the recurrence. */
export const invoiceAmount = (monthly: number, recurrence: Recurrence): number => monthly * recurrenceMonths[recurrence]

/** `overdue`: open, and the due date lies before today. */
export const invoiceStates = ['open', 'overdue', 'paid', 'cancelled'] as const
export const InvoiceState = v.picklist(invoiceStates)
export type InvoiceState = v.InferOutput<typeof InvoiceState>

export const Invoice = v.object({
  id: Id,
  companyId: Id,
  /** The due date of the period, YYYY-MM-DD. */
  period: v.string(),
  /** The plan's name. */
  detail: v.string(),
  /** The plan's limits; null: none. */
  users: v.nullable(v.number()),
  connections: v.nullable(v.number()),
  queues: v.nullable(v.number()),
  /** In reais. */
  value: v.number(),
  recurrence: RecurrenceName,
  dueDate: Instant,
  status: InvoiceState,
  /** Calendar days until the due date; negative when it has passed. */
  daysLeft: v.number(),
  paidAt: v.nullable(Instant),
  /** The payment provider, or the payment method that the operator recorded. */
  paidBy: v.nullable(v.string()),
  /** The company's due date after the payment, or after a payment today. */
  renewsUntil: Instant,
})
export type Invoice = v.InferOutput<typeof Invoice>

export const InvoicePage = v.object({ invoices: v.array(Invoice), hasMore: v.boolean(), count: v.number() })

const Counts = v.object({ open: v.number(), overdue: v.number(), paid: v.number(), cancelled: v.number() })

/** A row of the operator's list. */
export const OperatorInvoice = v.object({
  ...Invoice.entries,
  company: v.object({ id: Id, name: v.string(), email: v.string() }),
  /** Days relative to the due date on which mails were sent. */
  mails: v.array(v.number()),
})
export type OperatorInvoice = v.InferOutput<typeof OperatorInvoice>

export const OperatorInvoicePage = v.object({
  invoices: v.array(OperatorInvoice),
  hasMore: v.boolean(),
  count: v.number(),
  /** Counts of the invoices found, by state. */
  counts: Counts,
  /** Whether the installation sends e-mail. */
  sendsMail: v.boolean(),
})
export type OperatorInvoicePage = v.InferOutput<typeof OperatorInvoicePage>

/** Cents of invoices due in one month, by the operator's calendar. */
export const InvoiceMonth = v.object({
  /** YYYY-MM. */
  month: v.string(),
  paid: v.number(),
  due: v.number(),
  overdue: v.number(),
})
export type InvoiceMonth = v.InferOutput<typeof InvoiceMonth>
const Sum = v.object({ cents: v.number(), count: v.number() })
export const InvoiceTotals = v.object({
  /** Twelve, the current one last. */
  months: v.array(InvoiceMonth),
  /** Totals: paid this month, due from now on, and overdue. */
  paid: Sum,
  due: Sum,
  overdue: Sum,
  /** Days since the oldest overdue invoice was due. */
  oldestDays: v.number(),
})
export type InvoiceTotals = v.InferOutput<typeof InvoiceTotals>

/** Payment methods that the operator records. */
export const receivedBy = ['pix', 'transfer', 'cash', 'card', 'hand'] as const
export type ReceivedBy = (typeof receivedBy)[number]
/** Other fields, such as a price, are ignored. */
export const ChangeInvoice = v.object({
  status: v.picklist(['paid', 'cancelled', 'open'], 'form.invalid'),
  /** Time of the payment; default: now. */
  paidAt: v.optional(Instant),
  paidBy: v.optional(v.picklist(receivedBy, 'form.invalid')),
})
export type ChangeInvoice = v.InferOutput<typeof ChangeInvoice>

/** Proof of a payment. */
export const Receipt = v.object({
  invoice: Invoice,
  /** Who paid. */
  payer: v.object({ name: v.string(), document: v.string() }),
  /** Who was paid: the operator's company. */
  operator: v.object({ name: v.string(), document: v.string() }),
  /** Our reference at the provider; null if the operator confirmed the payment by hand, like the next. */
  reference: v.nullable(v.string()),
  /** The payment's id in the Pix system. */
  endToEndId: v.nullable(v.string()),
})
export type Receipt = v.InferOutput<typeof Receipt>

// --- Checkout ---------------------------------------------------------------------------------------------------------

export const countries = ['BR', 'US'] as const
const Line = (most: number) => v.pipe(text(most), v.trim(), v.regex(/^\P{Cc}*$/u, 'form.invalid'))
const Required = (most: number) => v.pipe(Line(most), v.nonEmpty('form.required'))
const CountTo = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(LEAST, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )

/** Step Dados: the payer. */
export const Payer = v.object({
  firstName: Required(120),
  lastName: v.optional(Line(120)),
  document: v.optional(TaxDocument),
  address2: Required(200),
  district: v.optional(Line(100)),
  city: Required(100),
  state: v.optional(Line(50)),
  zipcode: Required(20),
  country: v.picklist(countries, 'form.required'),
})
export type Payer = v.InferOutput<typeof Payer>

/**
 * `plan` is JSON: `{"custom":true}` with `users` and `connections`, or `{"id":3}` for a public plan; without it the
 * invoice keeps its plan. The specification's price and card fields are ignored.
 */
export const Subscribe = v.object({
  ...Payer.entries,
  plan: v.optional(text(2000)),
  users: v.optional(CountTo(MOST_USERS)),
  connections: v.optional(CountTo(MOST_CONNECTIONS)),
  recurrence: v.optional(RecurrenceName),
  invoiceId: v.optional(Id),
})
export type Subscribe = v.InferOutput<typeof Subscribe>

/** The answer to `POST /subscription`, in the specification's shape, with extra fields for the Pix screen. */
export const PixCharge = v.object({
  qrcode: v.object({ qrcode: v.string() }),
  /** Reais with two decimals. */
  valor: v.object({ original: v.string() }),
  invoice: Invoice,
  /** `manual`: the operator confirms the payment. */
  provider: v.string(),
  expiresAt: v.nullable(Instant),
})
export type PixCharge = v.InferOutput<typeof PixCharge>

export const OfferedPlan = v.object({
  id: Id,
  name: v.string(),
  users: v.nullable(v.number()),
  connections: v.nullable(v.number()),
  queues: v.nullable(v.number()),
  /** Cents a month. */
  amount: v.number(),
})
export type OfferedPlan = v.InferOutput<typeof OfferedPlan>

/** Data of the finance page and the checkout. */
export const Offer = v.object({
  /** The next open invoice; null when none is open. */
  invoice: v.nullable(Invoice),
  plans: v.array(OfferedPlan),
  /** The company's plan now; null: every feature, no limits. `isCustom`: sold to this company alone. */
  plan: v.nullable(v.object({ ...OfferedPlan.entries, isCustom: v.boolean() })),
  recurrence: RecurrenceName,
  dueDate: Instant,
  usage: v.object({ users: v.number(), connections: v.number(), queues: v.number() }),
  payer: v.object({
    name: v.string(),
    email: v.string(),
    document: v.string(),
    street: v.string(),
    district: v.string(),
    city: v.string(),
    state: v.string(),
    zip: v.string(),
    country: v.string(),
  }),
  /** Whether payments by Pix are set up. */
  canPay: v.boolean(),
  /** The operator's company, and its support link. */
  operator: v.string(),
  supportUrl: v.nullable(v.string()),
  /** Conversations waiting for an attendant, shown on the page of an overdue company. */
  waiting: v.number(),
})
export type Offer = v.InferOutput<typeof Offer>

/** Why the company is limited; visible to all its users. */
export const Standing = v.object({
  dueDate: Instant,
  isOverdue: v.boolean(),
  operator: v.string(),
  supportUrl: v.nullable(v.string()),
  waiting: v.number(),
})
export type Standing = v.InferOutput<typeof Standing>

export const Received = v.object({ received: v.literal(true) })

// --- Events -----------------------------------------------------------------------------------------------------------

const invoiceNo = (id: number): Subject => `invoice ${id}`

/** The subscription was renewed. Sent to all users of the company. */
export const paymentDone = defineEvent('payment.CONCLUIDA', v.object({ invoiceId: Id, dueDate: Instant }), {
  whileOverdue: true,
})
/** An invoice was created or changed. Sent to users who may pay it. */
export const invoiceChanged = defineEvent('payment.update', v.object({ invoice: Invoice }), {
  whileOverdue: true,
  about: ({ invoice }) => [invoiceNo(invoice.id)],
})
/** The same for the operator's list. */
export const operatorInvoiceChanged = defineEvent('invoice.update', v.object({ invoice: OperatorInvoice }), {
  about: ({ invoice }) => [invoiceNo(invoice.id)],
})
