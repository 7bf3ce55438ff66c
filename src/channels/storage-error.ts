import { isRefused } from '../platform/sqlite'

/** The company's databases are out of service, or a command has them. */
const unavailable: ReadonlySet<string> = new Set(['ERR_TENANT_UNAVAILABLE', 'ERR_COMPANY_AWAY'])

/** Whether the error means that the disk or file is currently unavailable, not that the data is wrong. */
export function isStorageError(error: unknown): boolean {
  if (isRefused(error)) return false
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (/^(SQLITE_|E[A-Z0-9]+$)/.test(code) || unavailable.has(code))
}
