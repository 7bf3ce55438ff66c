import { defineErrors } from '../../errors'

export const signUpErrors = defineErrors({
  ERR_USER_CREATION_DISABLED: {
    status: 403,
    texts: {
      'pt-BR': 'Cadastro de usuário desativado!',
      en: 'Sign-up is turned off.',
      es: '¡El registro de usuarios está desactivado!',
      tr: 'Kayıt kapalı.',
    },
  },
  /** `details` has the seconds to wait. */
  ERR_SIGN_UPS_FULL: {
    status: 429,
    texts: {
      'pt-BR': 'Muitas empresas se cadastraram na última hora. Tente de novo mais tarde ou fale com o suporte.',
      en: 'Many companies have signed up within the last hour. Try again later or contact support.',
      es: 'Muchas empresas se registraron en la última hora. Inténtelo más tarde o hable con el soporte.',
      tr: 'Son bir saatte çok sayıda şirket kaydoldu. Daha sonra yeniden deneyin veya desteğe başvurun.',
    },
  },
  ERR_PLAN_NOT_OFFERED: {
    status: 422,
    texts: {
      'pt-BR': 'Este plano não está mais disponível. Escolha outro.',
      en: 'This plan is no longer available. Choose another one.',
      es: 'Este plan ya no está disponible. Elija otro.',
      tr: 'Bu plan artık sunulmuyor. Başka bir plan seçin.',
    },
  },
})
