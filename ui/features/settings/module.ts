import { Settings } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { mailboxTexts } from '../../shared/mail/mailbox/texts'
import { mailTexts } from '../../shared/mail/texts'
import { defineModule } from '../../shared/module'
import { texts as audit } from '../audit/texts'
import { texts as helps } from '../help-videos/texts'
import { texts as hours } from '../hours/texts'
import { auditTexts as hoursAuditTexts } from '../hours/texts/audit'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { SettingsView } from './view'

export const settings = defineModule({
  name: 'settings',
  path: '/settings',
  search: SettingsView,
  texts: [texts, hours, helps, audit, mailTexts, mailboxTexts, kit],
  page: () => import('./SettingsPage').then((file) => file.SettingsPage),
  menu: {
    group: 'administration',
    order: 23,
    title: { 'pt-BR': 'Configurações', en: 'Settings', es: 'Configuración', tr: 'Ayarlar' },
    icon: Settings,
    needs: 'drawer-admin-items:view',
  },
  watch: () => import('./useSettingEvents').then((file) => file.useSettingEvents),
  audit: {
    texts: [auditTexts, hoursAuditTexts, texts, hours, audit, mailboxTexts],
    kinds: () => import('./audit').then((file) => file.kinds),
  },
})
