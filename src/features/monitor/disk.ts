import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { type Clock, MINUTE } from '../../platform/time'
import type { Overview } from './contract'

/** File sizes change slowly, and each company has three files. */
const MEASURED_EVERY = 5 * MINUTE

type BackupSize = { readonly state: string; readonly bytes: number | null }

/** Returns a function that measures the disk of the data folder. */
export function createDiskMeter(dataDir: string, clock: Clock): (made: readonly BackupSize[]) => Overview['disk'] {
  let databases = 0
  let measuredAt = -Infinity
  return (made) => {
    const { blocks, bavail, bsize } = statfsSync(dataDir)
    if (Math.abs(clock() - measuredAt) > MEASURED_EVERY) {
      measuredAt = clock()
      databases = sizeOfDatabases(dataDir)
    }
    return {
      total: blocks * bsize,
      free: bavail * bsize,
      databases,
      backups: made.reduce((sum, { state, bytes }) => sum + (state === 'verified' ? (bytes ?? 0) : 0), 0),
    }
  }
}

function sizeOfDatabases(dataDir: string): number {
  const folders = readdirSync(join(dataDir, 'tenants')).map((uuid) => join(dataDir, 'tenants', uuid))
  const files = [
    join(dataDir, 'control.db'),
    ...folders.flatMap((folder) => [join(folder, 'tenant.db'), join(folder, 'session.db')]),
  ]
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}
