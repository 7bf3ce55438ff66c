/** What the mail with the code of a new password says unless the operator has worded it anew. */
import type { Language } from '../../texts/languages'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

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
  en,
  es,
  tr,
}
