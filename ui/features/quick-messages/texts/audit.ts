/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    quickMessages: {
      quickMessage: 'Mensagem rápida',
      geral: 'Da empresa toda',
      status: 'Ativa',
      sendOnlyMedia: 'Só o arquivo',
    },
  },
  en: {
    quickMessages: {
      quickMessage: 'Quick message',
      geral: 'For the whole company',
      status: 'Active',
      sendOnlyMedia: 'File only',
    },
  },
  es: {
    quickMessages: {
      quickMessage: 'Mensaje rápido',
      geral: 'De toda la empresa',
      status: 'Activa',
      sendOnlyMedia: 'Solo el archivo',
    },
  },
  tr: {
    quickMessages: {
      quickMessage: 'Hızlı mesaj',
      geral: 'Tüm şirket için',
      status: 'Etkin',
      sendOnlyMedia: 'Yalnız dosya',
    },
  },
})
