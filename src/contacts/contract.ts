/** The people who write to us, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Email, Id, Instant, Name, PhoneNumber } from '../platform/formats'

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

export const CreateContact = v.object({
  name: Name,
  /** A contact without one cannot be written to. */
  number: v.optional(v.nullable(v.union([v.literal(''), PhoneNumber]))),
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
