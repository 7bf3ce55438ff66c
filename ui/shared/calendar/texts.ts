import { defineTexts } from '../i18n/define'

export const calendarTexts = defineTexts('calendar', {
  'pt-BR': {
    span: 'Período',
    spans: { month: 'Mês', week: 'Semana', day: 'Dia' },
    today: 'Hoje',
    previous: 'Anterior',
    next: 'Próximo',
    allDay: 'dia todo',
    more: { one: 'mais {count}', other: 'mais {count}' },
  },
  en: {
    span: 'Period',
    spans: { month: 'Month', week: 'Week', day: 'Day' },
    today: 'Today',
    previous: 'Previous',
    next: 'Next',
    allDay: 'all day',
    more: { one: '{count} more', other: '{count} more' },
  },
  es: {
    span: 'Período',
    spans: { month: 'Mes', week: 'Semana', day: 'Día' },
    today: 'Hoy',
    previous: 'Anterior',
    next: 'Siguiente',
    allDay: 'todo el día',
    more: { one: '{count} más', other: '{count} más' },
  },
  tr: {
    span: 'Dönem',
    spans: { month: 'Ay', week: 'Hafta', day: 'Gün' },
    today: 'Bugün',
    previous: 'Önceki',
    next: 'Sonraki',
    allDay: 'tüm gün',
    more: { one: '{count} tane daha', other: '{count} tane daha' },
  },
})
