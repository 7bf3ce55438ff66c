import { defineTexts } from '../../../shared/i18n/define'

/** Handing work on, and what comes next. */
export const workTexts = defineTexts('work', (language) => import(`./work.${language}.json`), {
  find: 'Buscar atendente ou fila',
  nobody: 'Ninguém com “{text}”.',
  people: 'Atendentes',
  queues: 'Filas',
  recent: 'Recentes',
  inQueue: 'Na fila',
  openCount: { one: '{count} aberta', other: '{count} abertas' },
  openNone: 'nenhuma aberta',
  until: 'atende até {time}',
  offDuty: 'fora do horário',
  offline: 'offline',
  choose: 'Escolha um atendente, uma fila ou outra conexão.',
  transferred: 'Atendimento de {name} transferido para {target}',
  undone: 'Transferência desfeita: {name}',
  next: {
    title: 'Próximo da fila',
    accept: 'Atender {name}',
    more: { one: 'Mais {count} aguardando', other: 'Mais {count} aguardando' },
  },
})
