/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    helps: {
      help: 'Vídeo de ajuda',
      video: 'Vídeo',
      seconds: 'Duração (s)',
      order: 'Ordem',
    },
  },
  en: {
    helps: {
      help: 'Help video',
      video: 'Video',
      seconds: 'Length (s)',
      order: 'Order',
    },
  },
  es: {
    helps: {
      help: 'Video de ayuda',
      video: 'Video',
      seconds: 'Duración (s)',
      order: 'Orden',
    },
  },
  tr: {
    helps: {
      help: 'Yardım videosu',
      video: 'Video',
      seconds: 'Süre (sn)',
      order: 'Sıra',
    },
  },
})
