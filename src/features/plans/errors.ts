import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const planErrors = defineErrors(translations, {
  /** `details` has the number of companies on the plan. */
  ERR_PLAN_IN_USE: { status: 409, text: 'O plano está em uso: mude antes o plano das empresas.' },
  ERR_PLANS_LIMIT: { status: 409, text: 'Já existe o máximo de planos: exclua os que não servem mais.' },
})
