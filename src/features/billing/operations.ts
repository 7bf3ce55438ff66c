import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Invoices: [
      ['as faturas', 'uma fatura'],
      ['las facturas', 'una factura'],
      ['Faturaları', 'Fatura', 'Bir faturayı'],
    ],
  },
  summaries: {
    getInvoicesAll: ['Listar as próprias faturas', 'Listar las facturas propias', 'Kendi faturalarını listele'],
    getInvoicesExport: [
      'Baixar as faturas de todas as empresas em uma planilha',
      'Descargar las facturas de todas las empresas en una hoja de cálculo',
      'Tüm şirketlerin faturalarını tablo olarak indir',
    ],
    getInvoicesOdd: [
      'Listar as faturas com pagamentos que não batem e esperam o operador',
      'Listar las facturas con pagos que no coinciden y esperan al operador',
      'Tutmayan ve işletmeciyi bekleyen ödemeli faturaları listele',
    ],
    putInvoicesPaymentsById: [
      'Resolver um pagamento que não bate com a fatura',
      'Resolver un pago que no coincide con su factura',
      'Faturasına uymayan bir ödemeyi sonuçlandır',
    ],
    getInvoicesTotals: [
      'Ler as somas das faturas por mês',
      'Leer las sumas de las facturas por mes',
      'Faturaların aylık toplamlarını oku',
    ],
    getInvoicesByIdReceipt: [
      'Ler o recibo de uma fatura paga',
      'Leer el recibo de una factura pagada',
      'Ödenmiş bir faturanın makbuzunu oku',
    ],
    postSubscription: [
      'Escolher um plano e receber o código Pix da fatura',
      'Elegir un plan y recibir el código Pix de la factura',
      'Bir plan seç ve faturanın Pix kodunu al',
    ],
    getSubscriptionOffer: [
      'Ler o que pode ser pago, e os planos à venda',
      'Leer lo que se puede pagar, y los planes ofrecidos',
      'Ödenebilecekleri ve sunulan planları oku',
    ],
    postSubscriptionPreview: [
      'Ler quanto custaria e o que mudaria um plano, sem escolhê-lo',
      'Leer cuánto costaría y qué cambiaría un plan, sin elegirlo',
      'Bir planın ne tutacağını ve neyi değiştireceğini seçmeden oku',
    ],
    getSubscriptionStanding: [
      'Ler quando vence a assinatura',
      'Leer cuándo vence la suscripción',
      'Aboneliğin vadesini oku',
    ],
    postSubscriptionWebhookByProvider: [
      'Receber o webhook de um provedor de pagamentos',
      'Recibir el webhook de un proveedor de pagos',
      'Bir ödeme sağlayıcısının webhook’unu al',
    ],
    postSubscriptionWebhookByProviderPix: [
      'Receber o webhook de um provedor de pagamentos que acrescenta isto',
      'Recibir el webhook de un proveedor de pagos que añade esto',
      'Bunu ekleyen bir ödeme sağlayıcısının webhook’unu al',
    ],
    getSubscriptionById: [
      'Ler se uma fatura foi paga, perguntando ao provedor',
      'Leer si una factura fue pagada, preguntando al proveedor',
      'Bir faturanın ödenip ödenmediğini sağlayıcıya sorarak oku',
    ],
  },
}
