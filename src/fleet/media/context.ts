/** What the parts of the media store share. */
import { basename, dirname, join } from 'node:path'
import { tenantFolder } from '../../platform/databases'
import { mediaPath, type Sha256 } from '../../platform/files'
import { CONTROL } from '../../platform/gate'
import { operatorFolder } from '../../platform/operator-storage'
import type { ObjectStore } from '../commit-log'
import { createSealing, type Sealing } from '../sealing'

export type MediaFault = 'keep' | 'fetch' | 'remove' | 'backlog' | 'cache'

export type MediaContext = {
  readonly objects: ObjectStore
  readonly dataDir: string
  sealingOf(company: string): Sealing
  folderOf(company: string): string
  /** Undefined for a folder that is no company's. */
  companyOf(folder: string): string | undefined
  pathOf(company: string, sha256: Sha256): string
  failed(what: MediaFault, company: string, error: unknown): void
}

/** The name of a file in the object store. */
export const objectOf = (company: string, sha256: Sha256): string => `${company}/media/${sha256}`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createContext({
  objects,
  dataDir,
  fleetKey,
  failed,
}: Pick<MediaContext, 'objects' | 'dataDir' | 'failed'> & { readonly fleetKey: Uint8Array }): MediaContext {
  const operators = operatorFolder(dataDir)
  const folderOf = (company: string) => (company === CONTROL ? operators : tenantFolder(dataDir, company))
  return {
    objects,
    dataDir,
    sealingOf: (company) => createSealing(fleetKey, company),
    folderOf,
    companyOf(folder) {
      if (folder === operators) return CONTROL
      const company = basename(folder)
      return dirname(folder) === join(dataDir, 'tenants') && UUID.test(company) ? company : undefined
    },
    pathOf: (company, sha256) => mediaPath(folderOf(company), sha256),
    failed,
  }
}
