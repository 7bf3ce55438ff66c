/** Contacts in the wire format. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

/** `number` is null while WhatsApp hides it or nobody has entered one; it is never made up. */
export const ContactSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** A messenger knows them by an id of its own: messages can be sent. Without number and id nothing can be sent. */
  isNumberHidden: v.boolean(),
  /** The kind of that id: of WhatsApp, the official WhatsApp, Messenger or Instagram. Null with a number, or without an id. */
  idKind: v.nullable(v.picklist(['lid', 'bsuid', 'psid', 'igsid'])),
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
  /** When the latest ticket last changed, to the minute; null: no ticket yet. */
  lastInteractionAt: v.nullable(Instant),
  createdAt: Instant,
})
export type ContactSummary = v.InferOutput<typeof ContactSummary>

/** Limit per contact. */
export const MOST_EXTRA_INFO = 50
/** A custom field of a contact. */
export const ExtraInfo = v.object({ id: Id, name: v.string(), value: v.string() })
export type ExtraInfo = v.InferOutput<typeof ExtraInfo>

/** The fields of the contact form. */
export const ContactWithInfo = v.object({ ...ContactSummary.entries, extraInfo: v.array(ExtraInfo) })
export type ContactWithInfo = v.InferOutput<typeof ContactWithInfo>

/** An open or pending conversation with the contact that the requester may see. */
export const ActiveTicket = v.object({
  id: Id,
  uuid: v.string(),
  status: v.picklist(['pending', 'open']),
  whatsapp: v.object({ id: Id, name: v.string() }),
  tags: v.array(v.object({ id: Id, name: v.string(), color: v.string() })),
})
export type ActiveTicket = v.InferOutput<typeof ActiveTicket>

/** A row of the contact list. `uuid`, `connectionId` and `whatsapp` belong to its first active ticket. */
export const ContactRow = v.object({
  ...ContactSummary.entries,
  tickets: v.array(ActiveTicket),
  uuid: v.nullable(v.string()),
  connectionId: v.nullable(Id),
  whatsapp: v.nullable(ActiveTicket.entries.whatsapp),
})
export type ContactRow = v.InferOutput<typeof ContactRow>

/** `tickets` in the order of their ids. */
export const rowWith = (contact: ContactSummary, tickets: readonly ActiveTicket[]): ContactRow => ({
  ...contact,
  tickets: [...tickets],
  uuid: tickets[0]?.uuid ?? null,
  connectionId: tickets[0]?.whatsapp.id ?? null,
  whatsapp: tickets[0]?.whatsapp ?? null,
})

/**
 * `count`: the number of matches, at most 10,000 if filters apply; null on pages that continue at `after`. `next` is
 * the cursor of the page's end; null if the search uses page numbers.
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

/** Whose numbering plan completes typed numbers: a country, as `BR`. */
export const Dialing = v.object({ country: v.string() })
export type Dialing = v.InferOutput<typeof Dialing>

/** Of a typed number; links are long. */
export const TYPED_NUMBER_LENGTH = 120
/** A number as somebody typed or copied it. The server reads it (`phone.ts`), because that takes the company's country. */
export const TypedNumber = v.pipe(
  text(TYPED_NUMBER_LENGTH, 'form.phone.invalid'),
  v.trim(),
  v.nonEmpty('form.required'),
  v.regex(/(?:\d\D*){8}/, 'form.phone.short'),
)

/** WhatsApp refuses usernames that end like a domain. */
const DOMAIN =
  /\.(com|net|org|info|biz|app|dev|shop|store|online|site|io|co|me|tv|br|pt|es|mx|ar|cl|tr|uk|us|de|fr|it)$/i
/** WhatsApp's rules; `name` without the @. */
export const isUsername = (name: string): boolean =>
  /^[a-z0-9_]+(\.[a-z0-9_]+)*$/i.test(name) &&
  name.length >= 3 &&
  name.length <= 35 &&
  /[a-z]/i.test(name) &&
  !/^www\./i.test(name) &&
  !DOMAIN.test(name)

/** A typed username, with or without the @; the result has none. */
export const TypedUsername = v.pipe(
  text(40, 'form.username.invalid'),
  v.transform((typed) => typed.trim().replace(/^@/, '')),
  v.check(isUsername, 'form.username.invalid'),
)

/** Body of `POST /contacts/username`. `key` is the username key that WhatsApp may require from strangers. */
export const FindUsername = v.object({
  username: TypedUsername,
  key: v.optional(
    v.nullable(v.pipe(text(20, 'form.usernameKey.invalid'), v.trim(), v.regex(/^\d{4}$/, 'form.usernameKey.invalid'))),
  ),
})
export type FindUsername = v.InferOutput<typeof FindUsername>

export type ContactIdentity = { readonly number: string | null; readonly username: string | null }

/** Identifies a contact beside the name: the number, else the username; null if neither is known. */
export function identityOf({ number, username }: ContactIdentity, format: (number: string) => string): string | null {
  return number !== null ? format(number) : username !== null ? `@${username}` : null
}

/** The contact that stays (`original`), or the one merged into it (`selected`). */
const Side = v.optional(v.picklist(['original', 'selected']))

/** Which contact each field is taken from; by default the original's value, or the other's if that is empty. */
export const MergedData = v.object({
  name: Side,
  number: Side,
  email: Side,
  contactCategoryId: Side,
  /** `merge`: both lists, each name once. */
  extraInfo: v.optional(v.picklist(['original', 'selected', 'merge'])),
})
export type MergedData = v.InferOutput<typeof MergedData>

/** A contact that was merged into another one. */
export const MergeSummary = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  /** How many tickets it had. */
  tickets: v.number(),
  /** The user who merged them; null: the messenger reported that they are one person. */
  by: v.nullable(v.string()),
  createdAt: Instant,
})
export type MergeSummary = v.InferOutput<typeof MergeSummary>

/** A merge and the contact it went into. */
export const RecentMerge = v.object({ ...MergeSummary.entries, into: v.object({ id: Id, name: v.string() }) })
export type RecentMerge = v.InferOutput<typeof RecentMerge>

/** The number in the messenger's form; null if it has no such account. */
export const NumberCheck = v.object({ number: v.nullable(v.string()) })
export type NumberCheck = v.InferOutput<typeof NumberCheck>

export const MOST_CONTACTS_AT_ONCE = 500
const ContactIds = list(Id, { least: 1, most: MOST_CONTACTS_AT_ONCE })
/** Body of `POST /contacts/delete`. */
export const DeleteContacts = v.object({ contactIds: ContactIds })
/** One entry per contact; `error` is the error code if it was not deleted. */
export const DeletedContacts = v.array(v.object({ contactId: Id, deleted: v.boolean(), error: v.nullable(v.string()) }))
export type DeletedContacts = v.InferOutput<typeof DeletedContacts>
/** Body of `PUT /contacts/category`; null removes them from their category. */
export const CategorizeContacts = v.object({ contactIds: ContactIds, contactCategoryId: v.nullable(Id) })

export const contactUpdated = defineEvent('contact.update', v.object({ contact: ContactWithInfo }))
/** The contact was deleted, or merged into another one that now has its conversations. */
export const contactDeleted = defineEvent('contact.delete', v.object({ contactId: Id, mergedInto: v.nullable(Id) }))
/** Many contacts changed at once, because a bulk import has ended. */
export const contactsReloaded = defineEvent('contact.reload', v.object({}))
/** A merge was undone: each contact has its own conversations again. */
export const contactRestored = defineEvent('contact.restore', v.object({ contactId: Id, mergedInto: Id }))
