import type { StoredFileColumn } from '../../platform/stored-files'

/** Without its file, a message shows that the download failed. */
export const messageFiles: readonly StoredFileColumn[] = [
  {
    table: 'messages',
    column: 'media',
    path: '$.file',
    where: 'media IS NOT NULL',
    cleared: `media = json_set(media, '$.file', NULL, '$.state', 'failed', '$.failure', 'unavailable')`,
  },
]
