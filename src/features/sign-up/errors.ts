import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const signUpErrors = defineErrors(translations, {
  ERR_USER_CREATION_DISABLED: { status: 403, text: 'Cadastro de usuário desativado!' },
  /** `details` has the seconds to wait. */
  ERR_SIGN_UPS_FULL: {
    status: 429,
    text: 'Muitas empresas se cadastraram na última hora. Tente de novo mais tarde ou fale com o suporte.',
  },
  ERR_PLAN_NOT_OFFERED: { status: 422, text: 'Este plano não está mais disponível. Escolha outro.' },
})
