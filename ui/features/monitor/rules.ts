/** What needs the operator's attention, and the urgency of each row. Pure. */
import type { JobState, Overview, QueueState } from '../../../src/features/monitor/contract'
import type { MonitorTab } from './view'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Work that waits longer counts as stopped. */
export const STALLED = 15 * MINUTE
export const SLOW_QUEUE = 5 * MINUTE
const DOWN_LONG = 20 * MINUTE
const LEAST_FREE = 0.1
const HELD_LOOP = 250
/** Delay after which a scheduled backup counts as late. */
const LATE_BACKUP = 2 * HOUR

export type Ask = {
  readonly what:
    | 'backupFailed'
    | 'backupLate'
    | 'noBackups'
    | 'mailSignedOut'
    | 'certificateFailing'
    | 'certificateMissing'
    | 'certificateExpired'
    | 'updateOffered'
    | 'updateFailed'
    | 'updateBack'
    | 'updateBroken'
    | 'queue'
    | 'job'
    | 'down'
    | 'disk'
    | 'loop'
  readonly tone: 'bad' | 'warn'
  readonly tab: MonitorTab
  readonly name?: string
  readonly count?: number
  /** Milliseconds. */
  readonly span?: number
  readonly detail?: string
}

/** Milliseconds that the oldest has waited; 0 if none is due yet. */
export const waitOf = ({ since }: Pick<QueueState, 'since'>, now: number): number =>
  since === null ? 0 : Math.max(0, now - Date.parse(since))

export function urgencyOf(queue: QueueState, now: number): 'late' | 'soon' | undefined {
  const wait = waitOf(queue, now)
  if (wait >= STALLED) return 'late'
  return wait >= SLOW_QUEUE || queue.failed > 0 ? 'soon' : undefined
}

export const isFailed = ({ failedAt }: JobState): boolean => failedAt !== null

const certificateAsks = {
  failing: 'certificateFailing',
  missing: 'certificateMissing',
  expired: 'certificateExpired',
} as const

function certificateAsk({ name, state, to }: NonNullable<Overview['certificate']>, now: number): Ask {
  const span = to === null ? 0 : Math.abs(Date.parse(to) - now)
  return { what: certificateAsks[state], tone: 'bad', tab: 'overview', name, span }
}

const updateAsks = {
  offered: 'updateOffered',
  failed: 'updateFailed',
  back: 'updateBack',
  broken: 'updateBroken',
} as const

const updateAsk = ({ version, state }: NonNullable<Overview['update']>): Ask => ({
  what: updateAsks[state],
  tone: state === 'broken' ? 'bad' : 'warn',
  tab: 'overview',
  name: version,
})

/** The worst first. */
export function asksOf(overview: Overview, now: number): Ask[] {
  const { backups, queues, jobs, down, disk, loop, mailSignedOut, certificate, update } = overview
  const asks: Ask[] = []
  if (backups.hasFailed)
    asks.push({
      what: 'backupFailed',
      tone: 'bad',
      tab: 'backups',
      detail: backups.records.find(({ state }) => state !== 'running')?.problem ?? '',
    })
  for (const queue of queues)
    if (urgencyOf(queue, now) === 'late')
      asks.push({
        what: 'queue',
        tone: 'bad',
        tab: 'queues',
        name: queue.name,
        count: queue.waiting,
        span: waitOf(queue, now),
      })
  for (const job of jobs.filter(isFailed))
    asks.push({ what: 'job', tone: 'bad', tab: 'queues', name: job.name, count: job.failures })
  if (mailSignedOut !== null) asks.push({ what: 'mailSignedOut', tone: 'bad', tab: 'overview', name: mailSignedOut })
  if (certificate) asks.push(certificateAsk(certificate, now))
  if (update) asks.push(updateAsk(update))
  if (disk.total > 0 && disk.free / disk.total < LEAST_FREE) asks.push({ what: 'disk', tone: 'bad', tab: 'overview' })
  const long = down.records.filter(({ since }) => now - Date.parse(since) >= DOWN_LONG).length
  if (long > 0) asks.push({ what: 'down', tone: 'warn', tab: 'connections', count: long })
  if (loop.p99 >= HELD_LOOP) asks.push({ what: 'loop', tone: 'warn', tab: 'overview', count: Math.round(loop.p99) })
  if (backups.pattern === '' && backups.lastGoodAt === null)
    asks.push({ what: 'noBackups', tone: 'warn', tab: 'backups' })
  else if (!backups.isRunning && backups.next !== null && now - Date.parse(backups.next) > LATE_BACKUP)
    asks.push({ what: 'backupLate', tone: 'bad', tab: 'backups', span: now - Date.parse(backups.next) })
  return asks.toSorted((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'))
}
