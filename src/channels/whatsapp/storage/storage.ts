import { isRefused } from '../../../platform/sqlite'

/** The disk or the company's file is unavailable at the moment; the data itself is fine. */
export function isStorage(error: unknown): boolean {
  if (isRefused(error)) return false
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (/^(SQLITE_|E[A-Z0-9]+$)/.test(code) || code === 'ERR_TENANT_UNAVAILABLE')
}
