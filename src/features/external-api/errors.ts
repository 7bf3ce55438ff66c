import { defineErrors } from '../../errors'

export const apiErrors = defineErrors({
  ERR_API_TOKEN: {
    status: 401,
    texts: {
      'pt-BR': 'Token desconhecido. Use o token de uma conexão ou de uma fila, criado em API de mensagens.',
      en: 'Unknown token. Use the token of a connection or queue, created under Messages API.',
      es: 'Token desconocido. Use el token de una conexión o cola, creado en API de mensajes.',
      tr: 'Bilinmeyen token. Mesaj API sayfasında oluşturulan bir bağlantı veya kuyruk token kullanın.',
    },
  },
  ERR_API_TOKEN_KIND: {
    status: 401,
    texts: {
      'pt-BR': 'Este é o token de uma sessão do sistema. A API externa pede o token de uma conexão ou de uma fila.',
      en: 'This is the token of a signed-in session. The external API needs the token of a connection or queue.',
      es: 'Este es el token de una sesión. La API externa pide el token de una conexión o cola.',
      tr: 'Bu bir oturum token. Harici API bir bağlantı veya kuyruk token ister.',
    },
  },
  ERR_API_TOKEN_REVOKED: {
    status: 401,
    texts: {
      'pt-BR': 'Este token foi revogado ou renovado.',
      en: 'This token was revoked or renewed.',
      es: 'Este token fue revocado o renovado.',
      tr: 'Bu token iptal edildi veya yenilendi.',
    },
  },
  ERR_API_TOKEN_EXPIRED: {
    status: 401,
    texts: {
      'pt-BR': 'A validade deste token terminou.',
      en: 'This token has expired.',
      es: 'Este token ha caducado.',
      tr: 'Bu token süresi doldu.',
    },
  },
  /** `details.scope`: the missing permission. */
  ERR_API_SCOPE: {
    status: 403,
    texts: {
      'pt-BR': 'Este token não permite essa operação.',
      en: 'This token does not permit the operation.',
      es: 'Este token no permite la operación.',
      tr: 'Bu token bu işleme izin vermiyor.',
    },
  },
  ERR_NO_API_TOKEN_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Token não encontrado.',
      en: 'Token not found.',
      es: 'Token no encontrado.',
      tr: 'Token bulunamadı.',
    },
  },
  /** `details.most`: active tokens per company. */
  ERR_API_TOKEN_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem tokens demais: revogue os que não usa.',
      en: 'The company has too many tokens: revoke those you no longer use.',
      es: 'La empresa ya tiene demasiados tokens: revoque los que no usa.',
      tr: 'Şirketin çok fazla tokenı var: kullanılmayanları iptal edin.',
    },
  },
  ERR_NO_API_SEND_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Envio não encontrado.',
      en: 'Send not found.',
      es: 'Envío no encontrado.',
      tr: 'Gönderim bulunamadı.',
    },
  },
  /** The key belongs to another request, whose id is in `details`. */
  ERR_IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    texts: {
      'pt-BR': 'Esta Idempotency-Key já foi usada com outro conteúdo.',
      en: 'This Idempotency-Key was already used with other content.',
      es: 'Esta Idempotency-Key ya se usó con otro contenido.',
      tr: 'Bu Idempotency-Key başka bir içerikle kullanıldı.',
    },
  },
  ERR_API_OPTED_OUT: {
    status: 422,
    texts: {
      'pt-BR': 'O contato pediu para não receber mensagens automáticas.',
      en: 'The contact has opted out of automated messages.',
      es: 'El contacto pidió no recibir mensajes automáticos.',
      tr: 'Kişi otomatik mesaj almak istemiyor.',
    },
  },
  ERR_API_CONTACT_BLOCKED: {
    status: 422,
    texts: {
      'pt-BR': 'O contato está bloqueado.',
      en: 'The contact is blocked.',
      es: 'El contacto está bloqueado.',
      tr: 'Kişi engellenmiş.',
    },
  },
})
