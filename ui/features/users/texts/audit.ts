/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  users: {
    user: 'Usuário',
    super: 'Operador da instalação',
    allowRealTime: 'Vê o painel de atendimentos',
    connectionAccess: 'Acesso às conexões',
    schedules: 'Horários',
  },
})
