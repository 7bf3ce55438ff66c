import type { StoredFileColumn } from '../../platform/stored-files'

/** Without its file it is sent as its text. */
export const campaignFiles: readonly StoredFileColumn[] = [
  {
    table: 'campaigns',
    column: 'media',
    path: '$.file',
    where: 'media IS NOT NULL',
    cleared: 'media = NULL, kind = NULL',
  },
]
