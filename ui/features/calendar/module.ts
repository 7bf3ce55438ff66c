import { Calendar } from 'lucide-react'
import { calendarTexts } from '../../shared/calendar/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { contactTexts } from '../contacts/texts/contact'
import { failureTexts } from '../messages/texts/failures'
import { texts as scheduleTexts } from '../schedules/texts'
import { texts } from './texts'
import { bellTexts } from './texts/bell'
import { CalendarView } from './view'

export const calendar = defineModule({
  name: 'calendar',
  path: '/Calendario',
  search: CalendarView,
  texts: [texts, bellTexts, calendarTexts, scheduleTexts, failureTexts, contactTexts, kit],
  page: () => import('./CalendarPage').then((file) => file.CalendarPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  bell: () => import('./bell').then((file) => file.bell()),
  watch: () => import('./useEventReminders').then((file) => file.useEventReminders),
  menu: {
    group: 'operational',
    order: 6,
    title: { 'pt-BR': 'Calendário', en: 'Calendar', es: 'Calendario', tr: 'Takvim' },
    icon: Calendar,
  },
})
