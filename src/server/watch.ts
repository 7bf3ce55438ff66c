/** Monitors disk space, event loop stalls and message counts. */
import { type Announce, installationUpdated } from '../operator/contract'
import type { ControlWrites } from '../platform/control-writes'
import type { Exits } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { watchDiskSpace } from '../platform/disk-space'
import { createBurstCollector } from '../platform/garbage'
import type { Hub } from '../platform/hub'
import { createLoadHours } from '../platform/load-hours'
import type { Log } from '../platform/log'
import { createMetrics, watchLoop } from '../platform/metrics'
import { createRequests } from '../platform/requests'
import { createSamples } from '../platform/samples'
import type { Clock } from '../platform/time'
import { listCompanies, tenantOf } from '../tenancy/companies'

type WatchDeps = {
  readonly dataDir: string
  readonly databases: Databases
  readonly controlWrites: ControlWrites
  readonly log: Log
  readonly exits: Exits
  readonly hub: Hub
  readonly clock: Clock
  /** Number of live sessions. */
  liveCount(): number
}

export function createWatch({ dataDir, databases, controlWrites, log, exits, hub, clock, liveCount }: WatchDeps) {
  const announce = announcer(databases, exits, hub)
  const diskSpace = watchDiskSpace(dataDir, (isFull) => {
    log[isFull ? 'error' : 'info'](isFull ? 'the disk is full' : 'there is space on the disk again')
    announce({ storageFull: isFull }, (listener) => listener.super || listener.profile === 'admin')
  })
  const metrics = createMetrics({
    balcao_sockets: hub.size,
    balcao_sessions: liveCount,
    balcao_tenants_damaged: () => databases.damagedTenants().size,
    balcao_storage_full: () => Number(diskSpace.isFull()),
  })
  const counts = { received: 0, settled: 0 }
  const requests = createRequests(clock)
  const hours = createLoadHours(databases.control, controlWrites)
  const samples = createSamples(
    clock,
    () => ({ ...counts, requests: requests.total(), slow: requests.slowTotal() }),
    hours.keep,
  )
  const loop = watchLoop(({ held, waited }) => {
    metrics.stall.observe(held)
    metrics.coreWait.observe(waited)
  }, samples.look)
  const collectAfter = createBurstCollector()
  return {
    diskSpace,
    announce,
    metrics,
    requests,
    samples,
    hours,
    /** Call it before work for a company. */
    active: loop.stir,
    /** Counts stored messages. */
    received(count: number) {
      metrics.received.inc(count)
      counts.received += count
      collectAfter(count)
    },
    settled(outcome: 'sent' | 'failed') {
      metrics.settled.inc({ outcome })
      counts.settled++
    },
    stop() {
      loop.stop()
      samples.endHour()
    },
  }
}

/** Tells open pages what has changed about the installation. Others ask when they open. */
const announcer =
  ({ control }: Databases, exits: Exits, hub: Hub): Announce =>
  (news, audience) => {
    for (const company of listCompanies(control))
      if (hub.of(company.id).length > 0) exits.emit(tenantOf(company), installationUpdated(news), audience)
  }
