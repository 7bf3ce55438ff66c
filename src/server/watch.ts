/** Monitors disk space, event loop stalls and message counts. */
import { installationUpdated } from '../operator/contract'
import type { Exits } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { watchDiskSpace } from '../platform/disk-space'
import { createBurstCollector } from '../platform/garbage'
import type { Hub } from '../platform/hub'
import type { Log } from '../platform/log'
import { createMetrics, watchLoop } from '../platform/metrics'
import { listCompanies, tenantOf } from '../tenancy/companies'

type WatchDeps = {
  readonly dataDir: string
  readonly databases: Databases
  readonly log: Log
  readonly exits: Exits
  readonly hub: Hub
  /** Number of live sessions. */
  liveCount(): number
}

export function createWatch({ dataDir, databases, log, exits, hub, liveCount }: WatchDeps) {
  const diskSpace = watchDiskSpace(dataDir, (isFull) => {
    log[isFull ? 'error' : 'info'](isFull ? 'the disk is full' : 'there is space on the disk again')
    announceDiskSpace(databases, exits, isFull)
  })
  const metrics = createMetrics({
    balcao_sockets: hub.size,
    balcao_sessions: liveCount,
    balcao_tenants_damaged: () => databases.damagedTenants().size,
    balcao_storage_full: () => Number(diskSpace.isFull()),
  })
  const loop = watchLoop(({ held, waited }) => {
    metrics.stall.observe(held)
    metrics.coreWait.observe(waited)
  })
  const collectAfter = createBurstCollector()
  return {
    diskSpace,
    metrics,
    /** Call it before work for a company. */
    active: loop.stir,
    /** Counts stored messages. */
    received(count: number) {
      metrics.received.inc(count)
      collectAfter(count)
    },
    settled: (outcome: 'sent' | 'failed') => metrics.settled.inc({ outcome }),
    stop: loop.stop,
  }
}

/** Notifies users who can do something about a full disk. */
function announceDiskSpace({ control }: Databases, exits: Exits, storageFull: boolean) {
  for (const company of listCompanies(control))
    exits.emit(
      tenantOf(company),
      installationUpdated({ storageFull }),
      (listener) => listener.super || listener.profile === 'admin',
    )
}
