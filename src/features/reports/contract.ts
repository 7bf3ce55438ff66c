import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'
import { TicketStatus } from '../../tickets/contract'

/** The most rows of a spreadsheet. */
export const MOST_ROWS = 100_000

const Named = v.object({ id: Id, name: v.string() })

/** A ticket in the report. `supportTime` and `waitTime` are seconds; time with the bot is not waiting. */
export const ReportTicket = v.object({
  id: Id,
  uuid: v.string(),
  /** The protocol number. */
  code: v.string(),
  status: TicketStatus,
  /** A bot serves it: it is pending and does not wait. */
  isBot: v.boolean(),
  queueId: v.nullable(Id),
  queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  queueName: v.nullable(v.string()),
  tags: v.array(v.object({ id: Id, name: v.string(), color: v.string() })),
  contact: v.object({
    id: Id,
    name: v.string(),
    number: v.nullable(v.string()),
    profilePicUrl: v.nullable(v.string()),
  }),
  contactName: v.string(),
  user: v.nullable(Named),
  userName: v.nullable(v.string()),
  whatsapp: Named,
  whatsappName: v.string(),
  lastMessage: v.string(),
  unreadMessages: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
  acceptedAt: v.nullable(Instant),
  closedAt: v.nullable(Instant),
  /** Time until it was first attended; while it waits, until now. */
  waitTime: v.nullable(v.number()),
  /** Time from then until it was closed. */
  supportTime: v.nullable(v.number()),
  /** The contact's rating, csat or nps. */
  NPS: v.nullable(v.number()),
  rating: v.nullable(
    v.object({ type: v.picklist(['csat', 'nps']), value: v.number(), top: v.number(), label: v.nullable(v.string()) }),
  ),
})
export type ReportTicket = v.InferOutput<typeof ReportTicket>

/** Response of `GET /ticketreport/reports`. */
export const Report = v.object({
  tickets: v.array(ReportTicket),
  totalTickets: v.object({ total: v.number() }),
  page: v.number(),
  pages: v.number(),
})
export type Report = v.InferOutput<typeof Report>

/** The groupings of the ready-made views. */
export const groupings = ['attendants', 'queues', 'tags', 'connections', 'channels'] as const
export type Grouping = (typeof groupings)[number]

/** Times are means in seconds; null: nothing to average. */
export const ReportFigures = v.object({
  opened: v.number(),
  closed: v.number(),
  avgWaitTime: v.nullable(v.number()),
  avgSupportTime: v.nullable(v.number()),
  received: v.number(),
  sent: v.number(),
  asked: v.number(),
  answered: v.number(),
  /** The mean csat on a scale to 3, and the share of satisfied answers. */
  rating: v.nullable(v.number()),
  satisfied: v.nullable(v.number()),
  promoters: v.number(),
  passives: v.number(),
  detractors: v.number(),
  nps: v.nullable(v.number()),
})
export type ReportFigures = v.InferOutput<typeof ReportFigures>

/** Response of `GET /ticketreport/summary`: most tickets first. `id` null: no attendant, or no queue. */
export const ReportSummary = v.object({
  total: ReportFigures,
  rows: v.array(
    v.object({
      id: v.nullable(Id),
      name: v.nullable(v.string()),
      color: v.nullable(v.string()),
      ...ReportFigures.entries,
    }),
  ),
  isCounting: v.boolean(),
})
export type ReportSummary = v.InferOutput<typeof ReportSummary>

/** Response of `GET /ticketreport/hours`: total tickets opened in each hour of the week. */
export const ReportHours = v.object({
  cells: v.array(
    v.object({
      /** 1 is Monday. */
      weekday: v.number(),
      hour: v.number(),
      opened: v.number(),
    }),
  ),
  /** How often each weekday occurs in the period, Monday first. */
  days: v.array(v.number()),
})
export type ReportHours = v.InferOutput<typeof ReportHours>
