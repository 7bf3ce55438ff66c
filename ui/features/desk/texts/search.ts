import { defineTexts } from '../../../shared/i18n/define'

/** The search over everything: the tab of the desk, its filter of days, and lines of the palette. */
export const searchTexts = defineTexts('deskSearch', (language) => import(`./search.${language}.json`), {
  tickets: 'Atendimentos',
  messages: 'Mensagens',
  contacts: 'Contatos sem atendimento',
  allTickets: 'Ver todos os atendimentos',
  older: 'Procurar nas mais antigas',
  noMessages: 'Nenhuma mensagem com “{text}”.',
  nowhere:
    'A busca olhou nomes, números e mensagens, em atendimentos abertos e resolvidos. As palavras vêm inteiras; só a última pode estar pela metade.',
  failed: 'Não foi possível buscar nas mensagens',
  start: 'Iniciar atendimento com {name}',
  days: 'Período',
  from: 'De',
  to: 'Até',
  week: '7 dias',
  repeats: { one: 'e mais {count} igual do bot', other: 'e mais {count} iguais do bot' },
  sayingInMessages: 'Buscar nas mensagens: {text}',
})
