/** A node as a process of the product, and commands on its data folder. */
import type { FleetStatus } from '../../../src/fleet/placement/status'
import type { FleetSettings } from '../../../src/fleet/settings'
import { balcao } from '../../cli/support'
import { startServerProcess } from '../../survival/support/server-process'
import { startFleet } from './fleet'

const envOf = ({ servers, node, address, ca = '', cert = '', key = '' }: FleetSettings): Record<string, string> => ({
  BALCAO_FLEET: servers.join(','),
  BALCAO_FLEET_NODE: node,
  BALCAO_FLEET_ADDRESS: address,
  BALCAO_FLEET_CA: ca,
  BALCAO_FLEET_CERT: cert,
  BALCAO_FLEET_KEY: key,
})

/** No phone is linked, so nothing answers there. */
const testbed = { url: 'ws://127.0.0.1:9', rootKey: '0'.repeat(64) }

export async function startNode(settings: FleetSettings, dataDir: string) {
  const env = envOf(settings)
  const started = await startServerProcess({ dataDir, testbed, env })
  const command = (...args: string[]) => balcao([...args, '--data', dataDir, '--json'], { env })
  return {
    ...started,
    dataDir,
    command,
    status: async () => JSON.parse((await command('fleet', 'status')).out) as FleetStatus,
  }
}

/** `a` owns everything of the installation, and `b` copies it. */
export async function startTwoNodes(...given: Parameters<typeof startFleet>) {
  const fleet = await startFleet(...given)
  const a = await startNode(await fleet.settings('a'), fleet.first)
  const b = await startNode(await fleet.settings('b'), fleet.emptyFolder())
  return { a, b }
}
