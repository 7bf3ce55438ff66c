/** What the contact form accepts, and what it sends. */
import * as v from 'valibot'
import {
  type ContactWithInfo,
  EXTRA_INFO_NAME_LENGTH,
  EXTRA_INFO_VALUE_LENGTH,
  TypedNumber,
} from '../../../src/contacts/contract'
import { CreateContact } from '../../../src/contacts/editing/contract'
import { showNamed } from '../../../src/platform/document'
import { changesOf } from '../../shared/form/changesOf'
import { formatPhone } from '../../shared/i18n/phone'

export type ContactValues = {
  readonly name: string
  readonly number: string
  readonly email: string
  readonly contactCategoryId: number | null
  readonly acceptAudioMessage: boolean
  readonly disableBot: boolean
  readonly extraInfo: { readonly name: string; readonly value: string }[]
}

export const contactValues = (contact: ContactWithInfo): ContactValues => ({
  name: contact.name,
  number: contact.number === null ? '' : formatPhone(contact.number),
  email: contact.email ?? '',
  contactCategoryId: contact.contactCategoryId,
  acceptAudioMessage: contact.acceptAudioMessage,
  disableBot: contact.disableBot,
  extraInfo: contact.extraInfo.map(({ name, value }) => ({ name, value: showNamed(name, value) })),
})

const trimmed = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, 'form.text.long'))
/** A started row needs both halves; an empty one is dropped. */
const Info = v.pipe(
  v.object({ name: trimmed(EXTRA_INFO_NAME_LENGTH), value: trimmed(EXTRA_INFO_VALUE_LENGTH) }),
  v.forward(
    v.check(({ name, value }) => name !== '' || value === '', 'form.required'),
    ['name'],
  ),
  v.forward(
    v.check(({ name, value }) => value !== '' || name === '', 'form.required'),
    ['value'],
  ),
)

/** Unchanged values are accepted: names and numbers from WhatsApp need not be typeable ones. */
export const contactSchema = (shown: Pick<ContactValues, 'name' | 'number'>) =>
  v.object({
    name: v.union([v.literal(shown.name), CreateContact.entries.name]),
    number: v.union([v.literal(''), v.literal(shown.number), TypedNumber]),
    email: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email('form.email.invalid'))]),
    contactCategoryId: v.nullable(v.number()),
    acceptAudioMessage: v.boolean(),
    disableBot: v.boolean(),
    extraInfo: v.pipe(
      v.array(Info),
      v.transform((rows) => rows.filter(({ name }) => name !== '')),
    ),
  })

/** A new contact has no unchanged values. */
export const newContactSchema = v.object({
  ...contactSchema({ name: '', number: '' }).entries,
  name: CreateContact.entries.name,
})

/** Only changed fields are sent, so that data learnt since the form was opened stays. */
export const contactChanges = (shown: ContactValues, values: ContactValues): Partial<ContactValues> =>
  changesOf(shown, values)
