/** The audience of a campaign, in slices. The dry run and the start apply the same exclusions. */
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import type { ChannelKind } from '../../channels/contract'
import { contactKey } from '../../contacts/number'
import { addressesOf, findContact, findContactIdByAddress } from '../../contacts/queries'
import { isCold } from '../../outbound/rate/limiter'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import { type Obstacle, writingTo } from '../../outbound/writing'
import { getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { listItems } from '../contact-lists/queries'
import type { StoredCampaign } from './tables'
import { usable } from './texts'

/** Why a recipient is excluded: a key below `campaigns.reason`. */
export type ExclusionReason =
  | Obstacle
  | 'duplicate'
  | 'blacklisted'
  | 'noWhatsapp'
  | 'optedOut'
  | 'blocked'
  | 'engaged'
  | 'cold'
  | 'otherChannel'

export type Recipient = {
  readonly name: string
  /** Digits, or the contact's key when the number is unknown. */
  readonly number: string
  readonly email: string
  readonly contactId: number | null
  /** Not looked up in WhatsApp yet; that happens just before sending. */
  readonly isUnchecked: boolean
  readonly isCold: boolean
  /** Has an active ticket, and no other reason excludes them. */
  readonly isEngaged: boolean
  /** Gets one of the texts; false: gets the template. */
  readonly getsText: boolean
  /** Null: receives the campaign. Callers detect duplicates themselves. */
  readonly leftOut: ExclusionReason | null
}
type Audience = Pick<
  StoredCampaign,
  'contactListId' | 'tagId' | 'connectionId' | 'channel' | 'excludesCold' | 'excludesEngaged' | 'texts' | 'template'
>
/** The state of reply windows depends on the time. */
type At = { readonly now: number }

/** The slice after `after`. `last` is the cursor of the next slice, null after the last one. */
export function recipientsAfter(db: Db, audience: Audience & At, after: number, most: number) {
  const found = audience.contactListId === null ? tagged(db, audience, after, most) : listed(db, audience, after, most)
  return {
    recipients: found.map(({ person }) => person),
    last: found.length < most ? null : (found.at(-1)?.at ?? null),
  }
}

type FoundRecipient = { readonly at: number; readonly person: Recipient }

function listed(db: Db, { contactListId, ...audience }: Audience & At, after: number, most: number): FoundRecipient[] {
  const channel = capabilitiesOf(channelOf(db, audience.connectionId ?? 0))
  return listItems(db, contactListId ?? 0, after, most).map((item) => {
    const { name, number, email } = item
    const contactId = item.contactId ?? findContactIdByAddress(db, { kind: 'phone', value: number }) ?? null
    const { addresses, lookUp } = channel
    const isMissing = item.isWhatsappValid === false && addresses.includes('phone')
    const unusable = item.inBlacklist ? 'blacklisted' : isMissing ? 'noWhatsapp' : null
    const isUnchecked = lookUp && item.isWhatsappValid === null
    const person = { name, number, email: email ?? '', contactId, isUnchecked }
    return { at: item.id, person: withExclusion(db, audience, person, unusable) }
  })
}

/** In the order of tickets: a contact with several tagged tickets appears several times. */
function tagged(db: Db, { tagId, ...audience }: Audience & At, after: number, most: number): FoundRecipient[] {
  const rows = getRows<TagFilter>(
    db,
    `SELECT tt.ticket_id AS at, c.id AS contactId, c.name, c.number, c.email FROM ticket_tags tt
       CROSS JOIN tickets t ON t.id = tt.ticket_id CROSS JOIN contacts c ON c.id = t.contact_id
     WHERE tt.tag_id = (? + 0) AND tt.ticket_id > (? + 0) ORDER BY tt.ticket_id LIMIT (? + 0)`,
    [tagId, after, most],
  )
  const hasWindow = capabilitiesOf(channelOf(db, audience.connectionId ?? 0)).window !== null
  return rows.map(({ at, contactId, name, number, email }) => {
    const isReachable =
      hasWindow || (number === null ? addressesOf(db, contactId).length > 0 : /^\d{8,15}$/.test(number))
    const person = { name, number: number ?? contactKey(contactId), email: email ?? '', contactId, isUnchecked: false }
    return { at, person: withExclusion(db, audience, person, isReachable ? null : 'noWhatsapp') }
  })
}
type TagFilter = {
  readonly at: number
  readonly contactId: number
  readonly name: string
  readonly number: string | null
  readonly email: string | null
}

type RecipientDetails = Omit<Recipient, 'isCold' | 'isEngaged' | 'leftOut' | 'getsText'>

function withExclusion(
  db: Db,
  audience: Omit<Audience, 'contactListId' | 'tagId'> & At,
  person: RecipientDetails,
  unusable: ExclusionReason | null,
): Recipient {
  const { connectionId, channel, excludesCold, excludesEngaged, now } = audience
  const { contactId, number } = person
  const writing = writingOf(db, audience, { connectionId: connectionId ?? 0, contactId }, now)
  const cold = unusable === null && isCold(db, contactId, connectionId ?? 0)
  const exclusion =
    unusable ??
    findExclusion(db, { contactId, number }) ??
    (channel !== null && lastChannelOf(db, contactId) !== channel ? 'otherChannel' : null) ??
    obstacleIn(writing) ??
    (cold && excludesCold ? 'cold' : null)
  const engaged = exclusion === null && isEngaged(db, contactId)
  return {
    ...person,
    isCold: cold,
    isEngaged: engaged,
    getsText: writing === 'text',
    leftOut: exclusion ?? (engaged && excludesEngaged ? 'engaged' : null),
  }
}

/** Of the latest conversation; null without one. */
function lastChannelOf(db: Db, contactId: number | null): ChannelKind | null {
  const connectionId = contactId === null ? null : findContact(db, contactId)?.lastConnectionId
  return connectionId ? channelOf(db, connectionId) : null
}

/** How a recipient of the campaign may be written to now. */
export const writingOf = (
  db: Db,
  { texts, template }: Pick<StoredCampaign, 'texts' | 'template'>,
  recipient: Parameters<typeof writingTo>[1],
  now: number,
): ReturnType<typeof writingTo> =>
  writingTo(db, recipient, { hasText: usable(texts).length > 0, hasTemplate: template !== null }, now)

export const obstacleIn = (writing: ReturnType<typeof writingTo>): Obstacle | null =>
  writing === 'text' || writing === 'template' ? null : writing

/** Whether the contact has an active ticket, over any connection. */
export const isEngaged = (db: Db, contactId: number | null): boolean =>
  contactId !== null &&
  getRow(db, "SELECT 1 FROM tickets WHERE contact_id = (? + 0) AND status <> 'closed' LIMIT 1", contactId) !== undefined

/** Exclusions that may change between planning and sending. */
export function findExclusion(
  db: Db,
  person: { readonly contactId: number | null; readonly number: string },
): ExclusionReason | null {
  if (isOptedOut(db, person)) return 'optedOut'
  const contact = person.contactId === null ? undefined : findContact(db, person.contactId)
  return contact && (!contact.active || contact.isGroup) ? 'blocked' : null
}
