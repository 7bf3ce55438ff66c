import { defineTexts } from '../../../shared/i18n/define'

/** The top bar, the menu beside the page, and which notices a person wants. */
export const barTexts = defineTexts('bar', {
  'pt-BR': {
    greeting: 'Olá, {name}',
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
