import { defineErrors } from '../../errors'

export const planErrors = defineErrors({
  /** `details` has the number of companies on the plan. */
  ERR_PLAN_IN_USE: {
    status: 409,
    texts: {
      'pt-BR': 'O plano está em uso: mude antes o plano das empresas.',
      en: 'The plan is in use: first give its companies another one.',
      es: 'El plan está en uso: cambie antes el plan de las empresas.',
      tr: 'Plan kullanımda: önce şirketlere başka bir plan verin.',
    },
  },
  ERR_PLANS_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe o máximo de planos: exclua os que não servem mais.',
      en: 'There are as many plans as there can be: delete those you no longer need.',
      es: 'Ya existe el máximo de planes: elimine los que ya no sirven.',
      tr: 'Plan sayısı sınıra ulaştı: artık gerekmeyenleri silin.',
    },
  },
})
