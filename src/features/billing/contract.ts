/** Invoices and the checkout, as the browser knows them. Money is in cents unless a name of the specification says otherwise. */
import * as v from 'valibot'
import { TaxDocument } from '../../platform/document'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'
import { type Recurrence, recurrenceMonths, StorageLevel, starts } from '../../tenancy/contract'
import { definePermission } from '../../users/permissions'

/** Not in the specification: see and pay the company's invoices. */
export const payInvoices = definePermission('finance-page:pay', ['admin'])

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export const RecurrenceName = v.picklist(recurrences, 'form.invalid')

export const MOST_USERS = 500
export const MOST_CONNECTIONS = 100

export type CustomPlan = { readonly users: number; readonly connections: number }

/** The custom plan as the operator offers it. Prices are cents a month. */
export const CustomOffer = v.object({
  /** Of the smallest one, which has `users` and `connections`. */
  base: v.number(),
  users: v.number(),
  connections: v.number(),
  perUser: v.number(),
  perConnection: v.number(),
  /** Its features are those of this plan; null: of the cheapest public one. */
  planId: v.nullable(Id),
})
export type CustomOffer = v.InferOutput<typeof CustomOffer>

/** The monthly price. The server and the checkout compute it with the same code. */
export const customPrice = (offer: CustomOffer, { users, connections }: CustomPlan): number =>
  offer.base +
  Math.max(0, users - offer.users) * offer.perUser +
  Math.max(0, connections - offer.connections) * offer.perConnection

/** The amount of an invoice: the monthly price times the months of the recurrence. */
export const invoiceAmount = (monthly: number, recurrence: Recurrence): number => monthly * recurrenceMonths[recurrence]

/** What may happen to a payment after it was received: it went back, in part or whole, or the payer's bank asks for it. */
export const reversals = ['refunded', 'partlyRefunded', 'disputed'] as const
export type Reversal = (typeof reversals)[number]

/** `overdue`: open, and the due date lies before today. The last three were paid before. */
export const invoiceStates = ['open', 'overdue', 'paid', 'cancelled', ...reversals] as const
/** How the operator filters them: `reversed` stands for the last three. */
export type InvoiceGroup = 'open' | 'overdue' | 'paid' | 'cancelled' | 'reversed'
export const InvoiceState = v.picklist(invoiceStates)
export type InvoiceState = v.InferOutput<typeof InvoiceState>

/**
 * How a payment does not fit its invoice: too little, too much, after the invoice was paid or cancelled, or it went back.
 */
export const oddKinds = ['short', 'over', 'again', 'late', ...reversals] as const
export type OddKind = (typeof oddKinds)[number]
export const isReversal = (kind: OddKind): boolean => reversals.some((one) => one === kind)
/**
 * What the operator decides: the invoice counts as paid, the cents count towards the next invoice, they went back to the
 * payer. After a refund: the time is taken back, or stays.
 */
export const settlements = ['accepted', 'credited', 'returned', 'shortened', 'kept'] as const
export type Settlement = (typeof settlements)[number]
export const settlementsOf: Readonly<Record<OddKind, readonly Settlement[]>> = {
  short: ['accepted', 'credited', 'returned'],
  over: ['credited', 'returned', 'kept'],
  again: ['credited', 'returned', 'kept'],
  late: ['kept'],
  refunded: ['shortened', 'kept'],
  partlyRefunded: ['shortened', 'kept'],
  disputed: ['shortened', 'kept'],
}

export const OddPayment = v.object({
  id: Id,
  invoiceId: Id,
  kind: v.picklist(oddKinds),
  /** Reais that do not fit, or went back. */
  value: v.number(),
  at: Instant,
  /** Null: it waits for the operator. `obsolete`: it was undone at the provider. */
  settled: v.nullable(v.picklist([...settlements, 'obsolete'])),
  settledAt: v.nullable(Instant),
})
export type OddPayment = v.InferOutput<typeof OddPayment>
export const SettlePayment = v.object({ settled: v.picklist(settlements, 'form.invalid') })

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
  /** Reais received before, which are not charged. */
  credit: v.number(),
  /** Reais of a paid invoice that went back. */
  reversed: v.number(),
  /** Payments that did not fit. */
  payments: v.array(OddPayment),
})
export type Invoice = v.InferOutput<typeof Invoice>

export const InvoicePage = v.object({ invoices: v.array(Invoice), hasMore: v.boolean(), count: v.number() })

const Counts = v.object({
  open: v.number(),
  overdue: v.number(),
  paid: v.number(),
  cancelled: v.number(),
  reversed: v.number(),
})

