/** What leaves as a mail: a text part, and an HTML part whose look stands at its tags, as mail programs want it. */
import { htmlOfText } from './contract'
import { plainTextOf } from './text'

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5'
const LIST = 'margin:0 0 1em;padding-left:1.6em'

/** No colours: a dark mail program chooses its own. */
const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 1em',
  ul: LIST,
  ol: LIST,
  li: 'margin:0 0 .25em',
  h2: 'margin:0 0 .6em;font-size:21px;line-height:1.3',
  h3: 'margin:0 0 .6em;font-size:17px;line-height:1.3',
  blockquote: 'margin:0 0 1em;padding-left:.9em;border-left:3px solid #b5bcc7',
}

/**
 * Sanitised HTML has no attribute but `href`, and no `<` in its text. An empty paragraph is a blank line, and the first
 * paragraph of an item stands beside its bullet.
 */
const styled = (html: string): string =>
  html
    .replaceAll('<p></p>', '<p>&nbsp;</p>')
    .replaceAll('<li><p>', '<li><p style="margin:0">')
    .replace(/<(p|ul|ol|li|h2|h3|blockquote)>/g, (_, tag: string) => `<${tag} style="${styles[tag]}">`)

type Letter = {
  readonly subject: string
  readonly message: string
  /** Sanitised; null: the message is all there is. */
  readonly html: string | null
  readonly signature: string | null
  readonly language: string
}

export type MailContent = { readonly subject: string; readonly text: string; readonly html?: string }

/** The message ends with its signature, once, in both parts. Without formatting and signature it is plain text. */
export function mailOf({ subject, message, html, signature, language }: Letter): MailContent {
  if (html === null && signature === null) return { subject, text: message }
  const below = signature === null ? '' : `<div style="margin-top:1.6em">${styled(signature)}</div>`
  return {
    subject,
    text: signature === null ? message : `${message.trimEnd()}\n\n-- \n${plainTextOf(signature)}`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width"></head><body>' +
      `<div style="${FONT}">${styled(html ?? htmlOfText(message))}${below}</div></body></html>`,
  }
}
