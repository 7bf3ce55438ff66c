/** The draft, kept in this browser until it is sent. Never contains a password. */
import * as v from 'valibot'
import {
  EMAIL_LENGTH,
  EmailFile,
  MOST_EMAIL_FILES,
  MOST_RECIPIENTS,
  SUBJECT_LENGTH,
} from '../../../src/features/email/contract'
import { HTML_LENGTH, htmlOfText, isBlankHtml } from '../../../src/features/email/formatted/contract'
import { storedOfPerson } from '../../shared/session/ofPerson'

const Letter = v.object({
  /** As typed, so that invalid addresses can be corrected. */
  to: v.pipe(v.array(v.string()), v.maxLength(2 * MOST_RECIPIENTS)),
  /** A longer one is shortened before it is sent. */
  subject: v.pipe(v.string(), v.maxLength(5 * SUBJECT_LENGTH)),
  /** Plain text, of a draft from before there was an editor. */
  message: v.pipe(v.string(), v.maxLength(EMAIL_LENGTH)),
  html: v.optional(v.pipe(v.string(), v.maxLength(HTML_LENGTH))),
  /** Without the sender's signature. */
  unsigned: v.optional(v.boolean()),
  /** Stored on the server, for a day. */
  files: v.optional(v.pipe(v.array(EmailFile), v.maxLength(MOST_EMAIL_FILES))),
  /** The contact that it is about. */
  contactId: v.optional(v.nullable(v.number())),
})
export type Letter = v.InferOutput<typeof Letter>

export const emptyLetter: Letter = { to: [], subject: '', message: '' }
export const textOf = ({ html, message }: Letter): string => html ?? htmlOfText(message)
export const isWritten = (letter: Letter): boolean => letter.subject.trim() !== '' || !isBlankHtml(textOf(letter))
export const isEmpty = (letter: Letter): boolean =>
  letter.to.length === 0 && !isWritten(letter) && (letter.files ?? []).length === 0

/** The one from a contact's page or conversation, which does not mix with the other. */
export const contactDraftAtom = storedOfPerson<Letter>('emailContactDraft', emptyLetter, (value): value is Letter =>
  v.is(Letter, value),
)
export const draftAtom = storedOfPerson<Letter>('emailDraft', emptyLetter, (value): value is Letter =>
  v.is(Letter, value),
)
