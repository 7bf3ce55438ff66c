/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  helps: {
    help: 'Vídeo de ajuda',
    video: 'Vídeo',
    seconds: 'Duração (s)',
    order: 'Ordem',
  },
})
