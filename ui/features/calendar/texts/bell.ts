import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const bellTexts = defineTexts('events', (language) => import(`./bell.${language}.json`), {
  bell: {
    count: { one: '{count} evento lembrado', other: '{count} eventos lembrados' },
    title: 'Eventos lembrados',
    open: 'Abrir {title} no calendário',
    seen: 'Já vi {title}',
    allSeen: 'Já vi todos',
    none: 'Nenhum evento lembrado',
  },
})
