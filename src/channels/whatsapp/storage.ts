import { isRefused } from '../../platform/sqlite'

/** The disk, or the company's file, is not there for anybody now: nothing is wrong with what was to be stored. */
export function isStorage(error: unknown): boolean {
  if (isRefused(error)) return false
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (code.startsWith('SQLITE_') || others.has(code))
}

const others: ReadonlySet<string> = new Set(['ENOSPC', 'ERR_TENANT_UNAVAILABLE'])
