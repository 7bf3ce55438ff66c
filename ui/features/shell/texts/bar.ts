import { defineTexts } from '../../../shared/i18n/define'

/** The top bar, the menu beside the page, and which notices a person wants. */
export const barTexts = defineTexts('bar', (language) => import(`./bar.${language}.json`), {
  greeting: 'Olá, {name}',
  waiting: {
    released: 'Ao ativar saem: {what}',
    held: 'À espera: {what}',
    messages: { one: '{count} mensagem na fila', other: '{count} mensagens na fila' },
    schedules: { one: '{count} agendamento', other: '{count} agendamentos' },
    campaigns: { one: '{count} campanha', other: '{count} campanhas' },
    emails: { one: '{count} e-mail', other: '{count} e-mails' },
    deliveries: { one: '{count} entrega de webhook', other: '{count} entregas de webhooks' },
  },
  refresh: 'Atualizar',
  fold: 'Recolher {name}',
  unfold: 'Mostrar {name}',
  versions: 'Tela {screen} · servidor {server}',
  notices: {
    title: 'Notificações',
    events: 'Avisar quando chegar mensagem',
    own: 'Nas minhas conversas',
    waiting: 'De quem aguarda atendimento',
    groups: 'Em grupos',
    chats: 'No chat interno',
    note: 'Valem para você neste navegador.',
    devices: 'Com o Balcão fechado: celulares e computadores',
  },
})
