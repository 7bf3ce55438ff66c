/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    campaigns: {
      test: 'envio de teste',
      copy: 'cópia',
      queueId: 'Fila',
    },
  },
  en: {
    campaigns: {
      test: 'test sent',
      copy: 'copied',
      queueId: 'Queue',
    },
  },
  es: {
    campaigns: {
      test: 'envío de prueba',
      copy: 'copia',
      queueId: 'Cola',
    },
  },
  tr: {
    campaigns: {
      test: 'deneme gönderimi',
      copy: 'kopyalama',
      queueId: 'Kuyruk',
    },
  },
})
