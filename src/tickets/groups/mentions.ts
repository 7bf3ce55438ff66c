/** Who is meant by an @: named for our screens when it comes, checked and addressed when it leaves. */
import type { Address, Incoming, Outgoing } from '../../channels/channel'
import type { MessageExtra } from '../../channels/contract'
import { mentionAddress } from '../../contacts/groups/group'
import { findGroup, membersAt, membersOf, nameOf } from '../../contacts/groups/queries'
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import type { Ticket } from '../tables'

/** What came, with the names of those it means. */
export function withMentions(
  db: Db,
  contactId: number,
  { extra = null, mentions = [] }: Incoming,
): MessageExtra | null {
  if (mentions.length === 0) return extra
  const named = mentions.map(({ token, addresses, isUs }) => ({
    token,
    name: nameOf(db, addresses, membersAt(db, contactId, addresses)[0]?.name ?? null),
    ...(isUs && { isUs }),
  }))
  return { ...extra, mentions: named }
}

export type MentionWish = { readonly memberIds: readonly number[]; readonly everybody: boolean }

/** What an attendant wrote names only who is in the group; who is not named in the text is not meant. */
export function mentionsIn(db: Db, ticket: Ticket, body: string, { memberIds, everybody }: MentionWish): MessageExtra {
  if (memberIds.length === 0 && !everybody) return {}
  const facts = ticket.isGroup ? findGroup(db, ticket.contactId) : undefined
  if (!facts) return fail('ERR_MENTION_NOT_MEMBER')
  const members = membersOf(db, ticket.contactId)
  const mentions = [...new Set(memberIds)].flatMap((id) => {
    const member = members.find((one) => one.id === id) ?? fail('ERR_MENTION_NOT_MEMBER', { participantId: id })
    const address = mentionAddress(member, facts.addressing)
    if (!address || !isNamed(body, address.value)) return []
    return [{ token: address.value, name: nameOf(db, addressesOf(member), member.name) }]
  })
  return { ...(mentions.length > 0 && { mentions }), ...(everybody && { mentionsAll: true }) }
}

/** The whole number, and not the beginning of another. */
const isNamed = (body: string, token: string): boolean => new RegExp(`@${token}(?!\\d)`).test(body)

const addressesOf = ({ lid, phone }: { readonly lid: string | null; readonly phone: string | null }): Address[] => [
  ...(lid === null ? [] : [{ kind: 'lid', value: lid } as const]),
  ...(phone === null ? [] : [{ kind: 'phone', value: phone } as const]),
]

/** As the channel wants it; what was forwarded means nobody in another conversation. */
export function outgoingMentions(
  db: Db,
  contactId: number,
  extra: MessageExtra | null,
): Pick<Outgoing, 'mentions' | 'mentionsAll'> {
  const mentions = (extra?.mentions ?? []).flatMap(({ token: value }) => {
    const either: readonly Address[] = [
      { kind: 'lid', value },
      { kind: 'phone', value },
    ]
    return either.find((address) => membersAt(db, contactId, [address]).length > 0) ?? []
  })
  return { ...(mentions.length > 0 && { mentions }), ...(extra?.mentionsAll && { mentionsAll: true }) }
}
