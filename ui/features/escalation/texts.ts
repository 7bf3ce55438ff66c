import { defineTexts } from '../../shared/i18n/define'

/** The tab of a queue's ladder. */
export const texts = defineTexts('escalation', (language) => import(`./texts.${language}.json`), {
  active: 'Avisar quando ninguém vê',
  mode: { company: 'Como na empresa', own: 'Da fila', off: 'Não avisar' },
  companyHint: 'Valem as etapas da empresa, em Configurações, Notificações.',
  activeHint: 'Conta a partir da primeira mensagem que ninguém viu, no horário aberto da fila.',
  atOnce: 'na hora',
  always: 'sempre',
  attendant: 'Quem atende',
  attendantHint: 'nos aparelhos em que ligou as notificações',
  queue: 'Quem serve a fila',
  queueHint: 'só se a conversa ainda não tem dono',
  supervisor: 'Supervisores da fila',
  supervisorHint: 'notificação e sino; sem nenhum na fila, os da empresa',
  whatsapp: 'WhatsApp próprio do supervisor',
  whatsappHint: 'uma mensagem curta, sem o texto do cliente, ao número que a pessoa deu',
  minutes: '{count} min',
  after: 'depois de {count} min',
  never: 'não avisar',
  note: 'Ver é abrir a conversa. Quem abre ou responde para a escada. No máximo 6 mensagens por dia no WhatsApp de cada pessoa, e nenhuma entre 20h e 8h.',
})
