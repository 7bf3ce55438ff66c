/** What the form of a contact accepts, and what it sends. */
import * as v from 'valibot'
import { CreateContact, TypedNumber } from '../../../src/contacts/contract'

export type ContactValues = { readonly name: string; readonly number: string; readonly email: string }

/** What stays as it is shown is accepted: names and numbers that WhatsApp tells need not be ones that people may type. */
export const contactSchema = (shown: ContactValues) =>
  v.object({
    name: v.union([v.literal(shown.name), CreateContact.entries.name]),
    number: v.union([v.literal(''), v.literal(shown.number), TypedNumber]),
    email: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email('form.email.invalid'))]),
  })

/** Only what was changed is sent, so that whatever was learnt since the form was opened stays. */
export const contactChanges = (
  shown: ContactValues,
  { name, number, email }: ContactValues,
): Partial<ContactValues> => ({
  ...(name !== shown.name && { name }),
  ...(number !== shown.number && { number }),
  ...(email !== shown.email && { email }),
})
