import { defineTexts } from '../../../shared/i18n/define'

/** Of the bell and the toast, which every page can show. */
export const bellTexts = defineTexts('escalationBell', (language) => import(`./bell.${language}.json`), {
  count: { one: '{count} conversa que ninguém viu', other: '{count} conversas que ninguém viu' },
  title: 'Ninguém viu',
  none: 'Nada de novo',
  allSeen: 'Marcar como vistas',
  open: 'Abrir a conversa com {name}',
  seen: 'Marcar como vista: {name}',
  waits: 'há {minutes} min em {queue}',
  by: '{user} não viu, {minutes} min',
  news: 'Ninguém vê {name} há {minutes} min',
})
