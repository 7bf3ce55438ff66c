import { defineTexts } from '../../../shared/i18n/define'

/** Texts of the bell, loaded on every page. */
export const bellTexts = defineTexts('announcementBell', (language) => import(`./bell.${language}.json`), {
  title: 'Comunicados',
  from: 'de {name}',
  unread: { one: '{count} comunicado novo', other: '{count} comunicados novos' },
  none: 'Nenhum comunicado',
  new: 'Novos',
  read: 'Lidos',
  allRead: 'Marcar como lidos',
  understood: 'Entendi',
  kept: 'Fica guardado em Comunicados',
  waits: 'Comunicado importante: {title}',
  priority: { high: 'Alta', medium: 'Média', low: 'Baixa' },
})
