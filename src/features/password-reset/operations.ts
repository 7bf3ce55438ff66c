import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    postForgetpasswordByEmail: [
      'Enviar por e-mail um código para uma senha nova',
      'Enviar por correo un código para una contraseña nueva',
      'Yeni parola için e-postayla kod gönder',
    ],
    postResetpasswordsByEmail: [
      'Definir uma senha nova com o código de um e-mail',
      'Definir una contraseña nueva con el código de un correo',
      'E-postadaki kodla yeni parola belirle',
    ],
  },
}
