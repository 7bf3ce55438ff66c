/** Nodes of a fleet with a folder each, over one object store. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectStore } from '../../../src/fleet/commit-log'
import { objectOf } from '../../../src/fleet/media/context'
import { type MediaStore, type MediaStoreDeps, openMediaStore } from '../../../src/fleet/media/media-store'
import { tenantFolder } from '../../../src/platform/databases'
import { addFileKeeper, adoptFile, hashOf, mediaPath, type Sha256, sidePath } from '../../../src/platform/files'
import { DAY } from '../../../src/platform/time'
import { COMPANY, FLEET_KEY, newFolder, removeFolders } from '../support/company'
import { createObjects } from '../support/unkind-log'

const ended: (() => unknown)[] = []
/** Stops all nodes and removes their folders. */
export async function endFleets(): Promise<void> {
  for (const end of ended.splice(0).reverse()) await end()
  removeFolders()
}

export type TestNode = {
  readonly media: MediaStore
  readonly dataDir: string
  readonly folder: string
  readonly faults: unknown[]
  /** Companies that are open here. */
  readonly here: Set<string>
  stop(): Promise<void>
  /** Stores a file as the product does, and returns its name. */
  adopt(bytes: Uint8Array | string): Promise<Sha256>
  /** On the disk only, as before there was a fleet. */
  place(bytes: Uint8Array | string): Promise<Sha256>
  has(sha256: Sha256): boolean
}

/** The clock of all nodes and of the store. */
export function createFleet({ objects: given }: { readonly objects?: ObjectStore } = {}) {
  const clock = { at: Date.now() }
  const objects = given ?? createObjects(() => clock.at)
  const node = async (more: Partial<MediaStoreDeps> = {}, dataDir = newFolder()): Promise<TestNode> => {
    const folder = tenantFolder(dataDir, COMPANY)
    mkdirSync(folder, { recursive: true })
    const faults: unknown[] = []
    const here = new Set([COMPANY])
    const media = await openMediaStore({
      objects,
      fleetKey: FLEET_KEY,
      dataDir,
      gate: { wait: () => undefined },
      now: () => clock.at,
      isHere: (company) => here.has(company),
      failed: (_what, _company, error) => void faults.push(error),
      pause: async () => {},
      ...more,
    })
    const end = addFileKeeper(media.keeper)
    const stop = async () => {
      await media.stop()
      end()
    }
    ended.push(stop)
    const side = async (bytes: Uint8Array | string) => {
      const path = sidePath(folder)
      writeFileSync(path, bytes)
      return { path, ...(await hashOf(path)) }
    }
    return {
      media,
      dataDir,
      folder,
      faults,
      here,
      stop,
      async adopt(bytes) {
        const { path, sha256 } = await side(bytes)
        await adoptFile(folder, path, sha256)
        return sha256
      },
      async place(bytes) {
        const { sha256 } = await side(bytes)
        mkdirSync(join(folder, 'media', sha256.slice(0, 2)), { recursive: true })
        writeFileSync(mediaPath(folder, sha256), bytes)
        return sha256
      },
      has: (sha256) => existsSync(mediaPath(folder, sha256)),
    }
  }
  return {
    objects,
    node,
    forward(ms = 2 * DAY) {
      clock.at += ms
    },
    isStored: async (sha256: Sha256) => (await objects.find(objectOf(COMPANY, sha256))) !== undefined,
  }
}

export const random = (size: number): Buffer => {
  const block = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)))
  return Buffer.concat(
    Array.from({ length: Math.ceil(size / 65_536) }, (_, at) =>
      at === 0 ? block : Buffer.concat([Buffer.from(String(at)), block]).subarray(0, 65_536),
    ),
  ).subarray(0, size)
}

export const read = async (response: Response | undefined): Promise<Buffer> =>
  Buffer.from((await response?.bytes()) ?? [])
