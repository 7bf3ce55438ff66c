import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const webhookErrors = defineErrors(translations, {
  ERR_NO_WEBHOOK_FOUND: { status: 404, text: 'Webhook não encontrado.' },
  ERR_NO_WEBHOOK_DELIVERY_FOUND: {
    status: 404,
    text: 'Entrega não encontrada. Entregas ficam guardadas por sete dias.',
  },
  /** `details.most`: webhooks per company. */
  ERR_WEBHOOK_LIMIT: { status: 409, text: 'A empresa já tem webhooks demais: exclua os que não usa.' },
  ERR_WEBHOOK_ADDRESS: {
    status: 400,
    text: 'O endereço precisa ser https na internet pública, ou um que o operador permite.',
  },
  ERR_WEBHOOK_INACTIVE: { status: 409, text: 'O webhook está desligado: ligue-o para enviar.' },
})
