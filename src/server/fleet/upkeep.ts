/** What a node looks after from time to time: the fleet's servers, and companies that the fleet should know or forget. */
import type { FleetServers } from '../../fleet/jetstream/open'
import type { Placement } from '../../fleet/placement/placement'
import type { FleetView } from '../../fleet/view'
import { listHandovers } from '../../operator/handover'
import type { Log } from '../../platform/log'
import { remembered } from '../../platform/sqlite'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../../platform/time'
import { listCompanies } from '../../tenancy/companies'
import type { FleetControlOfNode } from './control'
import { listLeftOut, listLeftOver } from './installation'
import { createLeftovers } from './leftovers'
import type { FleetMedia } from './media'

export type UpkeepDeps = {
  readonly servers: FleetServers
  readonly control: FleetControlOfNode
  readonly placement: Placement
  readonly view: FleetView
  readonly media: FleetMedia
  readonly dataDir: string
  readonly clock: Clock
  readonly log: () => Log
}

const COMPANIES_EVERY_MS = SECOND
const SERVERS_EVERY_MS = MINUTE
/** A company that is deleted is in the fleet and not in control.db for a moment. */
const LEFT_OVER_AFTER_MS = MINUTE

/** Returns what ends it. */
export function startUpkeep(deps: UpkeepDeps): () => void {
  const { log, servers } = deps
  const companies = lookAtCompanies(deps)
  const every = (ms: number, what: string, work: () => Promise<unknown>) => {
    let isRunning = false
    const timer = setInterval(() => {
      if (isRunning) return
      isRunning = true
      work()
        .catch((error: unknown) => log().warn({ err: error }, `${what} failed; it is tried again`))
        .finally(() => {
          isRunning = false
        })
    }, ms)
    timer.unref()
    return timer
  }
  const timers = [
    every(COMPANIES_EVERY_MS, 'the look at the companies of the fleet', companies),
    every(SERVERS_EVERY_MS, 'the look at the NATS servers', lookAtServers(deps)),
    every(HOUR, 'the removal of folders that nobody needs', lookAtFolders(deps)),
    every(DAY, 'the removal of abandoned uploads', () => removeAbandonedUploads(deps)),
  ]
  const endHearing = servers.onSilent((server) =>
    log().warn({ server }, 'a NATS server answers nothing that needs a majority: this node goes on with another'),
  )
  return () => {
    timers.forEach(clearInterval)
    endHearing()
  }
}

function lookAtFolders({ placement, control, media, dataDir, view, clock, log }: UpkeepDeps): () => Promise<void> {
  return createLeftovers({
    dataDir,
    node: view.node,
    placement,
    now: clock,
    listCompanies: () => listCompanies(control.db),
    isHandedOut: (company) => listHandovers(dataDir).has(company),
    areFilesStored: (company) => media.store.hasAllOf(company),
    removed: (company) => log().info({ tenant: company }, 'what this node kept of a company was removed'),
  })
}

/** Of the companies that are owned here. */
async function removeAbandonedUploads({ servers, placement, view }: UpkeepDeps): Promise<void> {
  for (const company of [...placement.companies()])
    if (view.owns(company)) await servers.removeAbandonedUploads(company)
}

/** Servers that were down at the start, settings that have changed since, and disks that are full. */
export function lookAtServers({ servers, log }: Pick<UpkeepDeps, 'servers' | 'log'>): () => Promise<void> {
  let known = ''
  return async () => {
    const faults = await servers.listFaults()
    const words = faults.join(' ')
    if (words === known) return
    known = words
    if (faults.length === 0) log().info('the NATS servers are in order again')
    else log().error({ err: new Error(words) }, 'the NATS servers are not in order')
  }
}

/** Where control.db is owned. */
function lookAtCompanies({ control, placement, view, dataDir, log }: UpkeepDeps): () => Promise<void> {
  const since = new Map<string, number>()
  const companiesNow = remembered(control.db.$client, () => listCompanies(control.db), ['companies'])
  return async () => {
    if (!control.isOwned()) return
    const companies = companiesNow(null)
    for (const company of listLeftOut(companies, dataDir, placement)) {
      log().info({ tenant: company }, 'a company becomes one of the fleet')
      await view.adopt(company)
    }
    const left = new Set(listLeftOver(companies, placement))
    for (const company of [...since.keys()]) if (!left.has(company)) since.delete(company)
    for (const company of left) {
      const at = since.get(company)
      if (at === undefined) since.set(company, performance.now())
      else if (performance.now() - at > LEFT_OVER_AFTER_MS) {
        log().warn({ tenant: company }, 'a deleted company leaves the fleet')
        await view.forget(company)
        since.delete(company)
      }
    }
  }
}
