import { defineErrors } from '../../errors'

export const resetErrors = defineErrors({
  ERR_EMAIL_NOT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Email não encontrado',
      en: 'Email not found',
      es: 'Correo no encontrado',
      tr: 'E-posta bulunamadı',
    },
  },
  ERR_MAIL_NOT_CONFIGURED: {
    status: 503,
    texts: {
      'pt-BR': 'Este servidor ainda não envia e-mails. Peça a um administrador que defina uma nova senha.',
      en: 'This server does not send email yet. Ask an administrator to set a new password.',
      es: 'Este servidor todavía no envía correos. Pida a un administrador que defina una nueva contraseña.',
      tr: 'Bu sunucu henüz e-posta göndermiyor. Bir yöneticiden yeni parola belirlemesini isteyin.',
    },
  },
  ERR_MAIL_NOT_SENT: {
    status: 502,
    texts: {
      'pt-BR': 'O e-mail não pôde ser enviado. Tente de novo em alguns minutos ou fale com um administrador.',
      en: 'The email could not be sent. Try again in a few minutes or ask an administrator.',
      es: 'El correo no se pudo enviar. Inténtelo de nuevo en unos minutos o hable con un administrador.',
      tr: 'E-posta gönderilemedi. Birkaç dakika sonra yeniden deneyin veya bir yöneticiye başvurun.',
    },
  },
  /** `details` has the remaining tries. */
  ERR_RESET_CODE_WRONG: {
    status: 422,
    texts: {
      'pt-BR': 'Código incorreto. Confira o e-mail mais recente.',
      en: 'Wrong code. Check the latest email.',
      es: 'Código incorrecto. Revise el correo más reciente.',
      tr: 'Kod yanlış. En son e-postaya bakın.',
    },
  },
  ERR_RESET_CODE_EXPIRED: {
    status: 410,
    texts: {
      'pt-BR': 'Este código não vale mais. Peça outro.',
      en: 'This code is no longer valid. Request another one.',
      es: 'Este código ya no es válido. Pida otro.',
      tr: 'Bu kod artık geçerli değil. Yenisini isteyin.',
    },
  },
})
