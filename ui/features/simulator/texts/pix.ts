/** The payment provider beside the phones. */
import { defineTexts } from '../../../shared/i18n/define'

export const pix = defineTexts('simulator', {
  'pt-BR': {
    pix: {
      none: 'Nenhuma cobrança em aberto.',
      hint: 'As cobranças Pix criadas no checkout aparecem aqui. Pagar faz o que o banco de quem paga faria; nenhum dinheiro é movido.',
      pay: 'Pagar',
      payCharge: 'Pagar {amount} de {payer}',
    },
  },
  en: {
    pix: {
      none: 'No open charges.',
      hint: 'Pix charges created at the checkout appear here. Paying one does what the payer’s bank would do; no money moves.',
      pay: 'Pay',
      payCharge: 'Pay {amount} of {payer}',
    },
  },
  es: {
    pix: {
      none: 'Ningún cobro pendiente.',
      hint: 'Los cobros Pix creados en el checkout aparecen aquí. Pagar hace lo que haría el banco del pagador; no se mueve dinero.',
      pay: 'Pagar',
      payCharge: 'Pagar {amount} de {payer}',
    },
  },
  tr: {
    pix: {
      none: 'Açık tahsilat yok.',
      hint: 'Ödeme sayfasında oluşturulan Pix tahsilatları burada görünür. Ödemek, ödeyenin bankasının yapacağını yapar; para hareket etmez.',
      pay: 'Öde',
      payCharge: '{payer} için {amount} öde',
    },
  },
})
