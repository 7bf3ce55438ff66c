import { defineErrors } from '../../errors'

export const aiErrors = defineErrors({
  ERR_AI_NOT_CONFIGURED: {
    status: 409,
    texts: {
      'pt-BR': 'Nenhuma IA está configurada: um administrador pode fazer isso em Configurações, Integrações.',
      en: 'No AI is configured: an administrator can set one up in Settings, Integrations.',
      es: 'No hay ninguna IA configurada: un administrador puede hacerlo en Ajustes, Integraciones.',
      tr: 'Yapılandırılmış bir yapay zekâ yok: bir yönetici bunu Ayarlar, Entegrasyonlar bölümünde yapabilir.',
    },
  },
  /** The company's address is not https, or not a public internet address. */
  ERR_AI_ADDRESS: {
    status: 409,
    texts: {
      'pt-BR': 'O endereço da IA precisa começar com https:// e estar na internet.',
      en: 'The AI address must start with https:// and be reachable on the internet.',
      es: 'La dirección de la IA debe empezar por https:// y estar en internet.',
      tr: 'Yapay zekânın adresi https:// ile başlamalı ve internette olmalı.',
    },
  },
  ERR_AI_KEY: {
    status: 409,
    texts: {
      'pt-BR': 'O serviço de IA não aceitou a chave.',
      en: 'The AI service did not accept the key.',
      es: 'El servicio de IA no aceptó la clave.',
      tr: 'Yapay zekâ hizmeti anahtarı kabul etmedi.',
    },
  },
  /** The service reports its rate limit, or no credit left. */
  ERR_AI_QUOTA: {
    status: 409,
    texts: {
      'pt-BR': 'O serviço de IA atingiu o limite de uso ou está sem créditos.',
      en: 'The AI service has reached its usage limit or is out of credit.',
      es: 'El servicio de IA alcanzó su límite de uso o no tiene crédito.',
      tr: 'Yapay zekâ hizmeti kullanım sınırına ulaştı veya kredisi kalmadı.',
    },
  },
  /** `details` has the HTTP status. */
  ERR_AI_REFUSED: {
    status: 409,
    texts: {
      'pt-BR': 'O serviço de IA recusou o pedido: confira o endereço e o modelo.',
      en: 'The AI service refused the request: check its address and model.',
      es: 'El servicio de IA rechazó la solicitud: revise la dirección y el modelo.',
      tr: 'Yapay zekâ hizmeti isteği reddetti: adresi ve modeli kontrol edin.',
    },
  },
  ERR_AI_TIMEOUT: {
    status: 503,
    texts: {
      'pt-BR': 'A IA demorou demais. Tente de novo.',
      en: 'The AI took too long. Try again.',
      es: 'La IA tardó demasiado. Inténtelo de nuevo.',
      tr: 'Yapay zekâ çok uzun sürdü. Tekrar deneyin.',
    },
  },
  ERR_AI_UNREACHABLE: {
    status: 503,
    texts: {
      'pt-BR': 'O serviço de IA não respondeu.',
      en: 'The AI service did not respond.',
      es: 'El servicio de IA no respondió.',
      tr: 'Yapay zekâ hizmeti yanıt vermedi.',
    },
  },
  /** Unusable answer: empty, truncated, too long or malformed. */
  ERR_AI_ANSWER: {
    status: 503,
    texts: {
      'pt-BR': 'A resposta da IA não pôde ser usada. Tente de novo.',
      en: 'The AI’s answer could not be used. Try again.',
      es: 'La respuesta de la IA no se pudo usar. Inténtelo de nuevo.',
      tr: 'Yapay zekânın yanıtı kullanılamadı. Tekrar deneyin.',
    },
  },
  /** The conversation has no message to answer. */
  ERR_AI_NOTHING_SAID: {
    status: 409,
    texts: {
      'pt-BR': 'Ainda não há mensagens de texto nesta conversa.',
      en: 'There are no text messages in this conversation yet.',
      es: 'Todavía no hay mensajes de texto en esta conversación.',
      tr: 'Bu konuşmada henüz metin mesajı yok.',
    },
  },
  /** Also for another user’s. */
  ERR_NO_AI_CHAT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Conversa não encontrada.',
      en: 'Conversation not found.',
      es: 'Conversación no encontrada.',
      tr: 'Görüşme bulunamadı.',
    },
  },
  /** `details` has the maximum. */
  ERR_AI_CHAT_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Você já tem conversas demais com a IA: apague as que não usa.',
      en: 'You have too many AI conversations: delete those you no longer use.',
      es: 'Ya tiene demasiadas conversaciones con la IA: elimine las que no usa.',
      tr: 'Yapay zekâ ile çok fazla görüşmeniz var: kullanmadıklarınızı silin.',
    },
  },
  /** `details` has the maximum number of questions. */
  ERR_AI_CHAT_LONG: {
    status: 409,
    texts: {
      'pt-BR': 'Esta conversa ficou longa demais: comece outra.',
      en: 'This conversation has become too long: start another one.',
      es: 'Esta conversación es demasiado larga: empiece otra.',
      tr: 'Bu görüşme çok uzadı: yeni bir tane başlatın.',
    },
  },
  /** Another answer is being written. */
  ERR_AI_BUSY: {
    status: 409,
    texts: {
      'pt-BR': 'A IA ainda está escrevendo outra resposta: espere ou interrompa.',
      en: 'The AI is still writing another answer: wait or stop it.',
      es: 'La IA todavía está escribiendo otra respuesta: espere o deténgala.',
      tr: 'Yapay zekâ hâlâ başka bir yanıt yazıyor: bekleyin veya durdurun.',
    },
  },
})
