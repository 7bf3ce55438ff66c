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
  /** The operator does not offer custom plans. */
  ERR_NO_CUSTOM_PLAN: {
    status: 409,
    texts: {
      'pt-BR': 'O plano sob medida não está mais disponível. Escolha outro plano.',
      en: 'The custom plan is no longer offered. Choose another plan.',
      es: 'El plan a medida ya no está disponible. Elija otro plan.',
      tr: 'Özel plan artık sunulmuyor. Başka bir plan seçin.',
    },
  },
  /** Another plan, already paid, begins at a later date. */
  ERR_PLAN_CHANGE_WAITING: {
    status: 409,
    texts: {
      'pt-BR': 'Já há um plano pago que começa no vencimento. Troque agora, ou espere esse dia.',
      en: 'A plan that is already paid begins at the due date. Change now, or wait for that day.',
      es: 'Ya hay un plan pagado que empieza en el vencimiento. Cambie ahora, o espere ese día.',
      tr: 'Ödenmiş bir plan son ödeme tarihinde başlıyor. Şimdi değiştirin ya da o günü bekleyin.',
    },
  },
  /** The operator has decided about this payment, or it cannot be decided like that. */
  ERR_PAYMENT_SETTLED: {
    status: 409,
    texts: {
      'pt-BR': 'Este pagamento já foi resolvido, ou não pode ser resolvido assim.',
      en: 'This payment has been settled, or cannot be settled in this way.',
      es: 'Este pago ya fue resuelto, o no puede resolverse así.',
      tr: 'Bu ödeme sonuçlandırılmış ya da bu şekilde sonuçlandırılamaz.',
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
