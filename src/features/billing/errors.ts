import { defineErrors } from '../../errors'

export const billingErrors = defineErrors({
  ERR_NO_INVOICE_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Fatura não encontrada.',
      en: 'Invoice not found.',
      es: 'Factura no encontrada.',
      tr: 'Fatura bulunamadı.',
    },
  },
  ERR_INVOICE_PAID: {
    status: 409,
    texts: {
      'pt-BR': 'Esta fatura já está paga.',
      en: 'This invoice has been paid.',
      es: 'Esta factura ya está pagada.',
      tr: 'Bu fatura ödenmiş.',
    },
  },
  ERR_INVOICE_CANCELLED: {
    status: 409,
    texts: {
      'pt-BR': 'Esta fatura foi cancelada.',
      en: 'This invoice was cancelled.',
      es: 'Esta factura fue cancelada.',
      tr: 'Bu fatura iptal edilmiş.',
    },
  },
  /** The plan has no price, so there is nothing to pay. */
  ERR_NOTHING_TO_PAY: {
    status: 409,
    texts: {
      'pt-BR': 'Este plano não tem valor a pagar: fale com o suporte.',
      en: 'This plan has nothing to pay: contact support.',
      es: 'Este plan no tiene valor a pagar: hable con el soporte.',
      tr: 'Bu planda ödenecek tutar yok: destekle görüşün.',
    },
  },
  /** The operator has not set up payments. */
  ERR_PIX_NOT_CONFIGURED: {
    status: 409,
    texts: {
      'pt-BR': 'O pagamento por Pix ainda não foi configurado: fale com o suporte.',
      en: 'Payment by Pix is not set up yet: contact support.',
      es: 'El pago por Pix todavía no está configurado: hable con el soporte.',
      tr: 'Pix ile ödeme henüz ayarlanmadı: destekle görüşün.',
    },
  },
  /** The payment provider refused the charge or could not be reached. */
  ERR_PAYMENT_PROVIDER: {
    status: 502,
    texts: {
      'pt-BR': 'O provedor de pagamento não respondeu. Tente de novo em instantes.',
      en: 'The payment provider did not respond. Try again in a moment.',
      es: 'El proveedor de pago no respondió. Intente de nuevo en unos instantes.',
      tr: 'Ödeme sağlayıcısı yanıt vermedi. Biraz sonra yeniden deneyin.',
    },
  },
  /** The provider needs the payer's CPF or CNPJ. */
  ERR_DOCUMENT_REQUIRED: {
    status: 422,
    texts: {
      'pt-BR': 'Informe o CPF ou CNPJ de quem paga.',
      en: 'Enter the payer’s CPF or CNPJ.',
      es: 'Informe el CPF o CNPJ de quien paga.',
      tr: 'Ödeyenin CPF veya CNPJ numarasını girin.',
    },
  },
})
