/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  billing: {
    invoice: 'Fatura',
    pay: 'pagamento',
    reopen: 'reabertura',
    subscribe: 'escolha no checkout',
    paidBy: 'Recebido por',
    payment: 'Pagamento',
    status: 'Ativa',
  },
})
