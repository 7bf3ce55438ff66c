import type { ImportSummary } from '../../../src/bulk-import/contract'
import type { Text } from '../i18n/translate'

/** Result of the import in a few words. */
export function countsOf(t: Text, { created, updated, skipped, failed }: ImportSummary): string {
  const parts = [
    created > 0 && t('imports.created', { count: created }),
    updated > 0 && t('imports.updated', { count: updated }),
    skipped > 0 && t('imports.skipped', { count: skipped }),
    failed > 0 && t('imports.wrong', { count: failed }),
  ]
  return parts.filter(Boolean).join(' · ') || t('imports.created', { count: 0 })
}
