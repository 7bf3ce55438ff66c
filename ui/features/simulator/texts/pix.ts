/** The payment provider beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const pix = defineInTwoLanguages('simulator', {
  'pt-BR': {
    pix: {
      none: 'Nenhuma cobrança em aberto.',
      hint: 'As cobranças Pix criadas no checkout aparecem aqui. Pagar faz o que o banco de quem paga faria; nenhum dinheiro é movido.',
      pay: 'Pagar',
      payCharge: 'Pagar {amount} de {payer}',
      short: 'Pagar um décimo',
      payShort: 'Pagar só um décimo de {amount} de {payer}',
      refund: 'Devolver',
      refundCharge: 'Devolver {amount} a {payer}',
    },
  },
  en: {
    pix: {
      none: 'No open charges.',
      hint: 'Pix charges created at the checkout appear here. Paying one does what the payer’s bank would do; no money moves.',
      pay: 'Pay',
      payCharge: 'Pay {amount} of {payer}',
      short: 'Pay a tenth',
      payShort: 'Pay only a tenth of {amount} of {payer}',
      refund: 'Return',
      refundCharge: 'Return {amount} to {payer}',
    },
  },
})
