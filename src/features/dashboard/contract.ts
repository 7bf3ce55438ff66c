import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'
import { UserStatus } from '../../users/contract'

/** The longest period, in days. */
export const MOST_DAYS = 731

/** Totals of a period. Times are means in seconds; null: nothing to average. */
export const Totals = v.object({
  opened: v.number(),
  closed: v.number(),
  /** From opening until first attended. */
  avgWaitTime: v.nullable(v.number()),
  /** From first attended until closed. */
  avgSupportTime: v.nullable(v.number()),
  leads: v.number(),
  received: v.number(),
  sent: v.number(),
  /** Sent messages without an attendant, such as by a bot or a campaign. */
  automatic: v.number(),
  /** The mean csat on a scale to 3, and the number of ratings of any kind. */
  rating: v.nullable(v.number()),
  ratings: v.number(),
  /** -100 to 100. */
  nps: v.nullable(v.number()),
})
export type Totals = v.InferOutput<typeof Totals>

export const AttendantFigures = v.object({
  id: Id,
  name: v.string(),
  online: v.boolean(),
  status: UserStatus,
  /** Whether the user is active. */
  active: v.boolean(),
  /** Tickets open now. */
  open: v.number(),
  ...v.omit(Totals, ['leads', 'received', 'automatic']).entries,
})
export type AttendantFigures = v.InferOutput<typeof AttendantFigures>

/** Response of `GET /dashboard`: the period, and the current state. */
export const Dashboard = v.object({
  /** Current tickets: attended, and waiting. */
  supportHappening: v.number(),
  supportPending: v.number(),
  /** Since when the longest waiting contact waits. */
  waitingSince: v.nullable(Instant),
  supportFinished: v.number(),
  avgSupportTime: v.nullable(v.number()),
  avgWaitTime: v.nullable(v.number()),
  totals: Totals,
  /** The same for the period before of equal length; for today, for the same hours a week ago. */
  before: v.omit(Totals, ['automatic']),
  attendants: v.array(AttendantFigures),
  /** Older tickets are still being counted after an upgrade. */
  isCounting: v.boolean(),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

/** A day, or an hour of a single day. */
export const Point = v.object({
  /** `2026-11-21`. */
  day: v.string(),
  hour: v.nullable(v.number()),
  total: v.number(),
  closed: v.number(),
  accepted: v.number(),
  leads: v.number(),
  received: v.number(),
  sent: v.number(),
  avgWaitTime: v.nullable(v.number()),
  avgSupportTime: v.nullable(v.number()),
  rating: v.nullable(v.number()),
})
export type Point = v.InferOutput<typeof Point>

/** Response of `GET /dashboard/ticketsDay`: `count` tickets were opened. */
export const TicketsDay = v.object({ data: v.array(Point), count: v.number() })
export type TicketsDay = v.InferOutput<typeof TicketsDay>

/** Response of `GET /dashboard/ticketsUsers`: users with tickets, most first. */
export const TicketsUsers = v.object({
  data: v.array(
    v.object({ userId: v.nullable(Id), name: v.nullable(v.string()), quantity: v.number(), closed: v.number() }),
  ),
})

/** Tables that can be exported as spreadsheets. */
export const DashboardSheet = v.picklist(['attendants', 'times'])
export type DashboardSheet = v.InferOutput<typeof DashboardSheet>
