import { CalendarClock } from 'lucide-react'
import { calendarTexts } from '../../shared/calendar/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { channelTexts } from '../messages/texts/channels'
import { failureTexts } from '../messages/texts/failures'
import { texts } from './texts'
import { reminderTexts } from './texts/reminders'
import { SchedulesView } from './view'

export const schedules = defineModule({
  name: 'schedules',
  path: '/schedules',
  search: SchedulesView,
  texts: [texts, channelTexts, failureTexts, reminderTexts, calendarTexts, kit],
  page: () => import('./SchedulesPage').then((file) => file.SchedulesPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 8,
    title: { 'pt-BR': 'Agendamentos', en: 'Schedules', es: 'Programados', tr: 'Zamanlananlar' },
    icon: CalendarClock,
    plan: 'useSchedules',
  },
  bell: () => import('./bell').then((file) => file.bell()),
  watch: () => import('./useReminders').then((file) => file.useReminders),
})
