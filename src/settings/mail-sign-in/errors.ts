import { defineErrors } from '../../errors'

export const mailSignInErrors = defineErrors({
  /** The operator has not registered an app with this provider. */
  ERR_MAIL_SIGN_IN_OFF: {
    status: 409,
    texts: {
      'pt-BR':
        'Esta instalação ainda não tem um aplicativo registrado neste provedor: o operador faz isso em Instalação.',
      en: 'This installation has no app registered with this provider yet: the operator can do so in Installation.',
      es: 'Esta instalación aún no tiene una aplicación registrada en este proveedor: el operador lo hace en Instalación.',
      tr: 'Bu kurulumun bu sağlayıcıda kayıtlı bir uygulaması henüz yok: işletmeci bunu Kurulum bölümünde yapar.',
    },
  },
  /** Used already, older than ten minutes, or begun by somebody else. */
  ERR_MAIL_SIGN_IN_STATE: {
    status: 409,
    texts: {
      'pt-BR': 'Esta entrada já foi usada ou passou do tempo: comece de novo.',
      en: 'This sign-in was used already or took too long: start again.',
      es: 'Este acceso ya se usó o tardó demasiado: empiece de nuevo.',
      tr: 'Bu giriş zaten kullanıldı ya da çok uzun sürdü: yeniden başlayın.',
    },
  },
  /** `details`: `fault` of `signInFaults`, and `answer`, the provider's own words. */
  ERR_MAIL_SIGN_IN_FAILED: {
    status: 409,
    texts: {
      'pt-BR': 'A entrada na conta de e-mail não deu certo.',
      en: 'Signing in to the mail account did not succeed.',
      es: 'No se pudo entrar en la cuenta de correo.',
      tr: 'E-posta hesabına girilemedi.',
    },
  },
})
