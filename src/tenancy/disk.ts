/** Bytes of a company's folder. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { tenantFolder } from '../platform/databases'
import { type Clock, MINUTE } from '../platform/time'

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

/** Sizes of the companies that somebody looks at, measured one after the other. */
export function createDiskUses(dataDir: string, clock: Clock) {
  const known = new Map<string, { readonly bytes: number; readonly at: number }>()
  const wanted = new Set<string>()
  let isMeasuring = false

  async function measure() {
    if (isMeasuring) return
    isMeasuring = true
    for (const uuid of wanted) {
      const { files, messages, sessions } = await readDiskUse(dataDir, uuid)
      known.set(uuid, { bytes: files + messages + sessions, at: clock() })
      wanted.delete(uuid)
    }
    isMeasuring = false
  }

  return {
    /** The bytes last measured; null at first. An old measure is repeated in the background. */
    of(uuid: string): number | null {
      const found = known.get(uuid)
      if (!found || Math.abs(clock() - found.at) > MEASURED_EVERY) {
        wanted.add(uuid)
        void measure()
      }
      return found?.bytes ?? null
    },
  }
}
