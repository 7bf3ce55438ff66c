/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    billing: {
      invoice: 'Fatura',
      pay: 'pagamento',
      reopen: 'reabertura',
      subscribe: 'escolha no checkout',
      paidBy: 'Recebido por',
      payment: 'Pagamento',
      status: 'Ativa',
    },
  },
  en: {
    billing: {
      invoice: 'Invoice',
      pay: 'payment',
      reopen: 'reopening',
      subscribe: 'choice at the checkout',
      paidBy: 'Received by',
      payment: 'Payment',
      status: 'Active',
    },
  },
  es: {
    billing: {
      invoice: 'Factura',
      pay: 'pago',
      reopen: 'reapertura',
      subscribe: 'elección en el pago',
      paidBy: 'Recibido por',
      payment: 'Pago',
      status: 'Activa',
    },
  },
  tr: {
    billing: {
      invoice: 'Fatura',
      pay: 'ödeme',
      reopen: 'yeniden açma',
      subscribe: 'ödeme adımında seçim',
      paidBy: 'Ödeme yolu',
      payment: 'Ödeme',
      status: 'Etkin',
    },
  },
})
