import { defineTexts } from '../../../shared/i18n/define'

/** The guide of the external API. */
export const docTexts = defineTexts('apiGuide', {
  'pt-BR': {
    group: {
      messages: 'Mensagens',
      guide: 'Guia',
      notices: 'Avisos',
    },
    need: {
      required: 'obrigatório',
      optional: 'opcional',
      recommended: 'recomendado',
      text: 'texto',
      files: 'arquivos ou endereços',
    },
    head: {
      body: 'Corpo',
      headers: 'Cabeçalhos',
      errors: 'Erros mais comuns',
      response: 'Resposta',
      params: 'Parâmetros',
      permissions: 'Permissões de um token',
      pace: 'Ritmo',
      addresses: 'Endereços',
      fields: 'Campos',
      ignored: 'Sem efeito',
      differences: 'Diferenças',
      types: 'Tipos de evento',
      answers: 'Respostas e novas tentativas',
      check: 'Como conferir',
    },
    section: {
      send: {
        nav: 'Enviar',
        title: 'Enviar uma mensagem',
        intro:
          'A mensagem entra na fila de saída e a resposta volta na hora, com o identificador para acompanhar. Quem atende pelo balcão sempre passa na frente.',
      },
      status: {
        nav: 'Estado',
        title: 'Ver o estado de um envio',
        intro: 'Diz até onde a mensagem chegou. Fica disponível por 30 dias, para os tokens da mesma conexão.',
      },
      check: {
        nav: 'Número existe',
        title: 'Verificar um número',
        intro: 'Pergunta ao WhatsApp se o número tem conta, e responde com a forma que ele usa.',
      },
      auth: {
        nav: 'Autorização',
        title: 'Autorização',
        intro:
          'Cada chamada leva o token no cabeçalho Authorization. O token diz a empresa e a conexão ou fila: nenhum outro parâmetro escolhe a empresa.',
      },
      limits: {
        nav: 'Limites',
        title: 'Limites',
        intro: 'Cada token envia até 60 mensagens por minuto e faz até 600 consultas. As respostas dizem quanto resta.',
      },
      errors: {
        nav: 'Erros',
        title: 'Erros',
        intro:
          'Todo erro é um objeto com error (um código estável), message (no idioma de Accept-Language) e, às vezes, details.',
      },
      moving: {
        nav: 'Vindo de outro sistema',
        title: 'Vindo de outro sistema',
        intro: 'Troque só o endereço e o token: os caminhos e os campos de costume são aceitos.',
      },
      events: {
        nav: 'Webhooks',
        title: 'Receber eventos',
        intro:
          'Um webhook avisa o seu sistema com um POST em JSON: id, type, version, timestamp, companyId e data. O endereço é cadastrado em Webhooks.',
      },
      signature: {
        nav: 'Assinatura',
        title: 'Conferir a assinatura',
        intro:
          'Cada entrega é assinada pela convenção Standard Webhooks. Confira antes de usar, e recuse horas com mais de cinco minutos de diferença.',
      },
    },
    field: {
      number:
        'País, DDD e número. Pontuação é aceita; com ou sem o nono dígito. O id de um grupo conhecido também serve.',
      body: 'Até 4.096 caracteres. Aceita as variáveis das respostas rápidas.',
      medias: 'Até 5. Em multipart, ou endereços https públicos no JSON (um só: mediaUrl). O texto vai com o primeiro.',
      queueId: 'A fila da conversa. O token de uma fila já a define.',
      openTicket: 'Verdadeiro abre uma conversa se não houver; falso só guarda no histórico.',
      userId: 'Com {openTicket}: o atendente que recebe a conversa.',
      whatsappId: 'Com o token de uma fila ou da empresa toda: a conexão que envia. Sem ela, a padrão.',
      quotedMsg: 'A mensagem a responder: o id dela, ou o id de um envio anterior à mesma pessoa.',
      msdelay: 'Milissegundos de espera antes de enviar, até 60.000.',
      sendSignature: 'Com {userId}: o nome dele acima do texto, se a empresa assina mensagens.',
      auth: 'Bearer e o token de uma conexão, de uma fila ou da empresa. Aparece uma vez só, ao ser criado.',
      key: 'A mesma chave em 24 horas devolve a mesma mensagem e não envia de novo.',
    },
    common: {
      e401: 'Token desconhecido, revogado ou vencido.',
      check: 'O número não tem WhatsApp.',
      out: 'O contato pediu para não receber mensagens automáticas e não escreveu nas últimas 24 horas.',
      url: 'O arquivo do endereço não pôde ser baixado.',
      e429: 'Mais de 60 por minuto. Retry-After diz quando voltar.',
      reused: 'A chave já foi usada com outro conteúdo.',
    },
    status: {
      waiting: 'Aguarda o ritmo de envio; wait diz por quê e até quando.',
      queued: 'Na fila de saída.',
      sent: 'Saiu para o WhatsApp.',
      delivered: 'Chegou ao aparelho.',
      read: 'Foi lida.',
      failed: 'Não foi enviada; reason diz por quê.',
    },
    check: {
      number: 'O número, com país e DDD.',
      exists:
        'Verdadeiro se existe. Em POST /api/messages/checkNumber a resposta de um número que não existe tem código 400.',
    },
    scope: {
      send: 'Enviar mensagens.',
      status: 'Ver o estado dos envios.',
      check: 'Verificar números.',
    },
    limit: {
      limit: 'Envios por minuto.',
      rem: 'Quantos restam.',
      reset: 'Segundos até o limite recomeçar.',
      retry: 'Em um 429: segundos de espera.',
      pace: 'A quem escreveu nas últimas 24 horas a mensagem sai na hora. Aos outros ela sai no ritmo das campanhas, para proteger o número; enquanto isso o estado é waiting. Depois de um dia de espera ela falha.',
    },
    error: {
      e400: 'Campo inválido; details diz qual.',
      e402: 'A assinatura da empresa venceu.',
      e403: 'O token não permite a operação, ou o plano não inclui a API.',
      e404: 'Fila, conexão, envio ou grupo não encontrado.',
      e413: 'Arquivo grande demais: até 100 MB, 16 MB por endereço.',
      e422: 'O número não tem WhatsApp, o contato está bloqueado ou não quer mensagens, ou o arquivo não pôde ser lido.',
      e507: 'Sem espaço em disco.',
    },
    moving: {
      same: 'POST /api/messages/send em JSON ou multipart com medias, POST /api/messages/send/linkImage {number, url, caption} e POST /api/messages/checkNumber {number}.',
      save: '{saveOnTicket}: verdadeiro ou o id da fila, como {openTicket}.',
      ignored: 'Aceitos e sem efeito: {closeTicket}, noRegister, linkPreview.',
      diff: 'A resposta é 202 com id, em vez de 200 com SUCCESS; a mensagem fica no histórico e só abre conversa com {openTicket}.',
    },
    event: {
      messages: 'Mensagem recebida ou enviada; o estado dela mudou.',
      tickets: 'Conversa aberta, mudada, à espera, resolvida, excluída.',
      contacts: 'Contato novo ou alterado, unido a outro, excluído.',
      connections: 'Conexão criada, com outro estado, excluída.',
      ratings: 'Avaliação respondida.',
      campaigns: 'Campanha programada, iniciada, cancelada, finalizada.',
      ok: 'Recebido. A resposta vale se chegar em 15 segundos.',
      gone: 'O endereço não existe mais: o webhook é desligado.',
      again:
        'Nova tentativa em 5 s, 1 min, 5 min, 30 min, 2 h, 5 h e depois a cada 8 h, por um dia. Retry-After é respeitado.',
    },
    signature: {
      id: 'O mesmo em cada tentativa: ignore os que já recebeu.',
      timestamp: 'A hora do envio, em segundos.',
      signature: 'Uma ou mais assinaturas v1,…, separadas por espaço. Basta uma conferir.',
      formula:
        'De webhook-id, webhook-timestamp e o corpo como chegou, unidos por pontos, com o segredo depois de whsec_ decodificado de base64. O resultado, em base64, é o que vem depois de v1,.',
    },
  },
  en: {
    group: {
      messages: 'Messages',
      guide: 'Guide',
      notices: 'Notices',
    },
    need: {
      required: 'required',
      optional: 'optional',
      recommended: 'recommended',
      text: 'text',
      files: 'files or addresses',
    },
    head: {
      body: 'Body',
      headers: 'Headers',
      errors: 'Common errors',
      response: 'Response',
      params: 'Parameters',
      permissions: 'Permissions of a token',
      pace: 'Send rate',
      addresses: 'Addresses',
      fields: 'Fields',
      ignored: 'Without effect',
      differences: 'Differences',
      types: 'Event types',
      answers: 'Responses and retries',
      check: 'How to verify',
    },
    section: {
      send: {
        nav: 'Send',
        title: 'Send a message',
        intro:
          'The message enters the outbox and the response returns at once, with an id to follow it. Attendants always go first.',
      },
      status: {
        nav: 'Status',
        title: 'Read the status of a send',
        intro: 'Returns the status of the message. Available for 30 days, to tokens of the same connection.',
      },
      check: {
        nav: 'Number exists',
        title: 'Check a number',
        intro: 'Asks WhatsApp whether the number has an account, and returns the form it uses.',
      },
      auth: {
        nav: 'Authorization',
        title: 'Authorization',
        intro:
          'Each call carries the token in the Authorization header. The token determines the company and the connection or queue: no other parameter does.',
      },
      limits: {
        nav: 'Limits',
        title: 'Limits',
        intro:
          'Each token sends up to 60 messages a minute and makes up to 600 other requests. Responses say how many are left.',
      },
      errors: {
        nav: 'Errors',
        title: 'Errors',
        intro:
          'Every error is an object with error (a stable code), message (in the language of Accept-Language) and sometimes details.',
      },
      moving: {
        nav: 'Coming from another system',
        title: 'Coming from another system',
        intro: 'Change only the host and the token: the usual addresses and fields are accepted.',
      },
      events: {
        nav: 'Webhooks',
        title: 'Receiving events',
        intro:
          'A webhook notifies your system by a POST with JSON: id, type, version, timestamp, companyId and data. The address is registered under Webhooks.',
      },
      signature: {
        nav: 'Signature',
        title: 'Verifying the signature',
        intro:
          'Each delivery is signed by the Standard Webhooks convention. Verify before use, and refuse times that differ by more than five minutes.',
      },
    },
    field: {
      number:
        "Country code, area code and number. Punctuation is accepted; with or without Brazil's ninth digit. The id of a known group also works.",
      body: 'Up to 4,096 characters. Accepts the variables of quick replies.',
      medias:
        'Up to 5. As multipart, or public https addresses in the JSON (a single one: mediaUrl). The text goes with the first.',
      queueId: "The queue of the conversation. A queue's token already sets it.",
      openTicket: 'True opens a conversation if there is none; false only stores it in the history.',
      userId: 'With {openTicket}: the attendant who gets the conversation.',
      whatsappId:
        'With the token of a queue or of the whole company: the connection that sends. Otherwise the default one.',
      quotedMsg: 'The message to reply to: its id, or the id of an earlier send to the same person.',
      msdelay: 'Milliseconds to wait before sending, up to 60,000.',
      sendSignature: 'With {userId}: their name above the text, if the company signs messages.',
      auth: 'Bearer and the token of a connection, a queue or the company. It is shown only once, when it is created.',
      key: 'The same key within 24 hours returns the same message and does not send again.',
    },
    common: {
      e401: 'Unknown, revoked or expired token.',
      check: 'The number has no WhatsApp.',
      out: 'The contact has opted out of automated messages and has not written in the last 24 hours.',
      url: 'The file at the address could not be downloaded.',
      e429: 'More than 60 a minute. Retry-After says when to retry.',
      reused: 'The key was already used with other content.',
    },
    status: {
      waiting: 'Waits for the send rate; wait says why and until when.',
      queued: 'In the outbox.',
      sent: 'Handed to WhatsApp.',
      delivered: 'Arrived on the phone.',
      read: 'Was read.',
      failed: 'Was not sent; reason says why.',
    },
    check: {
      number: 'The number, with country and area code.',
      exists: 'True if it exists. POST /api/messages/checkNumber responds with 400 for a number that does not.',
    },
    scope: {
      send: 'Send messages.',
      status: 'Read the status of sends.',
      check: 'Check numbers.',
    },
    limit: {
      limit: 'Sends per minute.',
      rem: 'Remaining sends.',
      reset: 'Seconds until the limit resets.',
      retry: 'On 429: seconds to wait.',
      pace: 'Messages to contacts who wrote in the last 24 hours are sent at once. Others are sent at the rate of campaigns, which protects the number; until then the status is waiting. After a day of waiting, the send fails.',
    },
    error: {
      e400: 'Invalid field; details names it.',
      e402: 'The subscription of the company has expired.',
      e403: 'The token does not permit this, or the plan does not include the API.',
      e404: 'Queue, connection, send or group not found.',
      e413: 'File too large: up to 100 MB, 16 MB by address.',
      e422: 'The number has no WhatsApp, the contact is blocked or opted out, or the file could not be read.',
      e507: 'The disk is full.',
    },
    moving: {
      same: 'POST /api/messages/send as JSON or as multipart with medias, POST /api/messages/send/linkImage {number, url, caption} and POST /api/messages/checkNumber {number}.',
      save: '{saveOnTicket}: true or the id of the queue, like {openTicket}.',
      ignored: 'Accepted without effect: {closeTicket}, noRegister, linkPreview.',
      diff: 'The response is 202 with an id instead of 200 with SUCCESS; the message stays in the history and opens a conversation only with {openTicket}.',
    },
    event: {
      messages: 'A message was received or sent; its status changed.',
      tickets: 'A conversation was opened, changed, left waiting, resolved, deleted.',
      contacts: 'A contact is new or changed, was merged or deleted.',
      connections: 'A connection was created, changed its state, was deleted.',
      ratings: 'A rating was answered.',
      campaigns: 'A campaign was scheduled, started, cancelled, finished.',
      ok: 'Received. The response counts if it arrives within 15 seconds.',
      gone: 'The address no longer exists: the webhook is turned off.',
      again:
        'Sent again after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h and then every 8 h, for a day. Retry-After is honoured.',
    },
    signature: {
      id: 'The same at every attempt: ignore those you already have.',
      timestamp: 'The time of sending, in seconds.',
      signature: 'One or more signatures v1,…, separated by spaces. One valid signature is enough.',
      formula:
        'Over webhook-id, webhook-timestamp and the body as received, joined by full stops, with the secret after whsec_ decoded from base64. The result in base64 is what follows v1,.',
    },
  },
  es: {
    group: {
      messages: 'Mensajes',
      guide: 'Guía',
      notices: 'Avisos',
    },
    need: {
      required: 'obligatorio',
      optional: 'opcional',
      recommended: 'recomendado',
      text: 'texto',
      files: 'archivos o direcciones',
    },
    head: {
      body: 'Cuerpo',
      headers: 'Encabezados',
      errors: 'Errores comunes',
      response: 'Respuesta',
      params: 'Parámetros',
      permissions: 'Permisos de un token',
      pace: 'Ritmo',
      addresses: 'Direcciones',
      fields: 'Campos',
      ignored: 'Sin efecto',
      differences: 'Diferencias',
      types: 'Tipos de evento',
      answers: 'Respuestas y reintentos',
      check: 'Cómo verificar',
    },
    section: {
      send: {
        nav: 'Enviar',
        title: 'Enviar un mensaje',
        intro:
          'El mensaje entra en la cola de salida y la respuesta vuelve al instante, con un identificador para seguirlo. Quien atiende siempre pasa primero.',
      },
      status: {
        nav: 'Estado',
        title: 'Ver el estado de un envío',
        intro: 'Dice hasta dónde llegó el mensaje. Disponible por 30 días, para los tokens de la misma conexión.',
      },
      check: {
        nav: 'Número existe',
        title: 'Verificar un número',
        intro: 'Pregunta a WhatsApp si el número tiene cuenta, y responde con la forma que usa.',
      },
      auth: {
        nav: 'Autorización',
        title: 'Autorización',
        intro:
          'Cada llamada lleva el token en el encabezado Authorization. El token determina la empresa y la conexión o cola: ningún otro parámetro lo hace.',
      },
      limits: {
        nav: 'Límites',
        title: 'Límites',
        intro:
          'Cada token envía hasta 60 mensajes por minuto y hace hasta 600 consultas. Las respuestas dicen cuánto queda.',
      },
      errors: {
        nav: 'Errores',
        title: 'Errores',
        intro:
          'Todo error es un objeto con error (un código estable), message (en el idioma de Accept-Language) y, a veces, details.',
      },
      moving: {
        nav: 'Desde otro sistema',
        title: 'Desde otro sistema',
        intro: 'Cambie solo la dirección y el token: se aceptan los caminos y campos habituales.',
      },
      events: {
        nav: 'Webhooks',
        title: 'Recibir eventos',
        intro:
          'Un webhook avisa a su sistema con un POST en JSON: id, type, version, timestamp, companyId y data. La dirección se registra en Webhooks.',
      },
      signature: {
        nav: 'Firma',
        title: 'Verificar la firma',
        intro:
          'Cada entrega se firma según la convención Standard Webhooks. Verifíquela antes de usarla y rechace horas con más de cinco minutos de diferencia.',
      },
    },
    field: {
      number:
        'País, área y número. Se acepta puntuación; con o sin el noveno dígito de Brasil. También sirve el id de un grupo conocido.',
      body: 'Hasta 4.096 caracteres. Acepta las variables de las respuestas rápidas.',
      medias:
        'Hasta 5. En multipart, o direcciones https públicas en el JSON (una sola: mediaUrl). El texto va con el primero.',
      queueId: 'La cola de la conversación. El token de una cola ya la define.',
      openTicket: 'Verdadero abre una conversación si no hay; falso solo la guarda en el historial.',
      userId: 'Con {openTicket}: quien recibe la conversación.',
      whatsappId: 'Con el token de una cola o de toda la empresa: la conexión que envía. Si no, la predeterminada.',
      quotedMsg: 'El mensaje al que se responde: su id, o el id de un envío anterior a la misma persona.',
      msdelay: 'Milisegundos de espera antes de enviar, hasta 60.000.',
      sendSignature: 'Con {userId}: su nombre encima del texto, si la empresa firma los mensajes.',
      auth: 'Bearer y el token de una conexión, una cola o la empresa. Se muestra una sola vez, al crearlo.',
      key: 'La misma clave en 24 horas devuelve el mismo mensaje y no envía de nuevo.',
    },
    common: {
      e401: 'Token desconocido, revocado o vencido.',
      check: 'El número no tiene WhatsApp.',
      out: 'El contacto pidió no recibir mensajes automáticos y no escribió en las últimas 24 horas.',
      url: 'No se pudo descargar el archivo de la dirección.',
      e429: 'Más de 60 por minuto. Retry-After dice cuándo volver.',
      reused: 'La clave ya se usó con otro contenido.',
    },
    status: {
      waiting: 'Espera el ritmo de envío; wait dice por qué y hasta cuándo.',
      queued: 'En la cola de salida.',
      sent: 'Salió hacia WhatsApp.',
      delivered: 'Llegó al teléfono.',
      read: 'Fue leído.',
      failed: 'No fue enviado; reason dice por qué.',
    },
    check: {
      number: 'El número, con país y área.',
      exists:
        'Verdadero si existe. En POST /api/messages/checkNumber la respuesta de un número que no existe tiene código 400.',
    },
    scope: {
      send: 'Enviar mensajes.',
      status: 'Ver el estado de los envíos.',
      check: 'Verificar números.',
    },
    limit: {
      limit: 'Envíos por minuto.',
      rem: 'Cuántos quedan.',
      reset: 'Segundos hasta que el límite recomience.',
      retry: 'En un 429: segundos de espera.',
      pace: 'A quien escribió en las últimas 24 horas el mensaje sale al instante. A los demás sale al ritmo de las campañas, para proteger el número; mientras tanto el estado es waiting. Tras un día de espera falla.',
    },
    error: {
      e400: 'Campo inválido; details dice cuál.',
      e402: 'La suscripción de la empresa venció.',
      e403: 'El token no lo permite, o el plan no incluye la API.',
      e404: 'Cola, conexión, envío o grupo no encontrado.',
      e413: 'Archivo demasiado grande: hasta 100 MB, 16 MB por dirección.',
      e422: 'El número no tiene WhatsApp, el contacto está bloqueado o no quiere mensajes, o el archivo no se pudo leer.',
      e507: 'Sin espacio en disco.',
    },
    moving: {
      same: 'POST /api/messages/send en JSON o multipart con medias, POST /api/messages/send/linkImage {number, url, caption} y POST /api/messages/checkNumber {number}.',
      save: '{saveOnTicket}: verdadero o el id de la cola, como {openTicket}.',
      ignored: 'Aceptados y sin efecto: {closeTicket}, noRegister, linkPreview.',
      diff: 'La respuesta es 202 con id en lugar de 200 con SUCCESS; el mensaje queda en el historial y solo abre conversación con {openTicket}.',
    },
    event: {
      messages: 'Mensaje recibido o enviado; cambió su estado.',
      tickets: 'Conversación abierta, cambiada, en espera, resuelta, eliminada.',
      contacts: 'Contacto nuevo o cambiado, unido a otro, eliminado.',
      connections: 'Conexión creada, con otro estado, eliminada.',
      ratings: 'Evaluación respondida.',
      campaigns: 'Campaña programada, iniciada, cancelada, finalizada.',
      ok: 'Recibido. La respuesta vale si llega en 15 segundos.',
      gone: 'La dirección ya no existe: el webhook se desactiva.',
      again:
        'Nuevo intento a los 5 s, 1 min, 5 min, 30 min, 2 h, 5 h y luego cada 8 h, durante un día. Se respeta Retry-After.',
    },
    signature: {
      id: 'El mismo en cada intento: ignore los que ya recibió.',
      timestamp: 'La hora del envío, en segundos.',
      signature: 'Una o más firmas v1,…, separadas por espacios. Basta con que una sea válida.',
      formula:
        'De webhook-id, webhook-timestamp y el cuerpo tal como llegó, unidos por puntos, con el secreto que sigue a whsec_ decodificado de base64. El resultado en base64 es lo que sigue a v1,.',
    },
  },
  tr: {
    group: {
      messages: 'Mesajlar',
      guide: 'Kılavuz',
      notices: 'Bildirimler',
    },
    need: {
      required: 'zorunlu',
      optional: 'isteğe bağlı',
      recommended: 'önerilir',
      text: 'metin',
      files: 'dosya veya adres',
    },
    head: {
      body: 'Gövde',
      headers: 'Başlıklar',
      errors: 'Sık hatalar',
      response: 'Yanıt',
      params: 'Parametreler',
      permissions: 'Token izinleri',
      pace: 'Gönderim hızı',
      addresses: 'Adresler',
      fields: 'Alanlar',
      ignored: 'Etkisiz',
      differences: 'Farklar',
      types: 'Olay türleri',
      answers: 'Yanıtlar ve yeniden denemeler',
      check: 'Nasıl doğrulanır',
    },
    section: {
      send: {
        nav: 'Gönder',
        title: 'Mesaj gönder',
        intro:
          'Mesaj giden kutusuna girer; yanıt, izlemek için bir kimlikle hemen döner. Temsilciler her zaman önce gelir.',
      },
      status: {
        nav: 'Durum',
        title: 'Gönderim durumu',
        intro: 'Mesajın nereye kadar ulaştığını söyler. Aynı bağlantının tokenları için 30 gün erişilebilir.',
      },
      check: {
        nav: 'Numara var mı',
        title: 'Numara kontrolü',
        intro: 'Numaranın hesabı olup olmadığını WhatsApp’a sorar ve kullandığı biçimi döndürür.',
      },
      auth: {
        nav: 'Yetkilendirme',
        title: 'Yetkilendirme',
        intro:
          'Her çağrı tokenı Authorization başlığında taşır. Şirketi ve bağlantıyı veya kuyruğu token belirler: başka hiçbir parametre belirlemez.',
      },
      limits: {
        nav: 'Sınırlar',
        title: 'Sınırlar',
        intro: 'Her token dakikada 60 mesaj gönderir ve 600 sorgu yapar. Yanıtlar ne kadar kaldığını söyler.',
      },
      errors: {
        nav: 'Hatalar',
        title: 'Hatalar',
        intro:
          'Her hata; error (sabit bir kod), message (Accept-Language dilinde) ve bazen details içeren bir nesnedir.',
      },
      moving: {
        nav: 'Başka bir sistemden',
        title: 'Başka bir sistemden geçiş',
        intro: 'Yalnızca adresi ve tokenı değiştirin: alışılmış yollar ve alanlar kabul edilir.',
      },
      events: {
        nav: 'Webhook',
        title: 'Olay almak',
        intro:
          'Webhook, sisteminize JSON içeren bir POST ile haber verir: id, type, version, timestamp, companyId ve data. Adres Webhook sayfasında kaydedilir.',
      },
      signature: {
        nav: 'İmza',
        title: 'İmzayı doğrulamak',
        intro:
          'Her teslimat Standard Webhooks kuralına göre imzalanır. Kullanmadan önce doğrulayın; beş dakikadan fazla sapan saatleri reddedin.',
      },
    },
    field: {
      number:
        'Ülke kodu, alan kodu ve numara. Noktalama kabul edilir; Brezilya’nın dokuzuncu hanesi olsa da olmasa da. Bilinen bir grubun kimliği de olur.',
      body: 'En çok 4.096 karakter. Hazır yanıtların değişkenlerini kabul eder.',
      medias:
        'En çok 5. Multipart olarak ya da JSON içinde herkese açık https adresleri (tek ise: mediaUrl). Metin ilkiyle gider.',
      queueId: 'Görüşmenin kuyruğu. Kuyruk tokenı bunu zaten belirler.',
      openTicket: 'Doğruysa ve görüşme yoksa açar; yanlışsa yalnızca geçmişe kaydeder.',
      userId: '{openTicket} ile: görüşmeyi alan temsilci.',
      whatsappId: 'Kuyruk veya tüm şirket tokenıyla: gönderen bağlantı. Yoksa varsayılan.',
      quotedMsg: 'Yanıtlanan mesaj: kimliği veya aynı kişiye önceki bir gönderimin kimliği.',
      msdelay: 'Göndermeden önce beklenen milisaniye, en çok 60.000.',
      sendSignature: '{userId} ile: şirket mesajları imzalıyorsa metnin üstünde onun adı.',
      auth: 'Bearer ve bir bağlantının, kuyruğun veya şirketin tokenı. Yalnızca oluşturulurken gösterilir.',
      key: '24 saat içinde aynı anahtar aynı mesajı döndürür ve yeniden göndermez.',
    },
    common: {
      e401: 'Token bilinmiyor, iptal edilmiş veya süresi dolmuş.',
      check: 'Numarada WhatsApp yok.',
      out: 'Kişi otomatik mesaj istemiyor ve son 24 saatte yazmadı.',
      url: 'Adresteki dosya indirilemedi.',
      e429: 'Dakikada 60’tan fazla. Retry-After ne zaman döneceğinizi söyler.',
      reused: 'Anahtar başka bir içerikle kullanılmış.',
    },
    status: {
      waiting: 'Gönderim hızını bekliyor; wait nedenini ve ne zamana kadar olduğunu söyler.',
      queued: 'Giden kutusunda.',
      sent: 'WhatsApp’a verildi.',
      delivered: 'Telefona ulaştı.',
      read: 'Okundu.',
      failed: 'Gönderilemedi; reason nedenini söyler.',
    },
    check: {
      number: 'Ülke ve alan koduyla numara.',
      exists: 'Varsa doğru. POST /api/messages/checkNumber, olmayan numara için 400 döndürür.',
    },
    scope: {
      send: 'Mesaj gönderme.',
      status: 'Gönderim durumunu okuma.',
      check: 'Numara kontrolü.',
    },
    limit: {
      limit: 'Dakikadaki gönderim.',
      rem: 'Kalan.',
      reset: 'Sınırın yenilenmesine kalan saniye.',
      retry: '429’da: beklenecek saniye.',
      pace: 'Son 24 saatte yazanlara mesaj hemen gider. Diğerlerine numarayı korumak için kampanya hızında gider; o sırada durum waiting olur. Bir gün bekledikten sonra başarısız olur.',
    },
    error: {
      e400: 'Geçersiz alan; details adını verir.',
      e402: 'Şirketin aboneliği dolmuş.',
      e403: 'Token izin vermiyor ya da plan API içermiyor.',
      e404: 'Kuyruk, bağlantı, gönderim veya grup bulunamadı.',
      e413: 'Dosya çok büyük: en çok 100 MB, adresle 16 MB.',
      e422: 'Numarada WhatsApp yok, kişi engelli veya mesaj istemiyor ya da dosya okunamadı.',
      e507: 'Diskte yer yok.',
    },
    moving: {
      same: 'JSON veya medias ile multipart POST /api/messages/send, POST /api/messages/send/linkImage {number, url, caption} ve POST /api/messages/checkNumber {number}.',
      save: '{saveOnTicket}: doğru veya kuyruğun kimliği, {openTicket} gibi.',
      ignored: 'Kabul edilir ama etkisizdir: {closeTicket}, noRegister, linkPreview.',
      diff: 'Yanıt, SUCCESS ile 200 yerine kimlikle 202’dir; mesaj geçmişte kalır ve yalnızca {openTicket} ile görüşme açar.',
    },
    event: {
      messages: 'Mesaj alındı veya gönderildi; durumu değişti.',
      tickets: 'Görüşme açıldı, değişti, bekliyor, çözüldü, silindi.',
      contacts: 'Kişi yeni veya değişti, birleştirildi, silindi.',
      connections: 'Bağlantı oluşturuldu, durumu değişti, silindi.',
      ratings: 'Değerlendirme yanıtlandı.',
      campaigns: 'Kampanya planlandı, başladı, iptal edildi, bitti.',
      ok: 'Alındı. Yanıt 15 saniye içinde gelirse geçerlidir.',
      gone: 'Adres artık yok: webhook kapatılır.',
      again:
        '5 sn, 1 dk, 5 dk, 30 dk, 2 sa, 5 sa sonra ve ardından her 8 saatte bir, bir gün boyunca yeniden denenir. Retry-After dikkate alınır.',
    },
    signature: {
      id: 'Her denemede aynıdır: daha önce aldıklarınızı yok sayın.',
      timestamp: 'Gönderme zamanı, saniye olarak.',
      signature: 'Boşlukla ayrılmış bir veya daha çok v1,… imzası. Birinin geçerli olması yeter.',
      formula:
        'webhook-id, webhook-timestamp ve gelen gövde noktalarla birleştirilir; whsec_ sonrasındaki sır base64 çözülerek kullanılır. Base64 sonucu, v1, sonrasındaki değerdir.',
    },
  },
})
