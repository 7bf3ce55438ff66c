import { defineTexts } from '../../../shared/i18n/define'

/** The guide of the external API. */
export const docTexts = defineTexts('apiGuide', (language) => import(`./doc.${language}.json`), {
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
      'País, DDD e número. Pontuação é aceita; com ou sem o nono dígito. O id de um grupo conhecido também serve, e quem não tem número: @usuário, ou psid:, igsid: ou bsuid: com o id da Meta.',
    contactId: 'No lugar de {number}: o id de um contato.',
    body: 'Até 4.096 caracteres. Aceita as variáveis das respostas rápidas.',
    template: 'No WhatsApp oficial, no lugar de {body}: name, language e variables de um modelo aprovado.',
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
    lacks: 'O canal da conexão não aceita isso; details.lacks diz o quê.',
    window: 'O prazo para responder neste canal acabou; no WhatsApp oficial, um modelo ainda pode ser enviado.',
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
})
