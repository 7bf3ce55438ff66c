/** The parts of a node, put together: companies, placement, and what the product sees of both. */
import type { FleetServers } from '../../fleet/jetstream/open'
import type { Buckets } from '../../fleet/placement/owners'
import { Placement } from '../../fleet/placement/placement'
import { systemTimers } from '../../fleet/placement/timers'
import type { FleetView } from '../../fleet/view'
import type { Server } from '../server'
import type { CompanyLoads } from './company-loads'
import { createCompanyParts, ownVersions } from './company-parts'
import type { FleetControlOfNode } from './control'
import { createControlHolds } from './control-holds'
import { bringControlHere, findFirstCompany, warnOfNewerData } from './control-upgrade'
import { createSession, newIncarnation } from './installation'
import { joinFleet } from './joining'
import { createLending } from './lending'
import type { FleetMedia } from './media'
import { createHooks, type NodeHooks, noticesFor } from './node-hooks'
import type { FleetNodeOptions, StoreDeps } from './node-options'
import type { OwnedCompanies } from './owned-companies'
import type { FleetParts } from './parts'
import { createStatusFacts } from './status-facts'
import { startUpkeep } from './upkeep'
import { createFleetView } from './view'

/** Somebody who works writes more often. */
const QUIET_MS = 60_000

export type NodeParts = Awaited<ReturnType<typeof createNode>>

export async function createNode(options: FleetNodeOptions, { secret, servers }: StoreDeps) {
  const { settings, dataDir, log, clock } = options
  const { node } = settings
  const hooks = createHooks()
  const state = { firstCompany: '' }
  const here = new Set<string>()
  const controlHolds = createControlHolds()
  const companies = await createCompanyParts({
    options,
    secret,
    servers,
    hooks,
    controlHolds,
    here,
    placement: () => placement,
  })
  const { control, owned, gate, copies, effects, allEffects, media, loads, machine } = companies
  const placement: Placement = new Placement({
    node,
    buckets: bucketsOf(servers),
    timers: systemTimers,
    effects: allEffects,
    get firstCompany() {
      return state.firstCompany
    },
    facts: () => ({ ...machine.facts(), lag: copies.behind(), ...media.unstored() }),
    newIncarnation: () => newIncarnation(dataDir, node),
    leaseTtlMs: servers.leaseTtlMs,
    isQuiet: (company) => owned.isQuiet(company, QUIET_MS),
    ...noticesFor(hooks, log),
  })
  const prepare = (company: string) => {
    createSession(dataDir, company, secret)
    media.store.adopt(company)
  }
  const lending = createLending({
    async renew(company, work) {
      await placement.renew(company, (claimant, signal) => effects.renew(company, work, claimant, signal))
      media.store.adopt(company)
    },
  })
  hooks.uploaded = lending.uploaded
  const view = createViewOf({ node, placement, control, owned, loads, hooks, state, prepare, media, servers })
  const parts: FleetParts = {
    view,
    gate,
    control,
    isHere: (company) => here.has(company),
    workOn: lending.workOn,
    versionOf: (company, path) => owned.find(company)?.owner.versionOf(path) ?? Number.POSITIVE_INFINITY,
    committed: owned.committed,
  }
  const leaving = new AbortController()
  hooks.bringControl = () => {
    state.firstCompany = findFirstCompany(control.db) ?? ''
    const { signal } = leaving
    void bringControlHere({ view, company: state.firstCompany, log, signal, refused: hooks.setObstacle })
  }
  const logNow = () => hooks.server?.log ?? log
  let endUpkeep = () => {}

  async function stop(): Promise<void> {
    leaving.abort()
    endUpkeep()
    hooks.attached.resolve(undefined)
    await placement.stop()
    machine.stop()
    owned.stop()
    if (placement.hasGivenUp) return // files are left as they are, and the process ends
    await control.stop()
    await media.close()
  }

  return {
    parts,
    placement,
    control,
    media,
    loads,
    hooks,
    lending,
    controlHolds,
    stop,
    /** Leaves nothing behind if it fails. */
    async start() {
      try {
        await joinFleet({ dataDir, node, placement, owned, control, state, prepare, hooks })
        warnOfNewerData(placement.picture, ownVersions, log)
        endUpkeep = startUpkeep({ servers, control, placement, view, media, dataDir, clock, log: logNow })
      } catch (error) {
        await stop()
        throw error
      }
    },
    attach(server: Server) {
      hooks.server = server
      media.store.start()
      hooks.attached.resolve(server)
    },
  }
}

type ViewParts = {
  readonly node: string
  readonly placement: Placement
  readonly control: FleetControlOfNode
  readonly owned: OwnedCompanies
  readonly loads: CompanyLoads
  readonly hooks: NodeHooks
  readonly state: { readonly firstCompany: string }
  prepare(company: string): void
  readonly media: FleetMedia
  readonly servers: FleetServers
}

function createViewOf({
  node,
  placement,
  control,
  owned,
  loads,
  hooks,
  state,
  prepare,
  media,
  servers,
}: ViewParts): FleetView {
  const statusFacts = createStatusFacts(placement.picture)
  return createFleetView({
    node,
    placement,
    timers: systemTimers,
    countOwned: () => owned.size,
    isControlRead: () => control.isRead(),
    firstCompany: () => state.firstCompany,
    facts: () => statusFacts(hooks.server?.databases.control),
    prepare,
    listLoads: loads.listAll,
    async deleteStored(company) {
      await media.store.forgetSnapshots(company) // its media wait with its folder for thirty days
      await servers.log.purgeBelow(company, Number.MAX_SAFE_INTEGER)
    },
  })
}

const bucketsOf = ({ bucket }: FleetServers): Buckets => ({
  nodes: bucket('nodes'),
  owners: bucket('owners'),
  orders: bucket('orders'),
})
