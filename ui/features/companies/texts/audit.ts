/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  companies: {
    document: 'Documento',
    dueAt: 'Vencimento',
    ask: 'pedido',
    grant: 'permissão',
    refuse: 'recusa',
    enter: 'entrada',
    end: 'encerramento',
    reason: 'Motivo',
    until: 'Até',
  },
})
