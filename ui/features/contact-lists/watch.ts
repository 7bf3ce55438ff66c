import { loadTexts } from '../../shared/i18n/language'
import { importTexts } from '../../shared/imports/texts'
import { listImportTexts } from './texts/imports'
import { useListImports } from './useListImports'

/** What follows imports on every page, with what it says there. */
export async function watchImports() {
  await loadTexts(listImportTexts, importTexts)
  return useListImports
}
