/** The people who write to us, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Email, Id, Instant, list, Name, text } from '../platform/formats'

/** `number` is null while WhatsApp hides it, or when nobody has entered one; never a made-up phone. */
export const ContactSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** Only a LID is known: the contact can be written to. Without number and LID nothing can be sent. */
  isNumberHidden: v.boolean(),
  /** Without the @. */
  username: v.nullable(v.string()),
  email: v.nullable(v.string()),
  profilePicUrl: v.nullable(v.string()),
  isGroup: v.boolean(),
  active: v.boolean(),
  acceptAudioMessage: v.boolean(),
  disableBot: v.boolean(),
  contactCategoryId: v.nullable(Id),
  categoria: v.nullable(v.object({ id: Id, descricao: v.string() })),
  /** When the latest ticket last moved, to the minute; null: there was none. */
  lastInteractionAt: v.nullable(Instant),
  createdAt: Instant,
})
export type ContactSummary = v.InferOutput<typeof ContactSummary>

/** A contact has no more. */
export const MOST_EXTRA_INFO = 50
/** What the company notes of a contact, under a name of its own. */
export const ExtraInfo = v.object({ id: Id, name: v.string(), value: v.string() })
export type ExtraInfo = v.InferOutput<typeof ExtraInfo>

/** What the form of a contact edits. */
export const ContactWithInfo = v.object({ ...ContactSummary.entries, extraInfo: v.array(ExtraInfo) })
export type ContactWithInfo = v.InferOutput<typeof ContactWithInfo>

/** A conversation with the contact that is not closed, as far as the asker sees it. */
export const ActiveTicket = v.object({
  id: Id,
  uuid: v.string(),
  status: v.picklist(['pending', 'open']),
  whatsapp: v.object({ id: Id, name: v.string() }),
  tags: v.array(v.object({ id: Id, name: v.string(), color: v.string() })),
})
export type ActiveTicket = v.InferOutput<typeof ActiveTicket>

/** A contact in the list. `uuid`, `connectionId` and `whatsapp` are those of the first of its active tickets. */
export const ContactRow = v.object({
  ...ContactSummary.entries,
  tickets: v.array(ActiveTicket),
  uuid: v.nullable(v.string()),
  connectionId: v.nullable(Id),
  whatsapp: v.nullable(ActiveTicket.entries.whatsapp),
})
export type ContactRow = v.InferOutput<typeof ContactRow>

/** The tickets in the order of their ids. */
export const rowWith = (contact: ContactSummary, tickets: readonly ActiveTicket[]): ContactRow => ({
  ...contact,
  tickets: [...tickets],
  uuid: tickets[0]?.uuid ?? null,
  connectionId: tickets[0]?.whatsapp.id ?? null,
  whatsapp: tickets[0]?.whatsapp ?? null,
})

/**
 * `count`: how many fit, as far as 10,000 where filters leave some out; null on pages that continue at `after`. `next` is
 * the cursor of the page's end, null where a search goes by the number of its pages.
 */
export const ContactPage = v.object({
  contacts: v.array(ContactRow),
  hasMore: v.boolean(),
  count: v.nullable(v.number()),
  next: v.nullable(v.string()),
})
export type ContactPage = v.InferOutput<typeof ContactPage>

export const EXTRA_INFO_NAME_LENGTH = 50
export const EXTRA_INFO_VALUE_LENGTH = 500

const ExtraInfoInput = v.object({
  name: v.pipe(
    text(200, 'form.text.long'),
    v.trim(),
    v.nonEmpty('form.required'),
    v.maxLength(EXTRA_INFO_NAME_LENGTH, 'form.text.long'),
    v.regex(/^\P{Cc}*$/u, 'form.invalid'),
  ),
  value: v.pipe(text(EXTRA_INFO_VALUE_LENGTH), v.trim(), v.nonEmpty('form.required')),
})
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

/** Endings that WhatsApp takes for a website's. */
const DOMAIN =
  /\.(com|net|org|info|biz|app|dev|shop|store|online|site|io|co|me|tv|br|pt|es|mx|ar|cl|tr|uk|us|de|fr|it)$/i
/** WhatsApp's rules, without the @. */
export const isUsername = (name: string): boolean =>
  /^[a-z0-9_]+(\.[a-z0-9_]+)*$/i.test(name) &&
  name.length >= 3 &&
  name.length <= 35 &&
  /[a-z]/i.test(name) &&
  !/^www\./i.test(name) &&
  !DOMAIN.test(name)

