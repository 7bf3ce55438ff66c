import { isRefused } from '../platform/sqlite'

/** Whether the error means that the disk or file is currently unavailable, not that the data is wrong. */
export function isStorageError(error: unknown): boolean {
  if (isRefused(error)) return false
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (/^(SQLITE_|E[A-Z0-9]+$)/.test(code) || code === 'ERR_TENANT_UNAVAILABLE')
}