/** A row of the operator's list. */
export const OperatorInvoice = v.object({
  ...Invoice.entries,
  company: v.object({ id: Id, name: v.string(), email: v.string() }),
  /** Days relative to the due date on which mails were sent. */
  mails: v.array(v.number()),
  /** The company's due date, and what it would be if the time paid by this invoice were taken back; null if it cannot be. */
  companyDueDate: Instant,
  shortenedTo: v.nullable(Instant),
})
export type OperatorInvoice = v.InferOutput<typeof OperatorInvoice>

/** Invoices with payments that wait for the operator. */
export const OddInvoices = v.object({ invoices: v.array(OperatorInvoice) })

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
const Required = (most: number, hint: string) => v.pipe(Line(most), v.nonEmpty(hint))
const CountTo = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(1, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )

/** Step Dados: the payer. */
export const Payer = v.object({
  firstName: Required(120, 'form.payer.name'),
  lastName: v.optional(Line(120)),
  document: v.optional(TaxDocument),
  address2: Required(200, 'form.payer.address'),
  district: v.optional(Line(100)),
  city: Required(100, 'form.payer.city'),
  state: v.optional(Line(50)),
  zipcode: Required(20, 'form.payer.zip'),
  country: v.picklist(countries, 'form.payer.country'),
})
export type Payer = v.InferOutput<typeof Payer>

/** Step Dados where the payment provider asks for a document alone. */
export const PayerDocument = v.object({
  firstName: Payer.entries.firstName,
  document: v.pipe(TaxDocument, v.nonEmpty('form.required')),
})
export type PayerDocument = v.InferOutput<typeof PayerDocument>

/**
 * Without any field of the payer, what is known about the payer stays; else all of `Payer` is checked. `plan` is JSON: `{"custom":true}` with `users` and `connections`, or `{"id":3}` for a public plan; without it the
 * invoice keeps its plan. The specification's price and card fields are ignored.
 */
export const Subscribe = v.object({
  firstName: v.optional(Line(120)),
  lastName: Payer.entries.lastName,
  document: Payer.entries.document,
  address2: v.optional(Line(200)),
  district: Payer.entries.district,
  city: v.optional(Line(100)),
  state: Payer.entries.state,
  zipcode: v.optional(Line(20)),
  country: v.optional(Line(2)),
  plan: v.optional(text(2000)),
  users: v.optional(CountTo(MOST_USERS)),
  connections: v.optional(CountTo(MOST_CONNECTIONS)),
  recurrence: v.optional(RecurrenceName),
  invoiceId: v.optional(Id),
  /** When another plan begins: at once, which converts the time already paid, or at the due date. Default: at once. */
  starts: v.optional(v.picklist(starts, 'form.invalid')),
})
export type Subscribe = v.InferOutput<typeof Subscribe>

/** The choice alone, for `POST /subscription/preview`. */
export const PreviewChoice = v.pick(Subscribe, ['plan', 'users', 'connections', 'recurrence', 'invoiceId'])
export type PreviewChoice = v.InferOutput<typeof PreviewChoice>

/** What a payment today would do. Sums in reais. */
export const Preview = v.object({
  plan: v.string(),
  /** A month. */
  monthly: v.number(),
  value: v.number(),
  /** Received before, and not charged again. */
  credit: v.number(),
  /** The company's due date after the payment; if the plan changes, when it begins at once. */
  dueDate: Instant,
  /** Null: the plan stays. */
  change: v.nullable(
    v.object({
      /** The plan that the company has now; null: none. */
      from: v.nullable(v.object({ plan: v.string(), monthly: v.number() })),
      /** Until when the company has paid or may try the product, and the days until then. */
      until: Instant,
      days: v.number(),
      /** The days that these become if the new plan begins at once. */
      daysThen: v.number(),
      /** If it begins at the due date instead; null where it cannot. */
      later: v.nullable(v.object({ begins: Instant, dueDate: Instant })),
    }),
  ),
})
export type Preview = v.InferOutput<typeof Preview>

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
  /** Gigabytes of files. */
  storage: v.nullable(v.number()),
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
  /** Null: the operator does not offer custom plans. */
  custom: v.nullable(CustomOffer),
  recurrence: RecurrenceName,
  dueDate: Instant,
  /** The plan has no price: the company never expires. */
  isFree: v.boolean(),
  /** The plan that begins later, already paid. */
  next: v.nullable(v.object({ plan: v.string(), begins: Instant })),
  /** Reais received that count towards the next invoice. */
  credit: v.number(),
  usage: v.object({ users: v.number(), connections: v.number(), queues: v.number() }),
  storage: StorageLevel,
  payer: v.object({
    name: v.string(),
    /** Empty if invoices go to the company's name. */
    billingName: v.string(),
    email: v.string(),
    phone: v.string(),
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
  /** Whether the payment provider needs the payer's document, which is not known. */
  needsDocument: v.boolean(),
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
