/** Stores the operator's words for mails in control.db, and writes mails with them. */
import { fail } from '../../errors'
import { defineExtensionPoint } from '../../platform/extensions'
import { execute, getRow, getRows } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { type Language, languages } from '../../texts/languages'
import { fillMail, type MailWords, type ShownMail, variablesIn } from './contract'

export type MailTemplate = {
  readonly kind: string
  readonly words: Readonly<Record<Language, MailWords>>
  /** A value for each variable, as the preview shows them. */
  readonly samples: Readonly<Record<Language, Readonly<Record<string, string>>>>
}
export const mailTemplates = defineExtensionPoint<MailTemplate>('operator.mailTemplates')

type Row = MailWords & { readonly kind: string; readonly language: string }

/** The mail as it is sent. */
export function writeMail(
  control: ControlDb,
  { kind, words }: MailTemplate,
  language: Language,
  values: Readonly<Record<string, string>>,
) {
  const row = getRow<MailWords>(control, 'SELECT subject, body FROM mail_templates WHERE kind = ? AND language = ?', [
    kind,
    language,
  ])
  return fillMail(row ?? words[language], values)
}

export function listMails(control: ControlDb, templates: readonly MailTemplate[]): ShownMail[] {
  const rows = getRows<Row>(control, 'SELECT kind, language, subject, body FROM mail_templates')
  return templates.flatMap(({ kind, words, samples }) =>
    languages.map((language) => {
      const own = rows.find((row) => row.kind === kind && row.language === language)
      const { subject, body } = own ?? words[language]
      return { kind, language, subject, body, isDefault: own === undefined, samples: samples[language] }
    }),
  )
}

/** `words` null: the product's own again. Fails if a variable does not exist. */
export function changeMail(
  control: WritableControl,
  now: number,
  { kind, samples }: MailTemplate,
  language: Language,
  words: MailWords | null,
) {
  if (words === null) {
    execute(control, 'DELETE FROM mail_templates WHERE kind = ? AND language = ?', [kind, language])
    return
  }
  const wrong = (['subject', 'body'] as const).filter((field) =>
    variablesIn(words[field]).some((name) => !Object.hasOwn(samples[language], name)),
  )
  if (wrong.length > 0)
    fail(
      'ERR_INVALID_INPUT',
      wrong.map((field) => ({ field, message: 'form.variable.unknown' })),
    )
  execute(
    control,
    'INSERT OR REPLACE INTO mail_templates (kind, language, subject, body, updated_at) VALUES (?, ?, ?, ?, ?)',
    [kind, language, words.subject, words.body, now],
  )
}
