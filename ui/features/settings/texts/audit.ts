/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  settings: {
    on: 'Ligado',
    setting: 'Configuração',
    host: 'Servidor',
    ownLogin: 'Usuário próprio',
    plusAddress: 'Endereço marcado',
  },
})
