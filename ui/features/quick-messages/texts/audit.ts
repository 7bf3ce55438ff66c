/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  quickMessages: {
    quickMessage: 'Mensagem rápida',
    geral: 'Da empresa toda',
    status: 'Ativa',
    sendOnlyMedia: 'Só o arquivo',
  },
})
