/** What a node does with companies: owning, copying, their media, and how much they take of it. */
import { countConnections, countConnectionsByCompany } from '../../channels/connection-counts'
import { sessionSchema } from '../../channels/whatsapp/storage/session-schema'
import { fleetKeyOf } from '../../fleet/keys'
import type { OwnerDeps } from '../../fleet/owner'
import { createPagePool } from '../../fleet/pages'
import type { CompanyEffects } from '../../fleet/placement/company-runner'
import type { Ownership } from '../../fleet/placement/owners'
import type { Placement } from '../../fleet/placement/placement'
import { FLEET_PROTOCOL } from '../../fleet/placement/protocol'
import type { Versions } from '../../fleet/placement/versions'
import { FleetRefused } from '../../fleet/refused'
import { listHandovers } from '../../operator/handover'
import { controlSchema, tenantFolder, tenantSchema } from '../../platform/databases'
import { CONTROL } from '../../platform/gate'
import { newestOf } from '../../platform/schema'
import { version } from '../../version'
import { createCompanyLoads } from './company-loads'
import { createFleetControl } from './control'
import type { ControlHolds } from './control-holds'
import { type CompanyFiles, Effects } from './effects'
import { createFleetGate } from './fleet-gate'
import { KeptCopies } from './kept-copies'
import { openFleetMedia } from './media'
import { createNodeFacts } from './node-facts'
import type { NodeHooks } from './node-hooks'
import type { FleetNodeOptions, StoreDeps } from './node-options'
import { OwnedCompanies } from './owned-companies'
import { createProduct } from './product'

export const ownVersions: Versions = { program: version, protocol: FLEET_PROTOCOL, schema: newestOf(tenantSchema) }

type CompanyDeps = StoreDeps & {
  readonly options: FleetNodeOptions
  readonly hooks: NodeHooks
  readonly controlHolds: ControlHolds
  /** Companies that are open here. */
  readonly here: Set<string>
  readonly placement: () => Placement
}

export async function createCompanyParts({
  options,
  secret,
  servers,
  hooks,
  controlHolds,
  here,
  placement,
}: CompanyDeps) {
  const { settings, dataDir, log, clock } = options
  const { node } = settings
  const fleetKey = fleetKeyOf(secret)
  const shared = { log: servers.log, fleetKey, pool: createPagePool(), logger: log }
  const control = createFleetControl({
    ...shared,
    dataDir,
    claim: () => ({ node, incarnation: placement().incarnation, version }),
    askOwner: (question, within) => hooks.askControl(question, within),
    report: (event) => placement().report(CONTROL, event),
    unreadable({ kind, words }) {
      if (kind === 'newer') hooks.tooOld.reject(new FleetRefused([words]))
      else hooks.bringControl()
    },
  })
  const owned = new OwnedCompanies({ listOpen: () => hooks.server?.databases.listOpen() ?? [] })
  const gate = createFleetGate({
    owned,
    waitForControl: () => control.wait(),
    isLeaseHeld: () => placement().isLeaseHeld(),
  })
  const copies = new KeptCopies({
    ...shared,
    folderOf: (company) => filesOf(dataDir, company).folder,
    failed: (company) => placement().report(company, 'failed'),
  })
  const effects = new Effects({
    ...shared,
    copies,
    claim: () => claimOf(node, placement().incarnation),
    owned,
    gate,
    product: createProduct({
      here,
      partings: hooks.partings,
      arrivals: hooks.arrivals,
      attached: hooks.attached.promise,
    }),
    filesOf: (company) => filesOf(dataDir, company),
    isHandedOut: (company) => listHandovers(dataDir).has(company),
    ownershipOf: (company) => placement().picture.owners.get(company)?.value,
    isCopiedHere: (company) => isCopiedAt(placement().picture.owners.get(company)?.value, node),
    uploaded: (company, share) => hooks.uploaded(company, share),
    refused: (company) => placement().report(company, 'refused'),
  })
  const media = await openFleetMedia({
    ...shared,
    objects: servers.log.objects,
    dataDir,
    gate,
    clock,
    isHere: (company) => (company === CONTROL ? control.isOwned() : here.has(company)),
    listKeepers: () => listKeepers(placement(), node),
    askNode: (other, question, within) => hooks.askMedia(other, question, within),
  })
  const loads = createCompanyLoads({
    node,
    listOwn: owned.list,
    connections: () => (hooks.server ? countConnectionsByCompany(hooks.server) : new Map()),
    listNodes: () => placement().picture.living().keys(),
    companiesOf: (name) => placement().picture.companiesOf(name),
    askNode: (name) => hooks.askLoads(name),
    now: () => performance.now(),
  })
  const machine = createNodeFacts({
    dataDir,
    url: `https://${settings.address}`,
    versions: ownVersions,
    counts: () => ({ companies: owned.size, standbys: copies.size }),
    busy: () => loads.busy(),
    connections: () => (hooks.server ? countConnections(hooks.server) : { total: 0, up: 0 }),
    isStorageFull: () => hooks.server?.diskSpace.isFull() ?? false,
  })
  const allEffects = withControl(effects, control.effects, controlHolds)
  return { control, owned, gate, copies, effects, allEffects, media, loads, machine }
}

function filesOf(dataDir: string, company: string): CompanyFiles {
  if (company === CONTROL) return { folder: dataDir, names: ['control.db'] }
  return { folder: tenantFolder(dataDir, company), names: ['tenant.db', 'session.db'] }
}

/** Who claims a company, for people who read its log. */
const claimOf = (node: string, incarnation: string): OwnerDeps['claim'] => ({
  node,
  incarnation,
  version,
  steps: {
    'control.db': newestOf(controlSchema),
    'tenant.db': newestOf(tenantSchema),
    'session.db': newestOf(sessionSchema),
  },
})

const isCopiedAt = (ownership: Ownership | undefined, node: string): boolean =>
  ownership !== undefined && ownership.node !== node && (ownership.standby === node || ownership.to === node)

/** Other nodes that have media which the object store lacks. */
const listKeepers = ({ picture }: Placement, node: string): string[] =>
  [...picture.living()].flatMap(([name, { unstored }]) => (unstored && name !== node ? [name] : []))

const withControl = (companies: CompanyEffects, control: CompanyEffects, holds: ControlHolds): CompanyEffects => {
  const of = (company: string) => (company === CONTROL ? control : companies)
  return {
    follow: (company, signal) => of(company).follow(company, signal),
    unfollow: (company) => of(company).unfollow(company),
    claim: (company, claimant, signal) => of(company).claim(company, claimant, signal),
    open: (company, epoch) => of(company).open(company, epoch),
    prepareToPart: async (company, signal) => of(company).prepareToPart?.(company, signal),
    hold: (company) => of(company).hold(company),
    drop: (company) => of(company).drop(company),
    async part(company, signal) {
      if (company === CONTROL) await holds.end(signal)
      await of(company).part(company, signal)
    },
    close: (company) => of(company).close(company),
    putAside: (company) => of(company).putAside(company),
  }
}
