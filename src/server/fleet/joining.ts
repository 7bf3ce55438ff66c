/** How a node enters the fleet: with its lease, what its folder has, and control.db. */
import type { Placement } from '../../fleet/placement/placement'
import { FleetRefused } from '../../fleet/refused'
import { CONTROL } from '../../platform/gate'
import { findCompany, listCompanies } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import type { FleetControlOfNode } from './control'
import { findPredecessor, listLeftOut, requireInstallation } from './installation'
import type { NodeHooks } from './node-hooks'
import type { OwnedCompanies } from './owned-companies'

/** How long the start waits for the first copy of control.db. */
const CONTROL_MS = 60_000

type Joining = {
  readonly dataDir: string
  readonly node: string
  readonly placement: Placement
  readonly owned: OwnedCompanies
  readonly control: FleetControlOfNode
  readonly state: { firstCompany: string }
  readonly hooks: Pick<NodeHooks, 'tooOld' | 'obstacle'>
  prepare(company: string): void
}

/** Resolves when the fleet knows this node and all of its companies. Throws `FleetRefused`. */
export async function joinFleet({
  dataDir,
  node,
  placement,
  owned,
  control,
  state,
  prepare,
  hooks,
}: Joining): Promise<void> {
  await placement.start(findPredecessor(dataDir, node), () => requireInstallation(dataDir, node, placement))
  owned.start()
  if (!placement.picture.owners.has(CONTROL)) await placement.adopt(CONTROL)
  control.start()
  await readControl(control, hooks)
  state.firstCompany = findCompany(control.db, OPERATOR_COMPANY)?.uuid ?? ''
  for (const company of listLeftOut(listCompanies(control.db), dataDir, placement)) {
    prepare(company)
    await placement.adopt(company)
  }
}

async function readControl(control: FleetControlOfNode, hooks: Joining['hooks']): Promise<void> {
  const isReadable = control.started().then(() => true)
  const late = Promise.withResolvers<false>()
  // A process that is refused must not wait for it.
  const timer = setTimeout(() => late.resolve(false), CONTROL_MS).unref()
  const isRead = await Promise.race([isReadable, hooks.tooOld.promise, late.promise]).finally(() => clearTimeout(timer))
  if (isRead) return
  const why = hooks.obstacle === '' ? 'the log above says why' : hooks.obstacle
  throw new FleetRefused([`control.db could not be read from the fleet within ${CONTROL_MS / 1000} s: ${why}`])
}
