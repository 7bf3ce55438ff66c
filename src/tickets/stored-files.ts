import type { StoredFileColumn } from '../platform/stored-files'

/** Pictures that a merge stored: if it is undone, the contacts have them again. */
const ofMerge = (side: 'contact' | 'kept'): StoredFileColumn => ({
  table: 'contact_merges',
  column: 'moved',
  path: `$.${side}.picture`,
  where: 'undone_at IS NULL',
  cleared: `moved = json_set(moved, '$.${side}.picture', NULL, '$.${side}.pictureUrl', NULL)`,
})

export const mergeFiles: readonly StoredFileColumn[] = [ofMerge('contact'), ofMerge('kept')]
