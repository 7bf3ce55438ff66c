import { isRefused } from '../../platform/sqlite'

/** The disk, or the company's file, is not there for anybody now: nothing is wrong with what was to be stored. */
export function isStorage(error: unknown): boolean {
  if (isRefused(error)) return false
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (/^(SQLITE_|E[A-Z0-9]+$)/.test(code) || code === 'ERR_TENANT_UNAVAILABLE')
}
