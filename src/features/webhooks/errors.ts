import { defineErrors } from '../../errors'

export const webhookErrors = defineErrors({
  ERR_NO_WEBHOOK_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Webhook não encontrado.',
      en: 'Webhook not found.',
      es: 'Webhook no encontrado.',
      tr: 'Webhook bulunamadı.',
    },
  },
  ERR_NO_WEBHOOK_DELIVERY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Entrega não encontrada. Entregas ficam guardadas por sete dias.',
      en: 'Delivery not found. Deliveries are kept for seven days.',
      es: 'Entrega no encontrada. Las entregas se guardan siete días.',
      tr: 'Teslimat bulunamadı. Teslimatlar yedi gün saklanır.',
    },
  },
  /** `details.most`: webhooks per company. */
  ERR_WEBHOOK_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem webhooks demais: exclua os que não usa.',
      en: 'The company has too many webhooks: delete those you no longer use.',
      es: 'La empresa ya tiene demasiados webhooks: elimine los que no usa.',
      tr: 'Şirketin zaten çok fazla webhook’u var: kullanılmayanları silin.',
    },
  },
  ERR_WEBHOOK_ADDRESS: {
    status: 400,
    texts: {
      'pt-BR': 'O endereço precisa ser https na internet pública, ou um que o operador permite.',
      en: 'The address must be https on the public internet, or one that the operator allows.',
      es: 'La dirección debe ser https en la internet pública, o una que el operador permite.',
      tr: 'Adres, herkese açık internette https olmalı veya operatörün izin verdiklerinden biri olmalı.',
    },
  },
  ERR_WEBHOOK_INACTIVE: {
    status: 409,
    texts: {
      'pt-BR': 'O webhook está desligado: ligue-o para enviar.',
      en: 'The webhook is off: turn it on to send.',
      es: 'El webhook está desactivado: actívelo para enviar.',
      tr: 'Webhook kapalı: göndermek için açın.',
    },
  },
})
