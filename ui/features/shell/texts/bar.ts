import { defineTexts } from '../../../shared/i18n/define'

/** The top bar, the menu beside the page, and which notices a person wants. */
export const barTexts = defineTexts('bar', {
  'pt-BR': {
    greeting: 'Olá, {name}',
    waiting: {
      released: 'Ao ativar saem: {what}',
      messages: { one: '{count} mensagem na fila', other: '{count} mensagens na fila' },
      schedules: { one: '{count} agendamento', other: '{count} agendamentos' },
      campaigns: { one: '{count} campanha', other: '{count} campanhas' },
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
      note: 'Valem para você neste navegador.',
    },
  },
  en: {
    greeting: 'Hello, {name}',
    waiting: {
      released: 'Activating it releases: {what}',
      messages: { one: '{count} queued message', other: '{count} queued messages' },
      schedules: { one: '{count} scheduled message', other: '{count} scheduled messages' },
      campaigns: { one: '{count} campaign', other: '{count} campaigns' },
    },
    refresh: 'Refresh',
    fold: 'Collapse {name}',
    unfold: 'Show {name}',
    versions: 'Screen {screen} · server {server}',
    notices: {
      title: 'Notifications',
      events: 'Notify me of new messages',
      own: 'In my conversations',
      waiting: 'From people who are waiting',
      groups: 'In groups',
      note: 'They apply to you in this browser.',
    },
  },
  es: {
    greeting: 'Hola, {name}',
    waiting: {
      released: 'Al activarla salen: {what}',
      messages: { one: '{count} mensaje en cola', other: '{count} mensajes en cola' },
      schedules: { one: '{count} mensaje programado', other: '{count} mensajes programados' },
      campaigns: { one: '{count} campaña', other: '{count} campañas' },
    },
    refresh: 'Actualizar',
    fold: 'Contraer {name}',
    unfold: 'Mostrar {name}',
    versions: 'Pantalla {screen} · servidor {server}',
    notices: {
      title: 'Notificaciones',
      events: 'Avisar cuando llegue un mensaje',
      own: 'En mis conversaciones',
      waiting: 'De quien espera atención',
      groups: 'En grupos',
      note: 'Valen para usted en este navegador.',
    },
  },
  tr: {
    greeting: 'Merhaba, {name}',
    waiting: {
      released: 'Etkinleştirilince gönderilir: {what}',
      messages: { one: 'sırada {count} mesaj', other: 'sırada {count} mesaj' },
      schedules: { one: '{count} zamanlanmış mesaj', other: '{count} zamanlanmış mesaj' },
      campaigns: { one: '{count} kampanya', other: '{count} kampanya' },
    },
    refresh: 'Yenile',
    fold: '{name} grubunu daralt',
    unfold: '{name} grubunu göster',
    versions: 'Ekran {screen} · sunucu {server}',
    notices: {
      title: 'Bildirimler',
      events: 'Mesaj geldiğinde bildir',
      own: 'Kendi görüşmelerimde',
      waiting: 'Bekleyen kişilerden',
      groups: 'Gruplarda',
      note: 'Bu tarayıcıda sizin için geçerlidir.',
    },
  },
})
