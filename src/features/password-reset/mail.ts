import { MINUTE } from '../../platform/time'
import type { Language } from '../../texts/languages'
import { CODE_LIFE } from './codes'

export type CodeWords = { subject: string; hello: string; code: string; validity: string; ignore: string }

const texts: Readonly<Record<Language, CodeWords>> = {
  'pt-BR': {
    subject: 'Seu código para a nova senha',
    hello: 'Olá, {name}!',
    code: 'Alguém, esperamos que você, pediu uma nova senha para esta conta. O código é:',
    validity: 'Ele vale {minutes} minutos e serve uma vez.',
    ignore: 'Não foi você? Ignore este e-mail: a senha continua a mesma.',
  },
  en: {
    subject: 'Your code for a new password',
    hello: 'Hello {name},',
    code: 'Somebody, hopefully you, requested a new password for this account. The code is:',
    validity: 'It is valid for {minutes} minutes and works once.',
    ignore: 'It was not you? Ignore this email: the password stays the same.',
  },
  es: {
    subject: 'Su código para la nueva contraseña',
    hello: 'Hola, {name}:',
    code: 'Alguien, esperamos que usted, pidió una nueva contraseña para esta cuenta. El código es:',
    validity: 'Vale {minutes} minutos y sirve una sola vez.',
    ignore: '¿No fue usted? Ignore este correo: la contraseña sigue igual.',
  },
  tr: {
    subject: 'Yeni parola kodunuz',
    hello: 'Merhaba {name},',
    code: 'Birisi, umarız siz, bu hesap için yeni bir parola istedi. Kod:',
    validity: '{minutes} dakika geçerlidir ve bir kez kullanılabilir.',
    ignore: 'Siz değil misiniz? Bu e-postayı dikkate almayın: parola aynı kalır.',
  },
}

/** The e-mail with a reset code, as text and HTML. */
export const resetMail = (language: Language, name: string, code: string) => codeMail(texts[language], name, code)

/** The code stands in the body alone: subjects show on locked screens and in lists. */
export function codeMail(
  { subject, hello, code: intro, validity, ignore }: CodeWords,
  name: string,
  code: string,
): { subject: string; text: string; html: string } {
  const lines = [
    hello.replace('{name}', name),
    intro,
    code,
    validity.replace('{minutes}', String(CODE_LIFE / MINUTE)),
    ignore,
  ]
  const html = lines
    .map((line) =>
      line === code
        ? `<p style="font:600 28px/1.4 monospace;letter-spacing:4px">${code}</p>`
        : `<p>${Bun.escapeHTML(line)}</p>`,
    )
    .join('\n')
  return { subject, text: lines.join('\n\n'), html: `<!doctype html>\n${html}` }
}
