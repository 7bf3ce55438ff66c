import type { StoredFileColumn } from '../../platform/stored-files'

/** A message without its file says that it could not be fetched. */
export const messageFiles: readonly StoredFileColumn[] = [
  {
    table: 'messages',
    column: 'media',
    path: '$.file',
    where: 'media IS NOT NULL',
    cleared: `media = json_set(media, '$.file', NULL, '$.state', 'failed', '$.failure', 'unavailable')`,
  },
]
