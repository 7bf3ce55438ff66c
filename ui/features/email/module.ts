import { Mail } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { mailTexts } from '../../shared/mail/texts'
import { defineModule } from '../../shared/module'
import { answerTexts } from './answers/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { contactEmailTexts } from './texts/contact'
import { editorTexts } from './texts/editor'
import { logTexts } from './texts/log'
import { templateTexts } from './texts/templates'
import { EmailFormView, EmailListView, TemplatesView } from './view'

const all = [texts, answerTexts, mailTexts, editorTexts, templateTexts, contactEmailTexts, kit] as const

export const email = defineModule({
  name: 'email',
  path: '/Email',
  search: EmailFormView,
  texts: all,
  page: () => import('./ComposePage').then((file) => file.ComposePage),
  bell: () => import('./answers/bell').then((file) => file.bell()),
  watch: () => import('./answers/bell').then((file) => file.watch()),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 28,
    title: { 'pt-BR': 'E-mail', en: 'Email', es: 'Correo', tr: 'E-posta' },
    icon: Mail,
  },
  audit: { texts: [mailTexts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  ticketLog: { texts: [logTexts], kinds: () => import('./log').then((file) => file.kinds) },
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

/** Where Google and Microsoft send people back to. */
export const mailSignIn = defineModule({
  name: 'mailSignIn',
  path: '/mail-sign-in', // MAIL_SIGN_IN_PAGE: the list of modules holds literals
  texts: all,
  page: () => import('./MailSignInPage').then((file) => file.MailSignInPage),
})

export const emailTemplates = defineModule({
  name: 'emailTemplates',
  path: '/EmailTemplates',
  within: 'email',
  search: TemplatesView,
  texts: all,
  page: () => import('./templates/TemplatesPage').then((file) => file.TemplatesPage),
})
