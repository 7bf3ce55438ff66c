/** Where the folders of deleted companies wait. */
import { join } from 'node:path'

export const DELETED = 'deleted-'
export const asideOf = (dataDir: string) => join(dataDir, 'set-aside')
