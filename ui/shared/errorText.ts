/** The message for a failure: the server's, otherwise ours. */
import type { Text } from './i18n/translate'
import { ApiError } from './session/failure'

export function errorText(t: Text, failure: unknown): string {
  if (!(failure instanceof ApiError)) return t('common.error.unknown')
  if (failure.code === 'ERR_UNREACHABLE') return t('common.error.unreachable')
  const limit = failure.code === 'ERR_PLAN_LIMIT' ? limitIn(failure.details) : undefined
  if (limit !== undefined) return t('common.error.planLimit', { limit })
  if (failure.code === 'ERR_STORAGE_QUOTA') return t('common.error.storageQuota', gigabytesIn(failure.details))
  return failure.message || t.find(`errors.${failure.code}`) || t('common.error.unknown')
}

/** The value of the limit that was reached. */
const limitIn = (details: unknown): string | undefined =>
  typeof details === 'object' && details !== null && 'value' in details ? String(details.value) : undefined

const gigabytesIn = (details: unknown): { used: number; limit: number } => {
  const { used = 0, limit = 0 } = details as { used?: number; limit?: number } // as the server sends them with this code
  return { used: Math.round(used / 1e8) / 10, limit: limit / 1e9 }
}

export const referenceOf = (failure: unknown): string | null => (failure instanceof ApiError ? failure.reference : null)
