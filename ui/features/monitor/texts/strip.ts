/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const stripTexts = defineTexts('backupStrip', (language) => import(`./strip.${language}.json`), {
  failed: 'A última cópia de segurança falhou.',
  name: 'Cópia de segurança',
  see: 'Ver cópias',
})
