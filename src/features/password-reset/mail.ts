import type { ControlDb } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { type MailTemplate, writeMail } from '../../settings/mail-templates/templates'
import type { Language } from '../../texts/languages'
import { CODE_LIFE } from './codes'

const lines = (...paragraphs: readonly string[]) => paragraphs.join('\n\n')

export const resetTemplate: MailTemplate = {
  kind: 'resetCode',
  words: {
    'pt-BR': {
      subject: 'Seu código para a nova senha',
      body: lines(
        'Olá, {{name}}!',
        'Alguém, esperamos que você, pediu uma nova senha para esta conta. O código é:',
        '{{code}}',
        'Ele vale {{minutes}} minutos e serve uma vez.',
        'Não foi você? Ignore este e-mail: a senha continua a mesma.',
      ),
    },
    en: {
      subject: 'Your code for a new password',
      body: lines(
        'Hello {{name}},',
        'Somebody, hopefully you, requested a new password for this account. The code is:',
        '{{code}}',
        'It is valid for {{minutes}} minutes and works once.',
        'It was not you? Ignore this email: the password stays the same.',
      ),
    },
    es: {
      subject: 'Su código para la nueva contraseña',
      body: lines(
        'Hola, {{name}}:',
        'Alguien, esperamos que usted, pidió una nueva contraseña para esta cuenta. El código es:',
        '{{code}}',
        'Vale {{minutes}} minutos y sirve una sola vez.',
        '¿No fue usted? Ignore este correo: la contraseña sigue igual.',
      ),
    },
    tr: {
      subject: 'Yeni parola kodunuz',
      body: lines(
        'Merhaba {{name}},',
        'Birisi, umarız siz, bu hesap için yeni bir parola istedi. Kod:',
        '{{code}}',
        '{{minutes}} dakika geçerlidir ve bir kez kullanılabilir.',
        'Siz değil misiniz? Bu e-postayı dikkate almayın: parola aynı kalır.',
      ),
    },
  },
  samples: {
    'pt-BR': { name: 'Ana', code: '12345678', minutes: '15' },
    en: { name: 'Ana', code: '12345678', minutes: '15' },
    es: { name: 'Ana', code: '12345678', minutes: '15' },
    tr: { name: 'Ana', code: '12345678', minutes: '15' },
  },
}

/**
 * A mail with a code, as text and HTML. The product's own words have the code in the body alone: subjects show on locked
 * screens and in lists.
 */
export function codeMail(
  control: ControlDb,
  template: MailTemplate,
  language: Language,
  { code, ...more }: { readonly code: string; readonly name?: string },
): { subject: string; text: string; html: string } {
  const values = { ...more, code, minutes: String(CODE_LIFE / MINUTE) }
  const { subject, text } = writeMail(control, template, language, values)
  const html = text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph === code
        ? `<p style="font:600 28px/1.4 monospace;letter-spacing:4px">${code}</p>`
        : `<p>${Bun.escapeHTML(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n')
  return { subject, text, html: `<!doctype html>\n${html}` }
}
