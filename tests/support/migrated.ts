/** Databases with all tables. Running every migration takes longer than most tests, so it is done once and copied. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pino from 'pino'
import { type Databases, openDatabases, tenantFolder, tenantPath } from '../../src/platform/databases'
import { createCompany, findCompanyByUuid } from '../../src/tenancy/companies'
import { NEVER } from '../../src/tenancy/due'
import { type Company, companies } from '../../src/tenancy/tables'
import { copyFolder, keepFolder } from './kept-folder'
import { shelf } from './shelf'

type Kept = { readonly installation: ReturnType<typeof keepFolder>; readonly company: ReturnType<typeof keepFolder> }
let kept: Kept | undefined

function createOnce(): Kept {
  const folder = mkdtempSync(join(shelf(), 'balcao-'))
  const databases = openDatabases(folder, pino({ level: 'silent' }))
  databases.close()
  const installation = keepFolder(folder)
  const again = openDatabases(folder, pino({ level: 'silent' }))
  const { uuid } = createCompany(again, 0, { name: '', dueAt: NEVER }, (made) => made)
  again.close()
  const company = keepFolder(tenantFolder(folder, uuid))
  rmSync(folder, { recursive: true, force: true })
  return { installation, company }
}

/** Fills an empty folder with an installation that has no company. */
export function copyInstallation(dataDir: string): void {
  kept ??= createOnce()
  copyFolder(kept.installation, dataDir)
}

/** Creates a company without any rows. */
export function createEmptyCompany(databases: Databases, now: number, name: string): Company {
  kept ??= createOnce()
  const control = databases.writableControl()
  const { dataDir } = databases
  const uuid = crypto.randomUUID()
  mkdirSync(tenantFolder(dataDir, uuid), { recursive: true, mode: 0o700 })
  copyFolder(kept.company, tenantFolder(dataDir, uuid))
  const file = new Sqlite(tenantPath(dataDir, uuid))
  file.prepare("UPDATE meta SET value = ? WHERE key = 'identity'").run(uuid)
  file.close()
  control.insert(companies).values({ name, dueAt: NEVER, uuid, createdAt: now }).run()
  const company = findCompanyByUuid(control, uuid)
  if (!company) throw new Error('the company was not created')
  return company
}
