/** Copies in `set-aside/` of databases that were deleted while the server had them open. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './backup/files'
import { backupName } from './backup/list'

const HELD = '-held'

export const heldFolder = (dataDir: string, uuid: string, now: number): string =>
  join(dataDir, 'set-aside', `${uuid}-${backupName(now)}${HELD}`)

/** The newest such copy of a company's database. */
export const findHeld = (dataDir: string, uuid: string, name: 'tenant.db' | 'session.db'): string | undefined =>
  namesIn(join(dataDir, 'set-aside'))
    .filter((folder) => folder.startsWith(uuid) && folder.includes(HELD))
    .map((folder) => join(dataDir, 'set-aside', folder, name))
    .findLast((path) => existsSync(path))
