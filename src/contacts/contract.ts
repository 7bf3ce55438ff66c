/** The people who write to us, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Email, Id, Instant, Name, text } from '../platform/formats'

/** `number` is null while WhatsApp hides it, or when nobody has entered one; never a made-up phone. */
export const ContactSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** Only a LID is known: the contact can be written to. Without number and LID nothing can be sent. */
  isNumberHidden: v.boolean(),
  email: v.nullable(v.string()),
  profilePicUrl: v.nullable(v.string()),
  isGroup: v.boolean(),
  active: v.boolean(),
  acceptAudioMessage: v.boolean(),
  disableBot: v.boolean(),
  createdAt: Instant,
})
export type ContactSummary = v.InferOutput<typeof ContactSummary>

export const ContactPage = v.object({ contacts: v.array(ContactSummary), hasMore: v.boolean(), count: v.number() })
export type ContactPage = v.InferOutput<typeof ContactPage>

/** How numbers are called within the country of the company's own: its code, and how many digits follow. */
export const Dialing = v.object({ code: v.string(), digits: v.number() })
export type Dialing = v.InferOutput<typeof Dialing>

const BRAZIL: Dialing = { code: '55', digits: 11 }
const COUNTRY = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
/** An area code that exists, and a mobile or landline number. */
const BRAZILIAN = /^([14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(9\d{8}|[2-9]\d{7})$/

/** `own`: the number of the company's default connection; Brazil where there is none yet. */
export function dialingOf(own: string | null): Dialing {
  const code = own === null ? undefined : COUNTRY.exec(own)?.[0]
  return own === null || code === undefined || code === BRAZIL.code
    ? BRAZIL
    : { code, digits: own.length - code.length }
}

/** The digits with country code of a number as people type it: abroad behind + or 00, at home perhaps without the code. */
export function phoneFromTyping(typed: string, { code, digits }: Dialing): string {
  const all = typed.replace(/\D/g, '')
  if (typed.trim().startsWith('+')) return all
  if (all.startsWith('00')) return all.slice(2)
  const national = all.replace(/^0/, '')
  const isNational = code === BRAZIL.code ? BRAZILIAN.test(national) : national.length === digits
  return isNational ? code + national : all
}

/** A number as it was typed, without its punctuation; `phoneFromTyping` says which is meant. */
export const TypedNumber = v.pipe(
  text(40, 'form.phone.invalid'),
  v.transform((typed) => (typed.trim().startsWith('+') ? '+' : '') + typed.replace(/\D/g, '')),
  v.regex(/^\+?\d{8,15}$/, 'form.phone.invalid'),
)

export const CreateContact = v.object({
  name: Name,
  /** A contact without one cannot be written to. */
  number: v.optional(v.nullable(v.union([v.literal(''), TypedNumber]))),
  email: v.optional(v.nullable(v.union([v.literal(''), Email]))),
})
export type CreateContact = v.InferOutput<typeof CreateContact>

/** Body of `PUT /contacts/{id}`: only the given fields change. */
export const UpdateContact = v.partial(v.object({ ...CreateContact.entries, disableBot: v.boolean() }))
export type UpdateContact = v.InferOutput<typeof UpdateContact>

/** A contact that was merged into another because the messenger reported that they are one person. */
export const MergeSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** How many tickets it brought along. */
  tickets: v.number(),
  createdAt: Instant,
})
export type MergeSummary = v.InferOutput<typeof MergeSummary>

/** The messenger's own form of a number; null when it has no such account. */
export const NumberCheck = v.object({ number: v.nullable(v.string()) })
export type NumberCheck = v.InferOutput<typeof NumberCheck>

export const contactUpdated = defineEvent('contact.update', v.object({ contact: ContactSummary }))
/** The only way in which a contact disappears: another one, of the same person, has its conversations. */
export const contactDeleted = defineEvent('contact.delete', v.object({ contactId: Id, mergedInto: Id }))
/** The merge was undone: each has its own conversations again. */
export const contactRestored = defineEvent('contact.restore', v.object({ contactId: Id, mergedInto: Id }))
