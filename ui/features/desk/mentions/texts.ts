import { defineTexts } from '../../../shared/i18n/define'

/** Of the bell and the toast, which every page can show. */
export const mentionTexts = defineTexts('mentions', (language) => import(`./texts.${language}.json`), {
  count: { one: '{count} menção a você', other: '{count} menções a você' },
  title: 'Menções a você',
  none: 'Nenhuma menção nova',
  allSeen: 'Marcar como vistas',
  open: 'Abrir a conversa com {name}',
  seen: 'Marcar como vista: {name}',
  news: '{author} mencionou você na conversa com {name}: {text}',
})
