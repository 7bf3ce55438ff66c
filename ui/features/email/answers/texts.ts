import { defineTexts } from '../../../shared/i18n/define'

/** The conversation beside a sent e-mail, and the bell. */
export const answerTexts = defineTexts('answers', (language) => import(`./texts.${language}.json`), {
  bell: {
    count: { one: '{count} resposta a seus e-mails', other: '{count} respostas a seus e-mails' },
    title: 'Respostas a seus e-mails',
    none: 'Nenhuma resposta nova',
    allSeen: 'Marcar como vistas',
    open: 'Abrir a resposta de {name}',
    seen: 'Marcar como vista: {name}',
    news: '{name} respondeu “{subject}”: {text}',
    returned: 'O e-mail “{subject}” voltou: {text}',
  },
  title: 'Respostas',
  unread: { one: '{count} resposta não lida', other: '{count} respostas não lidas' },
  count: { one: '{count} resposta', other: '{count} respostas' },
  automatic: 'Automática',
  bounce: 'Devolvido',
  isNew: 'Nova',
  returnedBy: 'Servidor de e-mail',
  us: '{name}, para {to}',
  empty: 'Sem texto',
  showQuoted: 'Mostrar o que foi repetido',
  hideQuoted: 'Esconder o que foi repetido',
  fault: {
    tooLarge: 'A resposta é grande demais: só o começo está aqui. O resto está na caixa postal.',
    unreadable: 'A resposta não pôde ser lida: abra-a na caixa postal.',
  },
  leftOut: {
    one: '{count} anexo não foi guardado: está na caixa postal.',
    other: '{count} anexos não foram guardados: estão na caixa postal.',
  },
  download: 'Baixar {name}',
  reply: 'Responder',
  replyTo: 'Responder a {to}',
  replyHint: 'Escreva a resposta',
  send: 'Enviar',
  sent: 'Resposta a caminho',
  failed: 'Não chegou',
})
