/** What a node is opened with, and what it has as soon as it reaches the fleet's servers. */
import type { FleetServers } from '../../fleet/jetstream/open'
import type { FleetSettings } from '../../fleet/settings'
import type { Log } from '../../platform/log'
import type { Clock } from '../../platform/time'

export type FleetNodeOptions = {
  readonly settings: FleetSettings
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** Milliseconds that the start waits for servers that start, too; for tests. */
  readonly serversWithin?: number
}

export type StoreDeps = { readonly secret: Buffer; readonly servers: FleetServers }
