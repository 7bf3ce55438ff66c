import { Mail } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { mailTexts } from '../../shared/mail/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { contactEmailTexts } from './texts/contact'
import { editorTexts } from './texts/editor'
import { templateTexts } from './texts/templates'
import { EmailFormView, EmailListView, TemplatesView } from './view'

const all = [texts, mailTexts, editorTexts, templateTexts, contactEmailTexts, kit] as const

export const email = defineModule({
  name: 'email',
  path: '/Email',
  search: EmailFormView,
  texts: all,
  page: () => import('./ComposePage').then((file) => file.ComposePage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 28,
    title: { 'pt-BR': 'E-mail', en: 'Email', es: 'Correo', tr: 'E-posta' },
    icon: Mail,
  },
})

export const emailScheduler = defineModule({
  name: 'emailScheduler',
  path: '/EmailScheduler',
  within: 'email',
  search: EmailFormView,
  texts: all,
  page: () => import('./ComposePage').then((file) => file.ScheduleEmailPage),
})

export const emailSent = defineModule({
  name: 'emailSent',
  path: '/EmailLis',
  within: 'email',
  search: EmailListView,
  texts: all,
  page: () => import('./ListPages').then((file) => file.SentPage),
})

export const emailScheduled = defineModule({
  name: 'emailScheduled',
  path: '/EmailsAgendado',
  within: 'email',
  search: EmailListView,
  texts: all,
  page: () => import('./ListPages').then((file) => file.ScheduledPage),
})

export const emailTemplates = defineModule({
  name: 'emailTemplates',
  path: '/EmailTemplates',
  within: 'email',
  search: TemplatesView,
  texts: all,
  page: () => import('./templates/TemplatesPage').then((file) => file.TemplatesPage),
})
