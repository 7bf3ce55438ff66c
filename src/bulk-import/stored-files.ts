import type { StoredFileColumn } from '../platform/stored-files'

export const importFiles: readonly StoredFileColumn[] = [
  { table: 'imports', column: 'file', path: null, where: 'file IS NOT NULL', cleared: 'file = NULL' },
]
