/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  hours: {
    closed: 'Fechado',
    holiday: 'Feriado',
    queue: 'Fila',
  },
})
