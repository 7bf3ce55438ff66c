/** How a move reaches the folders of companies, which may be on other nodes of a fleet. */
import type { FolderAccess } from '../backup/restore'
import { withExclusiveAccess } from '../handover'

export type CompanyFolders = {
  /** Afterwards the company's folder here is the company's. */
  bring(uuid: string): Promise<void>
  /** Nobody else uses the folder meanwhile. `mark` it before its files change. */
  readonly access: FolderAccess
  /** The company is complete, in its folder and in control.db. */
  created(uuid: string): Promise<void>
}

/** All companies of the installation are in its data folder. */
export const ownFolders: CompanyFolders = {
  async bring() {},
  access: (dataDir, uuid, work) => withExclusiveAccess(dataDir, uuid, () => work(async () => {}), 'import'),
  async created() {},
}
