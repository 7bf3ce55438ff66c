/** The payment provider beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const pix = defineInTwoLanguages('simulator', (language) => import(`./pix.${language}.json`), {
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
})
