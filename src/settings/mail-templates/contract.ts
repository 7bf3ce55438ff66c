/** Mails of the installation that the operator may word anew, as the browser knows them. */
import * as v from 'valibot'
import { text } from '../../platform/formats'

export const MailWords = v.object({
  /** One line. */
  subject: v.pipe(text(200), v.trim(), v.nonEmpty('form.required'), v.regex(/^\P{Cc}*$/u, 'form.invalid')),
  body: v.pipe(text(5000), v.trim(), v.nonEmpty('form.required')),
})
export type MailWords = v.InferOutput<typeof MailWords>

export const MailLanguage = v.picklist(['pt-BR', 'en', 'es', 'tr'])

export const ShownMail = v.object({
  kind: v.string(),
  language: MailLanguage,
  subject: v.string(),
  body: v.string(),
  /** The product's own words. */
  isDefault: v.boolean(),
  /** Values for the preview, by the variables that the mail may use. */
  samples: v.record(v.string(), v.string()),
})
export type ShownMail = v.InferOutput<typeof ShownMail>
export const ShownMails = v.object({ mails: v.array(ShownMail) })

const VARIABLE = /\{\{([^{}]*)\}\}/g

/** Variables in a text, also those that do not exist. */
export const variablesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim())

/** Puts the values in their places. A line that ends with an empty one ends there. */
export function fillMail({ subject, body }: MailWords, values: Readonly<Record<string, string>>) {
  const fill = (text: string) => text.replace(VARIABLE, (all, name: string) => values[name.trim()] ?? all)
  const lines = body
    .split('\n')
    .map((line) => (/\}\}\s*$/.test(line) && fill(line) !== line ? fill(line).replace(/:\s*$/, '.') : fill(line)))
  return { subject: fill(subject).replace(/\s+/g, ' ').trim(), text: lines.join('\n') }
}
