import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const reminderTexts = defineTexts('schedules', (language) => import(`./reminders.${language}.json`), {
  bell: {
    count: { one: '{count} lembrete', other: '{count} lembretes' },
    title: 'Lembretes',
    none: 'Nenhum lembrete',
    seen: 'Já vi o lembrete de {name}',
    allSeen: 'Já vi todos',
    open: 'Conversar com {name}',
  },
})
