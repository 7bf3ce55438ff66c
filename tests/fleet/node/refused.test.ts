/** What a node refuses at its start, in words, with nothing half-joined. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FleetRefused } from '../../../src/fleet/refused'
import type { FleetSettings } from '../../../src/fleet/settings'
import { silentLog } from '../../../src/operator/installation'
import { isInUse } from '../../../src/platform/lock'
import { openFleetNode } from '../../../src/server/fleet/node'
import { patience } from '../../support/bound'
import { freePort } from '../../support/free-port'
import { until } from '../../support/until'
import { startFleet } from './fleet'

const clock = () => Date.now()

async function refusal(settings: FleetSettings, dataDir: string): Promise<string> {
  const began = performance.now()
  try {
    const node = await openFleetNode({ settings, dataDir, log: silentLog(), clock, serversWithin: 0 })
    await node.close()
    return 'not refused'
  } catch (error) {
    if (!(error instanceof FleetRefused)) throw error
    expect(isInUse(dataDir)).toBe(false)
    expect(performance.now() - began).toBeLessThan(patience(40_000))
    return error.reasons.join('\n')
  }
}

describe('a node is refused', () => {
  test('with a wrong address, and without certificates or with those of another node', async () => {
    const fleet = await startFleet()
    const folder = fleet.emptyFolder()
    const settings = await fleet.settings('b')
    const nowhere = { ...settings, servers: [`nats://127.0.0.1:${await freePort()}`] }
    expect(await refusal(nowhere, folder)).toContain('does not answer')
    const { cert: _, key: __, ...bare } = settings
    expect(await refusal(bare, folder)).toContain('BALCAO_FLEET_CERT is missing')
    expect(await refusal({ ...settings, cert: join(folder, 'none.pem') }, folder)).toContain('cannot be read')
    const other = await fleet.settings('c')
    expect(await refusal({ ...settings, cert: other.cert ?? '', key: other.key ?? '' }, folder)).toContain(
      'is not the certificate of node "b"',
    )
    expect(await refusal({ ...settings, key: other.key ?? '' }, folder)).toContain('is the key of another certificate')
    chmodSync(settings.key ?? '', 0o640)
    expect(await refusal(settings, folder)).toContain('can be read by other users of this machine')
    expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([])
  }, 120_000)

  test('without the secret, with another one, and with an installation of its own', async () => {
    const fleet = await startFleet()
    const a = await fleet.open('a', fleet.first)
    await until(() => a.node.placement.owns('control'), 'control.db on a')
    const folder = fleet.emptyFolder()
    const settings = await fleet.settings('b')
    rmSync(join(folder, 'secret.key'))
    expect(await refusal(settings, folder)).toContain('secret.key is missing')
    writeFileSync(join(folder, 'secret.key'), Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'), {
      mode: 0o600,
    })
    expect(await refusal(settings, folder)).toContain('belong to another installation')
    const own = fleet.emptyFolder()
    writeFileSync(join(own, 'control.db'), 'of another installation')
    expect(await refusal(settings, own)).toContain('has an installation of its own')
    expect(a.node.placement.picture.nodes.has('b')).toBe(false)
  }, 120_000)

  test('under a name that another process has', async () => {
    const fleet = await startFleet()
    const a = await fleet.open('a', fleet.first)
    await until(() => a.node.placement.owns('control'), 'control.db on a')
    const folder = fleet.emptyFolder()
    expect(await refusal(await fleet.settings('a'), folder)).toContain('The node name "a" is in use by another process')
    // A copy of the whole data folder knows the life of the process that still runs in the original.
    cpSync(join(fleet.first, 'fleet-node.json'), join(folder, 'fleet-node.json'))
    expect(await refusal(await fleet.settings('a'), folder)).toContain('The node name "a" is in use by another process')
    expect(a.node.placement.owns('control')).toBe(true)
  }, 120_000)
})
