import { defineTexts } from '../i18n/define'

export const calendarTexts = defineTexts('calendar', (language) => import(`./texts.${language}.json`), {
  span: 'Período',
  spans: { month: 'Mês', week: 'Semana', day: 'Dia' },
  today: 'Hoje',
  previous: 'Anterior',
  next: 'Próximo',
  allDay: 'dia todo',
  more: { one: 'mais {count}', other: 'mais {count}' },
})
