/**
 * A backup restored on a new machine: the number reconnects with secret.key, and without it the connection says what is
 * missing.
 */
import { expect } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findConnectionOrFail } from '../../../src/channels/connections/queries'
import { createBackup } from '../../../src/operator/backup/create'
import { restoreInstallation } from '../../../src/operator/backup/restore'
import { silentLog } from '../../../src/operator/installation'
import { activate } from '../../../src/operator/standby'
import { storedFiles } from '../../../src/stored-files'
import { test } from '../../support/trace'
import { until } from '../../support/until'
import { afterThisTest, openInstallation } from '../../tickets/backfill/support'
import { linkedInstallation } from './installation'

test('restored without secret.key a number waits, and reconnects when the key is put back', async () => {
  const { simulator, installation } = await linkedInstallation()
  const { ref, dataDir } = installation
  const { folder } = await createBackup(dataDir, Date.now(), { to: null, withKey: false, storedFiles })
  await installation.close()
  const to = mkdtempSync(join(tmpdir(), 'new-machine-'))
  afterThisTest(() => rmSync(to, { recursive: true, force: true }))
  await restoreInstallation([folder], to, { now: Date.now(), storedFiles, log: silentLog() })
  activate(to)
  const start = async () => {
    const { server, close } = await openInstallation(simulator, { dataDir: to })
    await server.wakeUp()
    return { close, state: () => findConnectionOrFail(server.databases.tenant(ref.tenantUuid), ref.connectionId) }
  }

  const withNewKey = await start()
  await until(() => withNewKey.state().reason)
  expect(withNewKey.state()).toMatchObject({ status: 'DISCONNECTED', reason: 'locked' })
  await withNewKey.close()

  copyFileSync(join(dataDir, 'secret.key'), join(to, 'secret.key'))
  const withOldKey = await start()
  await until(() => withOldKey.state().status === 'CONNECTED')
  await withOldKey.close()
})
