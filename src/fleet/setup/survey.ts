/** A fleet's status without a node: from the buckets of its servers. */
import { openBuckets } from '../jetstream/open'
import type { NodeLease } from '../placement/lease'
import { type NodeOrder, type Ownership, Picture } from '../placement/owners'
import { type FleetStatus, fleetStatus } from '../placement/status'
import { systemTimers } from '../placement/timers'
import type { FleetSettings } from '../settings'

/** A node that died within the last 12 seconds still seems to run. Throws `FleetRefused`. */
export async function statusFromServers({ settings }: { readonly settings: FleetSettings }): Promise<FleetStatus> {
  const { bucket, close } = await openBuckets(settings)
  const buckets = {
    nodes: bucket<NodeLease>('nodes'),
    owners: bucket<Ownership>('owners'),
    orders: bucket<NodeOrder>('orders'),
  }
  const picture = new Picture(buckets, systemTimers, () => {})
  try {
    await picture.start()
    return fleetStatus(picture, { nameOf: () => undefined, lagOf: () => undefined })
  } finally {
    await picture.stop()
    await close()
  }
}
