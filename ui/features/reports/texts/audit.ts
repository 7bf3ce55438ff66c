/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    reports: {
      report: 'Relatório',
    },
  },
  en: {
    reports: {
      report: 'Report',
    },
  },
  es: {
    reports: {
      report: 'Informe',
    },
  },
  tr: {
    reports: {
      report: 'Rapor',
    },
  },
})
