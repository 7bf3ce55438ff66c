/** The monitor's metrics for Prometheus, each computed per request. */
import type { Services } from '../../platform/module'
import type { Monitor } from './overview'

export function addMetrics({ metrics, vitals, backups, clock, timetable }: Services, monitor: Monitor): void {
  const age = (at: string | null) => (at === null ? 0 : Math.max(0, (clock() - Date.parse(at)) / 1000))
  const byQueue = (read: (queue: ReturnType<Monitor['queues']>[number]) => number) => () =>
    monitor.queues().map((queue) => [queue.name, read(queue)] as const)
  metrics.add({
    name: 'balcao_queue_waiting',
    help: 'Work that waits, by queue; at most a thousand of each company are counted',
    label: 'queue',
    read: byQueue(({ waiting }) => waiting),
  })
  metrics.add({
    name: 'balcao_queue_failed',
    help: 'Work that waits after a failure, by queue',
    label: 'queue',
    read: byQueue(({ failed }) => failed),
  })
  metrics.add({
    name: 'balcao_queue_oldest_seconds',
    help: 'How long the first one waits, by queue',
    label: 'queue',
    read: byQueue(({ since }) => age(since)),
  })
  metrics.add({
    name: 'balcao_job_failures_total',
    help: 'Runs of jobs that failed, by job',
    label: 'job',
    read: () => vitals.jobs.names().map((name) => [name, vitals.jobs.of(name).failures] as const),
  })
  metrics.add({
    name: 'balcao_job_due',
    help: 'Companies in which a job is due, by job',
    label: 'job',
    read: () => timetable.state().map(({ name, due }) => [name, due] as const),
  })
  metrics.add({
    name: 'balcao_connections_down',
    help: 'Connections that do not work',
    read: () => monitor.countDown(),
  })
  metrics.add({ name: 'balcao_errors_total', help: 'Errors in the log', read: vitals.errors.total })
  metrics.add({ name: 'balcao_requests_total', help: 'Requests', read: vitals.requests.total })
  metrics.add({
    name: 'balcao_requests_slow_total',
    help: 'Requests that took more than a second',
    read: vitals.requests.slowTotal,
  })
  metrics.add({
    name: 'balcao_loop_delay_p99_seconds',
    help: 'Delay of the main loop in the last minute',
    read: () => (vitals.samples.last()?.p99 ?? 0) / 1000,
  })
  metrics.add({
    name: 'balcao_disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    read: () => monitor.disk().free,
  })
  metrics.add({
    name: 'balcao_backup_age_seconds',
    help: 'Age of the newest verified backup; 0 if there is none',
    read: () => age(monitor.plan().lastGoodAt),
  })
  metrics.add({
    name: 'balcao_backup_failed',
    help: '1 if the newest backup failed',
    read: () => Number(backups.hasFailed()),
  })
}
