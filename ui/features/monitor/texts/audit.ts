/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    monitor: {
      backup: 'Cópia de segurança',
      installation: 'Instalação',
      fix: 'reparo',
      retry: 'nova tentativa',
    },
  },
  en: {
    monitor: {
      backup: 'Backup',
      installation: 'Installation',
      fix: 'repair',
      retry: 'retry',
    },
  },
  es: {
    monitor: {
      backup: 'Copia de seguridad',
      installation: 'Instalación',
      fix: 'reparación',
      retry: 'reintento',
    },
  },
  tr: {
    monitor: {
      backup: 'Yedek',
      installation: 'Kurulum',
      fix: 'onarım',
      retry: 'yeniden deneme',
    },
  },
})
