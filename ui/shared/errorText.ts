/** The message for a failure: the server's, otherwise ours. */
import type { Text } from './i18n/translate'
import { ApiError } from './session/failure'

export function errorText(t: Text, failure: unknown): string {
  if (!(failure instanceof ApiError)) return t('common.error.unknown')
  if (failure.code === 'ERR_UNREACHABLE') return t('common.error.unreachable')
  return failure.message || t.find(`errors.${failure.code}`) || t('common.error.unknown')
}

export const referenceOf = (failure: unknown): string | null => (failure instanceof ApiError ? failure.reference : null)
