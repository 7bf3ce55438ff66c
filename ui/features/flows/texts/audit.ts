/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    flows: {
      publish: 'publicação',
      discard: 'rascunho descartado',
      version: 'Versão',
    },
  },
  en: {
    flows: {
      publish: 'published',
      discard: 'draft discarded',
      version: 'Version',
    },
  },
  es: {
    flows: {
      publish: 'publicación',
      discard: 'borrador descartado',
      version: 'Versión',
    },
  },
  tr: {
    flows: {
      publish: 'yayımlama',
      discard: 'taslak atıldı',
      version: 'Sürüm',
    },
  },
})
