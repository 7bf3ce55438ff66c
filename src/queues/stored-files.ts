import type { StoredFileColumn } from '../platform/stored-files'

const mediaOf = (table: 'queues' | 'queue_options'): StoredFileColumn => ({
  table,
  column: 'media_file',
  path: null,
  where: 'media_file IS NOT NULL',
  cleared: 'media_file = NULL, media_name = NULL, media_type = NULL, media_size = NULL',
})

export const queueFiles: readonly StoredFileColumn[] = [mediaOf('queues'), mediaOf('queue_options')]
