/** Formatted text, as server and browser know it: HTML of these tags, and no attribute but a link's address. */
import * as v from 'valibot'
import { text } from '../../../platform/formats'
import { type VariableName, variableNames } from '../../../tickets/variables/contract'

export const formattedTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
] as const
export type FormattedTag = (typeof formattedTags)[number]

/** In characters, tags included. */
export const HTML_LENGTH = 60_000
export const SIGNATURE_LENGTH = 5_000

/** Letters have some hundred; thousands of nested ones would take a parser longer than anybody may wait. */
const MOST_TAGS = 3_000

const isShort = (html: string): boolean => html.split('<', MOST_TAGS + 2).length <= MOST_TAGS + 1

/** Sanitised by the server. */
export const htmlTo = (most: number) => v.pipe(text(most), v.check(isShort, 'form.text.long'))

/** Variables of e-mails: those of all texts to a contact, and about the sender. */
export const emailVariables = [...variableNames, 'user.name', 'user.queues', 'company.name'] as const
export type EmailVariable = VariableName | (typeof emailVariables)[number]

/** A signature is written before anybody knows to whom it goes. */
export const signatureVariables = ['user.name', 'user.queues', 'company.name'] as const satisfies EmailVariable[]

/** Whether nothing can be read in it. */
export const isBlankHtml = (html: string): boolean =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .trim() === ''

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Paragraphs of a plain text. */
export const htmlOfText = (text: string): string =>
  text.trim() === ''
    ? ''
    : text
        .trim()
        .split(/\n{2,}/)
        .map((part) => `<p>${part.split('\n').map(escapeHtml).join('<br>')}</p>`)
        .join('')
