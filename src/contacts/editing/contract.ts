/** What a contact is created and changed with. Apart from the other contracts, which the desk loads first. */
import * as v from 'valibot'
import { readNamed } from '../../platform/document'
import { Email, Id, list, Name, text } from '../../platform/formats'
import { EXTRA_INFO_NAME_LENGTH, EXTRA_INFO_VALUE_LENGTH, MOST_EXTRA_INFO, TypedNumber } from '../contract'

const ExtraInfoInput = v.pipe(
  v.object({
    name: v.pipe(
      text(200, 'form.text.long'),
      v.trim(),
      v.nonEmpty('form.required'),
      v.maxLength(EXTRA_INFO_NAME_LENGTH, 'form.text.long'),
      v.regex(/^\P{Cc}*$/u, 'form.invalid'),
    ),
    value: v.pipe(text(EXTRA_INFO_VALUE_LENGTH), v.trim(), v.nonEmpty('form.required')),
  }),
  v.forward(
    v.check(({ name, value }) => readNamed(name, value) !== undefined, 'form.document.invalid'),
    ['value'],
  ),
  v.transform(({ name, value }) => ({ name, value: readNamed(name, value) ?? value })),
)

export const CreateContact = v.object({
  name: Name,
  /** Without a number the contact cannot be written to. */
  number: v.optional(v.nullable(v.union([v.literal(''), TypedNumber]))),
  email: v.optional(v.nullable(v.union([v.literal(''), Email]))),
  disableBot: v.optional(v.boolean('form.invalid')),
  acceptAudioMessage: v.optional(v.boolean('form.invalid')),
  contactCategoryId: v.optional(v.nullable(Id)),
  /** The complete list, in order. */
  extraInfo: v.optional(list(ExtraInfoInput, { most: MOST_EXTRA_INFO })),
})
export type CreateContact = v.InferOutput<typeof CreateContact>

/** Body of `PUT /contacts/{id}`: only the given fields change. */
export const UpdateContact = v.partial(CreateContact)
export type UpdateContact = v.InferOutput<typeof UpdateContact>
