import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'
import { UserStatus } from '../../users/contract'

/** The longest period, in days. */
export const MOST_DAYS = 731

/** Sums of a period. Times are means in seconds; null: nothing to average. */
export const Totals = v.object({
  opened: v.number(),
  closed: v.number(),
  /** From its beginning until it was first attended. */
  avgWaitTime: v.nullable(v.number()),
  /** From there until it was closed. */
  avgSupportTime: v.nullable(v.number()),
  leads: v.number(),
  received: v.number(),
  sent: v.number(),
  /** Of the sent ones: by nobody of ours, such as a bot or a campaign. */
  automatic: v.number(),
  /** The mean of csat on a scale to 3, and how many answered any rating. */
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
  /** Whether they may still sign in. */
  active: v.boolean(),
  /** Open now. */
  open: v.number(),
  ...v.omit(Totals, ['leads', 'received', 'automatic']).entries,
})
export type AttendantFigures = v.InferOutput<typeof AttendantFigures>

/** Answer of `GET /dashboard`: the period, and how things are now. */
export const Dashboard = v.object({
  /** Now: attended, and waiting. */
  supportHappening: v.number(),
  supportPending: v.number(),
  /** Since when the one waits who has waited longest. */
  waitingSince: v.nullable(Instant),
  supportFinished: v.number(),
  avgSupportTime: v.nullable(v.number()),
  avgWaitTime: v.nullable(v.number()),
  totals: Totals,
  /** The same of as long a time before; of today, of the same hours a week ago. */
  before: v.omit(Totals, ['automatic']),
  attendants: v.array(AttendantFigures),
  /** Former tickets are still being counted after an upgrade. */
  isCounting: v.boolean(),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

/** A day, or an hour of the one day. */
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

/** Answer of `GET /dashboard/ticketsDay`: `count` tickets were opened. */
export const TicketsDay = v.object({ data: v.array(Point), count: v.number() })
export type TicketsDay = v.InferOutput<typeof TicketsDay>

/** Answer of `GET /dashboard/ticketsUsers`: those who have any, most first. */
export const TicketsUsers = v.object({
  data: v.array(
    v.object({ userId: v.nullable(Id), name: v.nullable(v.string()), quantity: v.number(), closed: v.number() }),
  ),
})

/** What may be taken away as a spreadsheet. */
export const DashboardSheet = v.picklist(['attendants', 'times'])
export type DashboardSheet = v.InferOutput<typeof DashboardSheet>
