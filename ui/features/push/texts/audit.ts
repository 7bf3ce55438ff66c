/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  notifications: {
    title: 'Notificações',
    usual: 'Tela bloqueada',
    ofQueue: 'Tela bloqueada: {queue}',
  },
})
