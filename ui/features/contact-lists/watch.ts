import { importTexts } from '../../shared/bulk-import/texts'
import { loadTexts } from '../../shared/i18n/language'
import { listImportTexts } from './texts/imports'
import { useListImports } from './useListImports'

/** Follows imports on every page, with its texts. */
export async function watchImports() {
  await loadTexts(listImportTexts, importTexts)
  return useListImports
}
