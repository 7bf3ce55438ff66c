import { importTexts } from '../../shared/bulk-import/texts'
import { loadTexts } from '../../shared/i18n/language'
import { listImportTexts } from './texts/imports'
import { useListImports } from './useListImports'

/** What follows imports on every page, with what it says there. */
export async function watchImports() {
  await loadTexts(listImportTexts, importTexts)
  return useListImports
}
