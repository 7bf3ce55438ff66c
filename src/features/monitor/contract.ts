/** The state of the installation, as shared with the operator's browser. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant } from '../../platform/formats'

/** Rows per section of the overview. */
export const MOST_ROWS = 50
/** Companies on the overview; the others are on their own page. */
export const MOST_COMPANIES = 8
export const COMPANIES_A_PAGE = 50
/** Points of a chart. */
export const MOST_POINTS = 240

const Count = v.number()

/** Waiting work of all companies. `isCut`: at least that many. */
export const QueueState = v.object({
  name: v.string(),
  waiting: Count,
  isCut: v.boolean(),
  companies: Count,
  /** Since when the oldest waits, or a time in the future when the next is due. */
  since: v.nullable(Instant),
  failed: Count,
  canRetry: v.boolean(),
})
export type QueueState = v.InferOutput<typeof QueueState>

export const JobState = v.object({
  name: v.string(),
  /** Number of companies in which it is due, and since when. Null for a server job. */
  due: v.nullable(Count),
  since: v.nullable(Instant),
  next: v.nullable(Instant),
  runs: Count,
  failures: Count,
  ranAt: v.nullable(Instant),
  /** Milliseconds of the last run. */
  took: v.number(),
  /** The unresolved failure. */
  failedAt: v.nullable(Instant),
})
export type JobState = v.InferOutput<typeof JobState>

export const CompanyState = v.object({
  id: Id,
  name: v.string(),
  active: v.boolean(),
  sockets: Count,
  /** Signed-in users. */
  sessions: Count,
  /** Connections, and those that can send. Null while nobody has asked the company. */
  connections: v.nullable(Count),
  up: v.nullable(Count),
  /** Messages waiting to be sent. */
  outbox: Count,
  /** Bytes of its folder. Null until they are measured. */
  disk: v.nullable(Count),
})
export type CompanyState = v.InferOutput<typeof CompanyState>

export const ConnectionDown = v.object({
  company: v.object({ id: Id, name: v.string() }),
  id: Id,
  name: v.string(),
  status: v.string(),
  reason: v.nullable(v.string()),
  since: Instant,
})
export type ConnectionDown = v.InferOutput<typeof ConnectionDown>

export const ErrorState = v.object({
  key: v.string(),
  words: v.string(),
  error: v.string(),
  place: v.string(),
  /** Reference of the latest error, to find it in the log. */
  reference: v.nullable(v.string()),
  count: Count,
  companies: Count,
  firstAt: Instant,
  lastAt: Instant,
})
export type ErrorState = v.InferOutput<typeof ErrorState>

export const SlowState = v.object({ route: v.string(), count: Count, worst: v.number(), lastAt: Instant })

/** Bytes. Null if the system does not report it. */
export const DiskState = v.object({
  total: Count,
  free: Count,
  databases: Count,
  backups: Count,
})

export const BackupState = v.object({
  id: Id,
  kind: v.picklist(['scheduled', 'manual', 'command', 'update']),
  name: v.string(),
  folder: v.string(),
  state: v.picklist(['running', 'verified', 'failed']),
  startedAt: Instant,
  endedAt: v.nullable(Instant),
  verifiedAt: v.nullable(Instant),
  bytes: v.nullable(Count),
  companies: v.nullable(Count),
  problem: v.nullable(v.string()),
})
export type BackupState = v.InferOutput<typeof BackupState>

export const BackupPlan = v.object({
  /** Cron pattern; empty for none. */
  pattern: v.string(),
  keep: Count,
  folder: v.string(),
  next: v.nullable(Instant),
  lastGoodAt: v.nullable(Instant),
  isRunning: v.boolean(),
  hasFailed: v.boolean(),
  records: v.array(BackupState),
})
export type BackupPlan = v.InferOutput<typeof BackupPlan>

export const Overview = v.object({
  /** In a fleet: the machine whose load, jobs, slow requests, disk and backups these are. Companies are those of all. */
  machine: v.nullable(v.string()),
  startedAt: Instant,
  loop: v.object({ p99: v.number(), p50: v.number(), max: v.number() }),
  /** Bytes. */
  memory: v.object({ used: Count, total: Count }),
  disk: DiskState,
  sockets: v.object({ count: Count, people: Count, companies: Count }),
  connections: v.object({ total: Count, up: Count }),
  requests: v.object({ total: Count, slow: Count, worst: v.nullable(v.string()) }),
  queues: v.array(QueueState),
  jobs: v.array(JobState),
  errors: v.array(ErrorState),
  /** The busiest first. */
  companies: v.object({ count: Count, records: v.array(CompanyState) }),
  /** The longest first. */
  down: v.object({ count: Count, records: v.array(ConnectionDown) }),
  slow: v.array(SlowState),
  backups: BackupPlan,
  /** The account of the installation's mail, while its provider refuses it. */
  mailSignedOut: v.nullable(v.string()),
  /** The certificate of the installation's address, while it is missing, has ended, or its renewal fails. */
  certificate: v.nullable(
    v.object({ name: v.string(), state: v.picklist(['failing', 'expired', 'missing']), to: v.nullable(Instant) }),
  ),
  /** A newer version that nobody has planned, or how the last update ended, if it did not hold. */
  update: v.nullable(
    v.object({ version: v.string(), state: v.picklist(['offered', 'failed', 'back', 'broken']), at: Instant }),
  ),
  /** Page that the BI tab embeds. */
  biUrl: v.nullable(v.string()),
})
export type Overview = v.InferOutput<typeof Overview>

export const CompanyPage = v.object({ records: v.array(CompanyState), count: Count, hasMore: v.boolean() })
export type CompanyPage = v.InferOutput<typeof CompanyPage>

/** Sockets per answer. */
export const MOST_SOCKETS = 200
/** An open page. */
export const SocketState = v.object({
  id: v.string(),
  user: v.string(),
  company: v.object({ id: Id, name: v.string() }),
  since: Instant,
  /** Masked. */
  network: v.string(),
  browser: v.string(),
  /** Bytes that it has not taken yet. */
  backlog: Count,
  sent: Count,
  received: Count,
})
export type SocketState = v.InferOutput<typeof SocketState>
export const SocketPage = v.object({ records: v.array(SocketState), count: Count })
export type SocketPage = v.InferOutput<typeof SocketPage>

export const Point = v.object({
  at: Instant,
  p50: v.number(),
  p99: v.number(),
  max: v.number(),
  /** Megabytes. */
  memory: v.number(),
  received: Count,
  settled: Count,
  requests: Count,
  slow: Count,
})
export type Point = v.InferOutput<typeof Point>
export const Points = v.object({ records: v.array(Point) })

/** Number of companies that a retry reached. */
export const Retried = v.object({ companies: Count })

/** Sent to the operator's users, so that an action appears on their other pages at once. */
export const monitorChanged = defineEvent('monitor.changed', v.object({}))
