/** A machine was stolen: the fleet gets a new authority, and the certificates of the old one open nothing any more. */

import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFleetServers } from '../../../src/fleet/jetstream/open'
import { writeBundles } from '../../../src/fleet/setup/bundle'
import { afterThisTest } from '../../survival/support/cleanups'
import { makeFleet, newPlan, startServers } from './support'

test('servers with a new authority keep what they have, and refuse the nodes of the old one', async () => {
  const fleet = makeFleet(await newPlan(2))
  afterThisTest(() => fleet.remove())
  const { plan, folder, secret, installation } = fleet
  const before = await startServers(fleet)
  afterThisTest(() => before.stop())
  await before.create()
  const opened = await openFleetServers(fleet.settingsOf('node-1'), installation, Date.now)
  await opened.bucket<string>('claims').create('kept', 'kept')
  await opened.close()
  const stolen = mkdtempSync(join(tmpdir(), 'balcao-stolen-'))
  cpSync(fleet.folderOf('node-2'), stolen, { recursive: true })
  await before.stop()

  renameSync(join(folder, 'authority'), join(folder, 'authority-old'))
  writeBundles({ folder, plan, installation, secret, now: Date.now(), version: '1.0.0' })
  const after = await startServers(fleet)
  afterThisTest(() => after.stop())
  for (const node of ['node-1', 'node-2']) {
    const again = await openFleetServers(fleet.settingsOf(node), installation, Date.now)
    expect((await again.bucket<string>('claims').get('kept'))?.value).toBe('kept')
    await again.close()
  }
  // Even with the new authority's certificate, which is no secret.
  const thief = { ...fleet.settingsOf('node-2'), cert: join(stolen, 'node.pem'), key: join(stolen, 'node.key') }
  await expect(openFleetServers(thief, installation, Date.now)).rejects.toThrow()
}, 180_000)
