/** The parts of the form, the token, and how a connection is doing. */
import { defineTexts } from '../../../shared/i18n/define'

export const details = defineTexts('connections', (language) => import(`./details.${language}.json`), {
  chatbotOf: 'Bot de {name}',
  noChannel: 'O plano da empresa não inclui nenhum canal.',
  support: 'Suporte',
  tab: {
    data: 'Dados',
    messages: 'Mensagens',
    import: 'Importação',
    meta: 'Acesso da Meta',
    access: 'Acesso',
  },
  tokenHint: 'Com ele outros programas escrevem por esta conexão.',
  preview: {
    title: 'No celular do contato',
    nothing: 'As mensagens aparecem aqui enquanto são escritas.',
    greeting: 'Ao chegar',
    outOfHours: 'Fora do horário',
    completion: 'Ao resolver',
    rating: 'Avaliação',
    name: 'Maria Alves',
    opening: 'amanhã às 08:00',
  },
  health: {
    of: 'Saúde de {name}',
    title: 'Saúde de {name}',
    since: 'Nesta situação desde',
    until: 'Restrição até',
    lastError: 'Último problema',
    noError: 'Nenhum',
    tickets: 'Atendimentos',
    ticketsNow: '{open} em atendimento, {pending} aguardando',
    today: 'Mensagens hoje',
    todayNow: '{received} recebidas, {sent} enviadas',
    atLeast: 'ou mais',
    outbox: 'Para sair',
    outboxEmpty: 'Nada espera',
    restricted:
      'O WhatsApp limita por um tempo contas que escrevem a muita gente nova. Continue respondendo a quem já conversa com vocês e evite iniciar conversas; não é preciso desconectar.',
  },
})
