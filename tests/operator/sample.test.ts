import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { silentLog } from '../../src/operator/installation'
import { foundSample } from '../../src/operator/sample/found'
import { openDatabases } from '../../src/platform/databases'
import { listCompanies } from '../../src/tenancy/companies'
import { findTicket } from '../../src/tickets/queries'

const NOW = Date.UTC(2026, 2, 2, 12)

test('the sample company is founded once, and a chapter adds to it when its story has been played', async () => {
  const dataDir = mkdtempSync('/dev/shm/balcao-sample-')
  const databases = openDatabases(dataDir, silentLog())
  const added: unknown[] = []
  try {
    for (const _ of [1, 2])
      await foundSample(databases, NOW, 'Segredo123', [
        async (cx, folder) => {
          await Bun.sleep(0)
          added.push([cx.now(), findTicket(cx.db, 1)?.id, existsSync(`${folder}/tenant.db`)])
        },
      ])
    expect(added).toEqual([[NOW, 1, true]])
    expect(listCompanies(databases.control)).toHaveLength(1)
  } finally {
    databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
