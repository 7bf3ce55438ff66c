/** The fleet that a data folder belongs to. */
import type { FleetSettings } from '../../../src/fleet/settings'
import { Refusal } from '../../../src/operator/refusal'

export type OwnFleet = { readonly settings: FleetSettings; readonly installation: string }

/** Throws a `Refusal` or a `ConfigError`. */
export async function ownFleet(dataDir: string): Promise<OwnFleet> {
  const { readFleetSettings } = await import('../../../src/fleet/settings')
  const { installationOf } = await import('../../../src/fleet/keys')
  const { ConfigError } = await import('../../../src/platform/config')
  const { findSecret } = await import('../../../src/platform/secret')
  const { settings, faults } = readFleetSettings(process.env)
  if (faults.length > 0) throw new ConfigError(faults)
  if (!settings)
    throw new Refusal(
      `${dataDir} belongs to no fleet. Make one with balcao fleet init, or choose the folder with --data.`,
    )
  const secret = findSecret(dataDir)
  if (!secret) throw new Refusal(`${dataDir} has no secret.key, which every node of the fleet has.`)
  return { settings, installation: installationOf(secret) }
}
