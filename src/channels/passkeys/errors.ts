import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const passkeyErrors = defineErrors(translations, {
  ERR_NO_PASSKEY_DEMANDED: { status: 404, text: 'O WhatsApp não pede uma passkey para esta conexão agora.' },
  /** Another person scanned the code, so WhatsApp's request is for them. */
  ERR_PASSKEY_OF_ANOTHER: {
    status: 409,
    text: 'Outra pessoa está conectando este número. Gere um QR code novo para assumir.',
  },
  /** Too late, or answered already. */
  ERR_PASSKEY_NOT_AWAITED: { status: 409, text: 'Esta resposta chegou tarde, ou já havia outra. Nada mudou.' },
  ERR_PASSKEY_OTHER_REQUEST: {
    status: 422,
    text: 'Esta resposta é de outro pedido. Copie a linha de novo e repita no WhatsApp Web.',
  },
  ERR_PASSKEY_OTHER_PAGE: { status: 422, text: 'Esta resposta não foi dada no web.whatsapp.com. Repita lá.' },
  ERR_PASSKEY_UNREADABLE: {
    status: 422,
    text: 'Isto não é a resposta de uma passkey. Copie a resposta inteira e cole de novo.',
  },
  ERR_PASSKEY_NO_CODE: { status: 409, text: 'Não há código para comparar agora.' },
  /** Already opened, replaced, or expired after ten minutes. */
  ERR_PASSKEY_LINK: {
    status: 404,
    text: 'Este link não vale mais: ele abre uma vez e por dez minutos. Peça outro a quem o enviou.',
  },
})
