import type { StoredFileColumn } from '../platform/stored-files'

export const connectionFiles: readonly StoredFileColumn[] = [
  {
    table: 'connections',
    column: 'greeting_media_file',
    path: null,
    where: 'greeting_media_file IS NOT NULL',
    cleared:
      'greeting_media_file = NULL, greeting_media_name = NULL, greeting_media_type = NULL, greeting_media_size = NULL',
  },
]
