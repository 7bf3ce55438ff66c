/** The draft, kept in this browser until it is sent. Never contains a password. */
import * as v from 'valibot'
import {
  EMAIL_LENGTH,
  EmailFile,
  MOST_EMAIL_FILES,
  MOST_RECIPIENTS,
  SUBJECT_LENGTH,
} from '../../../src/features/email/contract'
import { storedOfPerson } from '../../shared/session/ofPerson'

const Letter = v.object({
  /** As typed, so that invalid addresses can be corrected. */
  to: v.pipe(v.array(v.string()), v.maxLength(2 * MOST_RECIPIENTS)),
  subject: v.pipe(v.string(), v.maxLength(SUBJECT_LENGTH)),
  message: v.pipe(v.string(), v.maxLength(EMAIL_LENGTH)),
  /** Stored on the server, for a day. */
  files: v.optional(v.pipe(v.array(EmailFile), v.maxLength(MOST_EMAIL_FILES))),
})
export type Letter = v.InferOutput<typeof Letter>

export const emptyLetter: Letter = { to: [], subject: '', message: '' }
export const isEmpty = ({ to, subject, message, files = [] }: Letter) =>
  to.length === 0 && subject === '' && message === '' && files.length === 0

export const draftAtom = storedOfPerson<Letter>('emailDraft', emptyLetter, (value): value is Letter =>
  v.is(Letter, value),
)
