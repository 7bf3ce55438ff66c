/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    operatorSettings: {
      operatorSetting: 'Ajuste da instalação',
    },
  },
  en: {
    operatorSettings: {
      operatorSetting: 'Installation setting',
    },
  },
  es: {
    operatorSettings: {
      operatorSetting: 'Ajuste de la instalación',
    },
  },
  tr: {
    operatorSettings: {
      operatorSetting: 'Kurulum ayarı',
    },
  },
})
