import { defineErrors } from '../../errors'

export const passkeyErrors = defineErrors({
  ERR_NO_PASSKEY_DEMANDED: {
    status: 404,
    texts: {
      'pt-BR': 'O WhatsApp não pede uma passkey para esta conexão agora.',
      en: 'WhatsApp is not asking for a passkey for this connection.',
      es: 'WhatsApp no pide una llave de acceso para esta conexión ahora.',
      tr: 'WhatsApp şu anda bu bağlantı için geçiş anahtarı istemiyor.',
    },
  },
  /** Another person scanned the code, so WhatsApp's request is for them. */
  ERR_PASSKEY_OF_ANOTHER: {
    status: 409,
    texts: {
      'pt-BR': 'Outra pessoa está conectando este número. Gere um QR code novo para assumir.',
      en: 'Someone else is linking this number. Get a new QR code to take over.',
      es: 'Otra persona está vinculando este número. Genere un código QR nuevo para continuar usted.',
      tr: 'Bu numarayı başka biri bağlıyor. Devralmak için yeni bir QR kodu alın.',
    },
  },
  /** Too late, or answered already. */
  ERR_PASSKEY_NOT_AWAITED: {
    status: 409,
    texts: {
      'pt-BR': 'Esta resposta chegou tarde, ou já havia outra. Nada mudou.',
      en: 'This response came too late, or another one came first. Nothing has changed.',
      es: 'Esta respuesta llegó tarde, o ya había otra. Nada cambió.',
      tr: 'Bu yanıt geç geldi ya da zaten bir yanıt vardı. Hiçbir şey değişmedi.',
    },
  },
  ERR_PASSKEY_OTHER_REQUEST: {
    status: 422,
    texts: {
      'pt-BR': 'Esta resposta é de outro pedido. Copie a linha de novo e repita no WhatsApp Web.',
      en: 'This response belongs to another request. Copy the line again and repeat the step in WhatsApp Web.',
      es: 'Esta respuesta es de otra solicitud. Copie la línea de nuevo y repita en WhatsApp Web.',
      tr: 'Bu yanıt başka bir isteğe ait. Satırı yeniden kopyalayıp WhatsApp Web’de tekrarlayın.',
    },
  },
  ERR_PASSKEY_OTHER_PAGE: {
    status: 422,
    texts: {
      'pt-BR': 'Esta resposta não foi dada no web.whatsapp.com. Repita lá.',
      en: 'This response was not created on web.whatsapp.com. Repeat the step there.',
      es: 'Esta respuesta no se dio en web.whatsapp.com. Repita allí.',
      tr: 'Bu yanıt web.whatsapp.com’da verilmemiş. Orada tekrarlayın.',
    },
  },
  ERR_PASSKEY_UNREADABLE: {
    status: 422,
    texts: {
      'pt-BR': 'Isto não é a resposta de uma passkey. Copie a resposta inteira e cole de novo.',
      en: 'This is not a passkey response. Copy the whole response and paste it again.',
      es: 'Esto no es la respuesta de una llave de acceso. Copie la respuesta entera y péguela de nuevo.',
      tr: 'Bu bir geçiş anahtarı yanıtı değil. Yanıtın tamamını kopyalayıp yeniden yapıştırın.',
    },
  },
  ERR_PASSKEY_NO_CODE: {
    status: 409,
    texts: {
      'pt-BR': 'Não há código para comparar agora.',
      en: 'There is no code to compare right now.',
      es: 'No hay código para comparar ahora.',
      tr: 'Şu anda karşılaştırılacak kod yok.',
    },
  },
  /** Already opened, replaced, or expired after ten minutes. */
  ERR_PASSKEY_LINK: {
    status: 404,
    texts: {
      'pt-BR': 'Este link não vale mais: ele abre uma vez e por dez minutos. Peça outro a quem o enviou.',
      en: 'This link is no longer valid: it opens once, within ten minutes. Ask whoever sent it for a new one.',
      es: 'Este enlace ya no vale: se abre una vez y durante diez minutos. Pida otro a quien lo envió.',
      tr: 'Bu bağlantı artık geçerli değil: bir kez ve on dakika içinde açılır. Gönderenden yenisini isteyin.',
    },
  },
})
