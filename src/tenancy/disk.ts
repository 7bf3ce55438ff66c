/** Bytes of a company's folder. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Databases, tenantFolder } from '../platform/databases'
import { type Clock, MINUTE } from '../platform/time'
import { type CompanyKey, readEverywhere } from './elsewhere'

export type DiskUse = { readonly files: number; readonly messages: number; readonly sessions: number }

/** Reads the sizes off the event loop: a company may have a hundred thousand files. */
export async function readDiskUse(dataDir: string, uuid: string): Promise<DiskUse> {
  const home = tenantFolder(dataDir, uuid)
  const use = { files: 0, messages: 0, sessions: 0 }
  for (const entry of await readdir(home, { withFileTypes: true }).catch(() => [])) {
    const path = join(home, entry.name)
    if (entry.isDirectory()) use.files += await sizeOfFolder(path)
    else use[entry.name.startsWith('session.') ? 'sessions' : 'messages'] += await sizeOf(path)
  }
  return use
}

async function sizeOfFolder(path: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) sum += await sizeOfFolder(inside)
    else if (entry.isFile()) sum += await sizeOf(inside)
  }
  return sum
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0, // it was removed meanwhile
  )

const MEASURED_EVERY = 10 * MINUTE

/** What is asked of other nodes: bytes. */
export const DISK = 'disk.read'

/** Bytes by company id, of companies of this node. */
export async function readDiskHere(
  dataDir: string,
  companies: readonly CompanyKey[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (const { id, uuid } of companies) {
    const { files, messages, sessions } = await readDiskUse(dataDir, uuid)
    found.set(id, files + messages + sessions)
  }
  return found
}

/** Sizes of the companies that somebody looks at, measured one after the other where they are. */
export function createDiskUses(databases: Databases, clock: Clock) {
  const { dataDir } = databases
  const known = new Map<number, { readonly bytes: number; readonly at: number }>()
  const wanted = new Map<number, CompanyKey>()
  let isMeasuring = false

  async function measure() {
    if (isMeasuring) return
    isMeasuring = true
    await new Promise(setImmediate) // those of the same page are asked for together
    while (wanted.size > 0) {
      const companies = [...wanted.values()]
      wanted.clear()
      const found = await readEverywhere(databases, DISK, companies, (own) => readDiskHere(dataDir, own))
      for (const [id, bytes] of found) if (bytes !== null) known.set(id, { bytes, at: clock() })
    }
    isMeasuring = false
  }

  return {
    /** The bytes last measured; null at first. An old measure is repeated in the background. */
    of({ id, uuid }: CompanyKey): number | null {
      const found = known.get(id)
      if (!found || Math.abs(clock() - found.at) > MEASURED_EVERY) {
        wanted.set(id, { id, uuid })
        void measure()
      }
      return found?.bytes ?? null
    },
  }
}
