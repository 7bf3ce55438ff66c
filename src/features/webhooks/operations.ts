import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getWebhooks: ['Listar os webhooks', 'Listar los webhooks', 'Webhookları listele'],
    postWebhooks: ['Criar um webhook', 'Crear un webhook', 'Webhook oluştur'],
    deleteWebhooksById: ['Excluir um webhook', 'Eliminar un webhook', 'Bir webhooku sil'],
    getWebhooksById: ['Ler um webhook', 'Leer un webhook', 'Bir webhooku oku'],
    putWebhooksById: ['Mudar um webhook', 'Cambiar un webhook', 'Bir webhooku değiştir'],
    getWebhooksByIdDeliveries: [
      'Listar as entregas de um webhook',
      'Listar las entregas de un webhook',
      'Bir webhookun teslimatlarını listele',
    ],
    getWebhooksByIdDeliveriesByDeliveryId: [
      'Ler uma entrega de um webhook',
      'Leer una entrega de un webhook',
      'Bir webhook teslimatını oku',
    ],
    postWebhooksByIdDeliveriesByDeliveryIdRedeliver: ['Entregar de novo', 'Entregar de nuevo', 'Yeniden teslim et'],
    postWebhooksByIdRedeliverFailed: [
      'Entregar de novo o que falhou',
      'Entregar de nuevo lo que falló',
      'Başarısız olanları yeniden teslim et',
    ],
    postWebhooksByIdSecret: [
      'Trocar o segredo de um webhook',
      'Cambiar el secreto de un webhook',
      'Bir webhookun gizli anahtarını değiştir',
    ],
    postWebhooksByIdTest: ['Enviar um evento de teste', 'Enviar un evento de prueba', 'Deneme olayı gönder'],
  },
}
