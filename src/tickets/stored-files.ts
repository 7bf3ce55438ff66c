import type { StoredFileColumn } from '../platform/stored-files'

/** What a merge took from a contact: undone, they have their picture again. */
const ofMerge = (side: 'contact' | 'kept'): StoredFileColumn => ({
  table: 'contact_merges',
  column: 'moved',
  path: `$.${side}.picture`,
  where: 'undone_at IS NULL',
  cleared: `moved = json_set(moved, '$.${side}.picture', NULL, '$.${side}.pictureUrl', NULL)`,
})

/** A message without its file says that it could not be fetched. */
export const ticketFiles: readonly StoredFileColumn[] = [
  {
    table: 'messages',
    column: 'media',
    path: '$.file',
    where: 'media IS NOT NULL',
    cleared: `media = json_set(media, '$.file', NULL, '$.state', 'failed', '$.failure', 'unavailable')`,
  },
  ofMerge('contact'),
  ofMerge('kept'),
]
