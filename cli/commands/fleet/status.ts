import type { CompanyStatus, FleetStatus, NodeStatus } from '../../../src/fleet/placement/status'
import type { HoldUp } from '../../../src/operator/update/rolling'
import { CONTROL } from '../../../src/platform/gate'
import { type Common, dataDirOf, installationCommand, outputOf } from '../../command'
import { print, table } from '../../terminal'
import { localNode, NodeIsSilent } from './local'

export const statusCommand = () =>
  installationCommand('status', 'Show nodes and companies: who owns what, and how far copies are behind').action(
    async (options: Common) => {
      const status = withoutControl(await findStatus(dataDirOf(options)))
      await print(outputOf(options), status, wordsOf(status))
    },
  )

type AskedStatus = FleetStatus & {
  /** The node that was asked; null if none runs here and the servers were asked. */
  readonly node: string | null
  /** Companies because of which an update of all nodes waits; absent if the servers were asked. */
  readonly heldUpBy?: readonly HoldUp[]
}

export type ShownStatus = AskedStatus & { readonly control: CompanyStatus | null }

/** control.db moves as a company does, and is none. */
function withoutControl(status: AskedStatus): ShownStatus {
  const control = status.companies.find(({ uuid }) => uuid === CONTROL) ?? null
  return {
    ...status,
    companies: status.companies.filter(({ uuid }) => uuid !== CONTROL),
    control,
  }
}

/** From the node that runs here, or from the fleet's servers. */
async function findStatus(dataDir: string): Promise<AskedStatus> {
  try {
    return await localNode(dataDir).ask<AskedStatus>('/status')
  } catch (error) {
    if (!(error instanceof NodeIsSilent)) throw error
    const { statusFromServers } = await import('../../../src/fleet/setup/survey')
    const { ownFleet } = await import('./own')
    return { node: null, ...(await statusFromServers(await ownFleet(dataDir))) }
  }
}

const wordsOf = ({ node, nodes, companies, control, heldUpBy = [] }: ShownStatus): string[] => [
  ...(node === null ? ['No node runs on this data folder: this is what the servers say.', ''] : []),
  ...table([
    ['node', 'state', 'address', 'version', 'companies', 'copies', 'load'],
    ...nodes.map((one) => [
      one.name,
      stateOf(one),
      one.address,
      one.version,
      one.companies,
      one.standbys,
      `${one.busy.toFixed(1)} of ${one.capacity.toFixed(0)}`,
    ]),
  ]),
  '',
  ...table([
    ['company', 'owner', 'epoch', 'standby', 'behind', ''],
    ...[...companies, ...(control ? [{ ...control, name: 'control.db' }] : [])].map((one) => [
      one.name ?? one.uuid,
      one.owner ?? 'nobody',
      one.epoch,
      one.standby,
      one.lag,
      movesIn(one),
    ]),
  ]),
  ...heldUpWords(heldUpBy),
]

const reasons: Readonly<Record<HoldUp['why'], string>> = {
  silent: 'nobody has it, and its node does not run',
  tooOld: 'nobody has it, and every program that runs is too old for its data',
  untaken: 'nobody takes it: the logs of the nodes say why',
  moving: 'it is on its way',
}

const heldUpWords = (holdUps: readonly HoldUp[]): string[] =>
  holdUps.length === 0
    ? []
    : [
        '',
        'The update of all nodes waits for:',
        ...table(holdUps.map(({ company, name, machine, why }) => [`  ${name ?? company}`, machine, reasons[why]])),
        'Go on without them: balcao update --go-on    Stop the update: balcao update --stop',
      ]

function stateOf({ isRunning, isFull, drain }: NodeStatus): string {
  if (drain) return `${drain.kind === 'leave' ? 'leaves' : 'drains'}, ${drain.left} of ${drain.companies} left`
  if (!isRunning) return 'silent'
  return isFull ? 'runs, disk full' : 'runs'
}

const movesIn = ({ move }: CompanyStatus) => (move ? `goes to ${move.to} (${move.step})` : '')
