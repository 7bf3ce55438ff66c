import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const operatorSettingErrors = defineErrors(translations, {
  /** `details` names the variables. */
  ERR_SETTING_BY_ENVIRONMENT: { status: 409, text: 'Definido pelo ambiente do servidor, e só ali pode ser alterado.' },
})
