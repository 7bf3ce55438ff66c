import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const billingErrors = defineErrors(translations, {
  ERR_NO_INVOICE_FOUND: { status: 404, text: 'Fatura não encontrada.' },
  ERR_INVOICE_PAID: { status: 409, text: 'Esta fatura já está paga.' },
  ERR_INVOICE_CANCELLED: { status: 409, text: 'Esta fatura foi cancelada.' },
  /** The plan has no price, so there is nothing to pay. */
  ERR_NOTHING_TO_PAY: { status: 409, text: 'Este plano não tem valor a pagar: fale com o suporte.' },
  /** The operator has not set up payments. */
  ERR_PIX_NOT_CONFIGURED: { status: 409, text: 'O pagamento por Pix ainda não foi configurado: fale com o suporte.' },
  /** The payment provider refused the charge or could not be reached. */
  ERR_PAYMENT_PROVIDER: { status: 502, text: 'O provedor de pagamento não respondeu. Tente de novo em instantes.' },
  /** The operator does not offer custom plans. */
  ERR_NO_CUSTOM_PLAN: { status: 409, text: 'O plano sob medida não está mais disponível. Escolha outro plano.' },
  /** Another plan, already paid, begins at a later date. */
  ERR_PLAN_CHANGE_WAITING: {
    status: 409,
    text: 'Já há um plano pago que começa no vencimento. Troque agora, ou espere esse dia.',
  },
  /** The operator has decided about this payment, or it cannot be decided like that. */
  ERR_PAYMENT_SETTLED: { status: 409, text: 'Este pagamento já foi resolvido, ou não pode ser resolvido assim.' },
  /** The provider needs the payer's CPF or CNPJ. */
  ERR_DOCUMENT_REQUIRED: { status: 422, text: 'Informe o CPF ou CNPJ de quem paga.' },
})
