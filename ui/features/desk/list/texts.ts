import { defineTexts } from '../../../shared/i18n/define'

/** The order of the lists, what is done with several tickets, and the gate before who waits. */
export const listTexts = defineTexts('desk', (language) => import(`./texts.${language}.json`), {
  order: { label: 'Ordem', waiting: 'Maior espera', recent: 'Mais recentes' },
  late: { only: 'Só atrasados', count: { one: '{count} atrasado', other: '{count} atrasados' } },
  none: { title: 'Ninguém espera há tempo demais', show: 'Mostrar todos' },
  gate: {
    since: 'Aguarda resposta desde {when}',
    came: 'Chegou {when}',
    queue: 'Em qual fila?',
    last: 'última fila',
    accept: 'Aceitar {name}',
    acceptSeveral: { one: 'Aceitar {count} atendimento', other: 'Aceitar {count} atendimentos' },
    keys: 'As teclas de 1 a 9 e as setas também escolhem.',
  },
  unlinked: {
    title: 'Nenhum número conectado',
    text: 'Nada chega nem sai por enquanto.',
    connect: 'Conectar',
    ask: 'Peça a um administrador.',
  },
  several: {
    accept: 'Aceitar',
    close: 'Resolver',
    transfer: 'Transferir',
    read: 'Marcar como lidos',
    closeTitle: { one: 'Resolver {count} atendimento?', other: 'Resolver {count} atendimentos?' },
    closeText: 'Os contatos não serão avaliados. Não dá para desfazer de uma vez só.',
    farewell: 'Enviar a mensagem de despedida',
    transferTitle: { one: 'Transferir {count} atendimento', other: 'Transferir {count} atendimentos' },
    accepted: { one: '{count} atendimento aceito', other: '{count} atendimentos aceitos' },
    closed: { one: '{count} atendimento resolvido', other: '{count} atendimentos resolvidos' },
    transferred: {
      one: '{count} atendimento transferido para {target}',
      other: '{count} atendimentos transferidos para {target}',
    },
    undone: {
      one: 'Transferência de {count} atendimento desfeita',
      other: 'Transferência de {count} atendimentos desfeita',
    },
    keepQueues: 'Cada um na sua fila',
    wasRead: { one: '{count} atendimento lido', other: '{count} atendimentos lidos' },
    refused: { one: '{count} ficou como estava: {reason}', other: '{count} ficaram como estavam: {reason}' },
  },
  bell: {
    title: 'Não lidos',
    readAll: 'Marcar como lidos',
    mine: 'Com você e em grupos',
    waiting: 'Aguardando',
  },
})
