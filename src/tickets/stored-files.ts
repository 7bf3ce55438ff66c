import type { StoredFileColumn } from '../platform/stored-files'

/** What a merge took from a contact: undone, they have their picture again. */
const ofMerge = (side: 'contact' | 'kept'): StoredFileColumn => ({
  table: 'contact_merges',
  column: 'moved',
  path: `$.${side}.picture`,
  where: 'undone_at IS NULL',
  cleared: `moved = json_set(moved, '$.${side}.picture', NULL, '$.${side}.pictureUrl', NULL)`,
})

export const mergeFiles: readonly StoredFileColumn[] = [ofMerge('contact'), ofMerge('kept')]
