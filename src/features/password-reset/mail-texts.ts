/** What the mail with the code of a new password says unless the operator has worded it anew. */
import type { Language } from '../../texts/languages'

type MailTexts = {
  readonly subject: string
  /** Paragraphs. */
  readonly body: readonly string[]
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    subject: 'Seu código para a nova senha',
    body: [
      'Olá, {{name}}!',
      'Alguém, esperamos que você, pediu uma nova senha para esta conta. O código é:',
      '{{code}}',
      'Ele vale {{minutes}} minutos e serve uma vez.',
      'Não foi você? Ignore este e-mail: a senha continua a mesma.',
    ],
  },
  en: {
    subject: 'Your code for a new password',
    body: [
      'Hello {{name}},',
      'Somebody, hopefully you, requested a new password for this account. The code is:',
      '{{code}}',
      'It is valid for {{minutes}} minutes and works once.',
      'It was not you? Ignore this email: the password stays the same.',
    ],
  },
  es: {
    subject: 'Su código para la nueva contraseña',
    body: [
      'Hola, {{name}}:',
      'Alguien, esperamos que usted, pidió una nueva contraseña para esta cuenta. El código es:',
      '{{code}}',
      'Vale {{minutes}} minutos y sirve una sola vez.',
      '¿No fue usted? Ignore este correo: la contraseña sigue igual.',
    ],
  },
  tr: {
    subject: 'Yeni parola kodunuz',
    body: [
      'Merhaba {{name}},',
      'Birisi, umarız siz, bu hesap için yeni bir parola istedi. Kod:',
      '{{code}}',
      '{{minutes}} dakika geçerlidir ve bir kez kullanılabilir.',
      'Siz değil misiniz? Bu e-postayı dikkate almayın: parola aynı kalır.',
    ],
  },
}
