import { defineErrors } from '../../errors'

export const planErrors = defineErrors({
  ERR_NO_PLAN_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Plano não encontrado.',
      en: 'Plan not found.',
      es: 'Plan no encontrado.',
      tr: 'Plan bulunamadı.',
    },
  },
  /** `details` says how many companies have it. */
  ERR_PLAN_IN_USE: {
    status: 409,
    texts: {
      'pt-BR': 'O plano está em uso: mude antes o plano das empresas.',
      en: 'The plan is in use: first give its companies another one.',
      es: 'El plan está en uso: cambie antes el plan de las empresas.',
      tr: 'Plan kullanımda: önce şirketlere başka bir plan verin.',
    },
  },
  /** It was made for one company. */
  ERR_PLAN_OF_OTHER: {
    status: 409,
    texts: {
      'pt-BR': 'Este plano foi feito para outra empresa.',
      en: 'This plan was made for another company.',
      es: 'Este plan se hizo para otra empresa.',
      tr: 'Bu plan başka bir şirket için yapıldı.',
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
