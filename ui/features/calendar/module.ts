import { Calendar } from 'lucide-react'
import { calendarTexts } from '../../shared/calendar/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as scheduleTexts } from '../schedules/texts'
import { texts } from './texts'
import { CalendarView } from './view'

export const calendar = defineModule({
  name: 'calendar',
  path: '/Calendario',
  search: CalendarView,
  texts: [texts, calendarTexts, scheduleTexts, kit],
  page: () => import('./CalendarPage').then((file) => file.CalendarPage),
  menu: {
    group: 'operational',
    order: 6,
    title: { 'pt-BR': 'Calendário', en: 'Calendar', es: 'Calendario', tr: 'Takvim' },
    icon: Calendar,
  },
})
