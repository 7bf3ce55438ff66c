/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  campaigns: {
    test: 'envio de teste',
    copy: 'cópia',
    queueId: 'Fila',
  },
})
