/** Companies as the operator's screens know them. */
import * as v from 'valibot'
import { ConnectionStatus } from '../../channels/connections/contract'
import { TypedNumber } from '../../contacts/contract'
import { TaxDocument } from '../../platform/document'
import { Email, Id, Instant, Name, Password, plannable, text } from '../../platform/formats'
import { TimeZone } from '../../settings/contract'
import { CompanyPlan, CompanySummary, PlannedCounts, type Recurrence, recurrenceMonths } from '../../tenancy/contract'
import { Profile } from '../../users/contract'

export const recurrences = Object.keys(recurrenceMonths) as Recurrence[] // the keys of a record with these keys
export const RecurrenceWord = v.picklist(recurrences, 'form.invalid')
export const companyLanguages = ['pt-BR', 'en', 'es', 'tr'] as const
/** Days until a new company is due, unless something else is said. */
export const FIRST_DAYS = 30
/** A row is yellow from so many days before the due date. */
export const SOON_DAYS = 5

/** `storage`: bytes of files. */
export const Used = v.object({ users: v.number(), connections: v.number(), queues: v.number(), storage: v.number() })

const billing = {
  billingName: v.string(),
  billingZip: v.string(),
  billingStreet: v.string(),
  billingDistrict: v.string(),
  billingCity: v.string(),
  billingState: v.string(),
  billingCountry: v.string(),
}

/** The day of the month on which it pays, while its due date falls on a shorter month's last day. */
const DueDay = v.nullable(v.picklist([29, 30, 31], 'form.invalid'))
export type DueDay = v.InferOutput<typeof DueDay>

export const CompanyRow = v.object({
  ...CompanySummary.entries,
  email: v.string(),
  phone: v.string(),
  document: v.string(),
  planId: v.nullable(Id),
  /** Null: every feature, no limits. */
  plan: v.nullable(CompanyPlan),
  recurrence: RecurrenceWord,
  dueDay: DueDay,
  /** Inside its trial days, until then; null once it has paid, or if it did not sign up. */
  trialUntil: v.nullable(Instant),
  paymentMethod: v.string(),
  ...billing,
  timeZone: v.string(),
  language: v.string(),
  lastLogin: v.nullable(Instant),
  /** What it has of that which plans limit; null when its data cannot be read. Only in the operator's lists. */
  used: v.optional(v.nullable(Used)),
})
export type CompanyRow = v.InferOutput<typeof CompanyRow>

export const CompanyPage = v.object({
  companies: v.array(CompanyRow),
  hasMore: v.boolean(),
  count: v.number(),
  /** Reais that the active companies pay for each month. */
  monthly: v.number(),
})
export const CompanyOption = v.object({ id: Id, name: v.string(), status: v.boolean() })

const line = (most: number) => v.pipe(text(2 * most), v.trim(), v.maxLength(most, 'form.text.long'))
/** A calendar day of the company's time zone, until whose end it is served; what is no day, or empty, counts as null. */
const DueDate = v.pipe(
  v.nullable(text(40, 'form.invalid')),
  v.transform((written) => (/^\d{4}-\d{2}-\d{2}/.test(written ?? '') ? (written ?? '').slice(0, 10) : null)),
  v.nullable(v.pipe(v.string(), plannable)),
)

/** What a company's own admins may change. */
export const OwnCompany = v.partial(
  v.object({
    billingName: line(120),
    document: TaxDocument,
    billingZip: line(12),
    billingStreet: line(160),
    billingDistrict: line(80),
    billingCity: line(80),
    billingState: line(40),
    billingCountry: v.picklist(['BR', 'US'], 'form.invalid'),
    /** Empty, or a number as typed. */
    phone: v.union([v.literal(''), TypedNumber]),
    timeZone: TimeZone,
    language: v.picklist(companyLanguages),
  }),
)
export type OwnCompany = v.InferOutput<typeof OwnCompany>

const ofOperator = {
  name: Name,
  email: Email,
  planId: v.nullable(Id),
  dueDate: DueDate,
  recurrence: RecurrenceWord,
  paymentMethod: line(40),
  status: v.boolean(),
}

export const UpdateCompany = v.object({
  ...OwnCompany.entries,
  ...v.partial(v.object(ofOperator)).entries,
  /** Goes with `dueDate`, which otherwise sets the day. */
  dueDay: v.optional(DueDay),
})
export type UpdateCompany = v.InferOutput<typeof UpdateCompany>

export const CreateCompany = v.object({
  ...OwnCompany.entries,
  ...v.partial(v.object(ofOperator)).entries,
  name: Name,
  /** Of the company and of its first administrator. */
  email: Email,
  /** Of the first administrator. */
  password: Password,
  adminName: v.optional(Name),
  planId: v.pipe(v.nullable(Id), v.number('form.required')),
})
export type CreateCompany = v.InferOutput<typeof CreateCompany>

/** The name, typed, so that nobody deletes a company by mistake. */
export const DeleteCompany = v.object({ name: text(200, 'form.name.long') })

export const CompanyUsage = v.object({
  used: Used,
  planned: PlannedCounts,
  users: v.array(
    v.object({
      id: Id,
      name: v.string(),
      email: v.string(),
      profile: Profile,
      active: v.boolean(),
      lastSeenAt: v.nullable(Instant),
    }),
  ),
  connections: v.array(
    v.object({
      id: Id,
      name: v.string(),
      number: v.nullable(v.string()),
      status: ConnectionStatus,
      isDefault: v.boolean(),
    }),
  ),
  queues: v.array(v.object({ id: Id, name: v.string(), color: v.string(), users: v.number() })),
  /** Sent and received on each day of the month so far, in the company's time zone. */
  messages: v.array(v.object({ day: v.string(), count: v.number() })),
  /** Bytes. */
  disk: v.object({ files: v.number(), messages: v.number(), sessions: v.number() }),
})
export type CompanyUsage = v.InferOutput<typeof CompanyUsage>

/** A backup, as far as the company is in it. It was verified when it was made. */
export const CompanyBackup = v.object({
  name: v.string(),
  createdAt: Instant,
  /** False: the company was damaged and is not in it. */
  isComplete: v.boolean(),
  bytes: v.number(),
  messages: v.nullable(v.number()),
})
export type CompanyBackup = v.InferOutput<typeof CompanyBackup>
