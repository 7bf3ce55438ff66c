import { defineTexts } from '../../../shared/i18n/define'

/** Of the bell and the toast, which every page can show. */
export const mentionTexts = defineTexts('mentions', {
  'pt-BR': {
    count: { one: '{count} menção a você', other: '{count} menções a você' },
    title: 'Menções a você',
    none: 'Nenhuma menção nova',
    allSeen: 'Marcar como vistas',
    open: 'Abrir a conversa com {name}',
    seen: 'Marcar como vista: {name}',
    news: '{author} mencionou você na conversa com {name}: {text}',
  },
  en: {
    count: { one: '{count} mention of you', other: '{count} mentions of you' },
    title: 'Mentions of you',
    none: 'No new mentions',
    allSeen: 'Mark as seen',
    open: 'Open the conversation with {name}',
    seen: 'Mark as seen: {name}',
    news: '{author} mentioned you in the conversation with {name}: {text}',
  },
  es: {
    count: { one: '{count} mención de usted', other: '{count} menciones de usted' },
    title: 'Menciones de usted',
    none: 'Ninguna mención nueva',
    allSeen: 'Marcar como vistas',
    open: 'Abrir la conversación con {name}',
    seen: 'Marcar como vista: {name}',
    news: '{author} le mencionó en la conversación con {name}: {text}',
  },
  tr: {
    count: { one: 'Sizden {count} kez bahsedildi', other: 'Sizden {count} kez bahsedildi' },
    title: 'Sizden bahsedilenler',
    none: 'Yeni bahsetme yok',
    allSeen: 'Görüldü olarak işaretle',
    open: '{name} ile görüşmeyi aç',
    seen: 'Görüldü olarak işaretle: {name}',
    news: '{author}, {name} ile görüşmede sizden bahsetti: {text}',
  },
})
