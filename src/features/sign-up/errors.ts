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
