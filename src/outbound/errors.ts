import { defineErrors } from '../errors'

export const outboundErrors = defineErrors({
  ERR_NO_OPT_OUT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Este número não está na lista de descadastrados.',
      en: 'This number is not in the opt-outs.',
      es: 'Este número no está en la lista de bajas.',
      tr: 'Bu numara, mesaj istemeyenler listesinde değil.',
    },
  },
})
