import { importTexts } from '../../../shared/bulk-import/texts'
import { loadTexts } from '../../../shared/i18n/language'
import { transferTexts } from '../texts/transfer'
import { useContactImports } from './useContactImports'

/** What follows imports on every page, with what it says there. */
export async function watchImports() {
  await loadTexts(transferTexts, importTexts)
  return useContactImports
}
