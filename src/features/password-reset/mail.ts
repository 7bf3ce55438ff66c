import type { ControlDb } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { type MailTemplate, writeMail } from '../../settings/mail-templates/templates'
import { type Language, perLanguage } from '../../texts/languages'
import { CODE_LIFE } from './control-writes'
import { mailTexts } from './mail-texts'

export const resetTemplate: MailTemplate = {
  kind: 'resetCode',
  words: perLanguage((language) => {
    const { subject, body } = mailTexts[language]
    return { subject, body: body.join('\n\n') }
  }),
  samples: perLanguage(() => ({ name: 'Ana', code: '12345678', minutes: '15' })),
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