/** A username as people type it, with or without the @; the result is without. */
export const TypedUsername = v.pipe(
  text(40, 'form.username.invalid'),
  v.transform((typed) => typed.trim().replace(/^@/, '')),
  v.check(isUsername, 'form.username.invalid'),
)

/** Body of `POST /contacts/username`: `key` is what the messenger may ask strangers for. */
export const FindUsername = v.object({
  username: TypedUsername,
  key: v.optional(
    v.nullable(v.pipe(text(20, 'form.usernameKey.invalid'), v.trim(), v.regex(/^\d{4}$/, 'form.usernameKey.invalid'))),
  ),
})
export type FindUsername = v.InferOutput<typeof FindUsername>

export type Identified = { readonly number: string | null; readonly username: string | null }

/** How somebody is told apart beside the name: by the number, else by the username; null where neither is known. */
export function identityOf({ number, username }: Identified, format: (number: string) => string): string | null {
  return number !== null ? format(number) : username !== null ? `@${username}` : null
}

export const CreateContact = v.object({
  name: Name,
  /** A contact without one cannot be written to. */
  number: v.optional(v.nullable(v.union([v.literal(''), TypedNumber]))),
  email: v.optional(v.nullable(v.union([v.literal(''), Email]))),
  disableBot: v.optional(v.boolean('form.invalid')),
  acceptAudioMessage: v.optional(v.boolean('form.invalid')),
  contactCategoryId: v.optional(v.nullable(Id)),
  /** All of them, in their order. */
  extraInfo: v.optional(list(ExtraInfoInput, { most: MOST_EXTRA_INFO })),
})
export type CreateContact = v.InferOutput<typeof CreateContact>

/** Body of `PUT /contacts/{id}`: only the given fields change. */
export const UpdateContact = v.partial(CreateContact)
export type UpdateContact = v.InferOutput<typeof UpdateContact>

/** Of the contact that stays (`original`), or of the one that goes into it (`selected`). */
const Side = v.optional(v.picklist(['original', 'selected']))

/** Whose each field is; what is not named is the original's, or of the other where that has none. */
export const MergedData = v.object({
  name: Side,
  number: Side,
  email: Side,
  contactCategoryId: Side,
  /** `merge`: both, each name once. */
  extraInfo: v.optional(v.picklist(['original', 'selected', 'merge'])),
})
export type MergedData = v.InferOutput<typeof MergedData>

/** A contact that was merged into another. */
export const MergeSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** How many tickets it brought along. */
  tickets: v.number(),
  /** Who merged them; null: the messenger reported that they are one person. */
  by: v.nullable(v.string()),
  createdAt: Instant,
})
export type MergeSummary = v.InferOutput<typeof MergeSummary>

/** Where it went. */
export const RecentMerge = v.object({ ...MergeSummary.entries, into: v.object({ id: Id, name: v.string() }) })
export type RecentMerge = v.InferOutput<typeof RecentMerge>

/** The messenger's own form of a number; null when it has no such account. */
export const NumberCheck = v.object({ number: v.nullable(v.string()) })
export type NumberCheck = v.InferOutput<typeof NumberCheck>

export const MOST_CONTACTS_AT_ONCE = 500
const ContactIds = list(Id, { least: 1, most: MOST_CONTACTS_AT_ONCE })
/** Body of `POST /contacts/delete`. */
export const DeleteContacts = v.object({ contactIds: ContactIds })
/** For each contact whether it is gone; `error` is the code of what was in the way. */
export const DeletedContacts = v.array(v.object({ contactId: Id, deleted: v.boolean(), error: v.nullable(v.string()) }))
export type DeletedContacts = v.InferOutput<typeof DeletedContacts>
/** Body of `PUT /contacts/category`; null takes them out of theirs. */
export const CategorizeContacts = v.object({ contactIds: ContactIds, contactCategoryId: v.nullable(Id) })

export const contactUpdated = defineEvent('contact.update', v.object({ contact: ContactWithInfo }))
/** Deleted; or another one, of the same person, has its conversations. */
export const contactDeleted = defineEvent('contact.delete', v.object({ contactId: Id, mergedInto: v.nullable(Id) }))
/** Many have changed at once: an import has ended. */
export const contactsReloaded = defineEvent('contact.reload', v.object({}))
/** The merge was undone: each has its own conversations again. */
export const contactRestored = defineEvent('contact.restore', v.object({ contactId: Id, mergedInto: Id }))
