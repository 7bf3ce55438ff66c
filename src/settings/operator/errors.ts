import { defineErrors } from '../../errors'

export const operatorSettingErrors = defineErrors({
  /** `details` names the variables. */
  ERR_SETTING_BY_ENVIRONMENT: {
    status: 409,
    texts: {
      'pt-BR': 'Definido pelo ambiente do servidor, e só ali pode ser alterado.',
      en: 'Set by the server’s environment, and can only be changed there.',
      es: 'Definido por el entorno del servidor, y solo allí se puede cambiar.',
      tr: 'Sunucunun ortamında tanımlı, yalnızca orada değiştirilebilir.',
    },
  },
})
