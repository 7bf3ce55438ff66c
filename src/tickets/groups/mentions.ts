/** Mentions: incoming ones get names for our screens (channels/mentions); outgoing ones are validated and addressed. */
import type { Address, Incoming, Outgoing } from '../../channels/channel'
import type { Mention, MessageExtra } from '../../channels/contract'
import { TOKENS } from '../../channels/mentions/contract'
import { mentionAddress } from '../../contacts/groups/group'
import { findGroup, type Member, memberNameOf, membersAt, membersOf } from '../../contacts/groups/queries'
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import type { Ticket } from '../tables'

type TextWithMentions = Pick<Incoming, 'body' | 'mentions'>

/** Each name costs a lookup that blocks the event loop. Mentions beyond this number keep their digits. */
const MOST_NAMED = 32

/** Adds the names of the mentioned people to the existing ones. */
export function withMentions(
  db: Db,
  contactId: number,
  { extra = null, ...words }: TextWithMentions & { readonly extra?: MessageExtra | null },
): MessageExtra | null {
  const named = namesOfMentioned(db, contactId, words)
  if (named.length === 0) return extra
  const before = (extra?.mentions ?? []).filter(({ token }) => !named.some((one) => one.token === token))
  return { ...extra, mentions: [...before, ...named] }
}

/** People who hide their number are mentioned by LID, but some clients write the other address in the text. */
export function namesOfMentioned(db: Db, contactId: number, { body, mentions = [] }: TextWithMentions): Mention[] {
  if (mentions.length === 0) return []
  const written = tokensIn(body)
  const isWritten = ({ addresses }: (typeof mentions)[number]) => addresses.some(({ value }) => written.has(value))
  const first = mentions.length > MOST_NAMED ? [...mentions.filter(isWritten), ...mentions] : mentions
  return [...new Set(first)].slice(0, MOST_NAMED).flatMap(({ token, addresses, isUs }) => {
    const member = membersAt(db, contactId, addresses)[0]
    const all = [...addresses, ...(member ? addressesOf(member) : [])]
    const name = memberNameOf(db, all, member?.name ?? null)
    const others = new Set(all.map(({ value }) => value).filter((value) => value !== token && written.has(value)))
    const tokens = written.has(token) || others.size === 0 ? [token, ...others] : [...others]
    return tokens.map((one) => ({ token: one, name, ...(isUs && { isUs }) }))
  })
}

const tokensIn = (body: string): ReadonlySet<string> =>
  new Set(Array.from(body.matchAll(TOKENS), ([, token = '']) => token))

export type RequestedMentions = { readonly memberIds: readonly number[]; readonly everybody: boolean }

/**
 * An attendant's text can mention only members of the group whose token is in it. It is sent with the kind of address
 * that the group's phones use, whichever of the two was typed.
 */
export function mentionsIn(
  db: Db,
  ticket: Ticket,
  said: { readonly body: string; readonly mentions: RequestedMentions },
): { readonly body: string; readonly extra: Pick<MessageExtra, 'mentions' | 'mentionsAll'> } {
  const { memberIds, everybody } = said.mentions
  if (memberIds.length === 0 && !everybody) return { body: said.body, extra: {} }
  const facts = ticket.isGroup ? findGroup(db, ticket.contactId) : undefined
  if (!facts) return fail('ERR_MENTION_NOT_MEMBER')
  const members = membersOf(db, ticket.contactId)
  const meant = new Map<string, Mention>()
  for (const id of new Set(memberIds)) {
    const member = members.find((one) => one.id === id) ?? fail('ERR_MENTION_NOT_MEMBER', { participantId: id })
    const addresses = addressesOf(member)
    const token = mentionAddress(member, facts.addressing)?.value
    const name = memberNameOf(db, addresses, member.name)
    if (token) for (const { value } of addresses) meant.set(value, { token, name })
  }
  const named = new Map<string, Mention>()
  const body = said.body.replace(TOKENS, (written, digits: string) => {
    const mention = meant.get(digits)
    if (mention) named.set(mention.token, mention)
    return mention ? `@${mention.token}` : written
  })
  const mentions = [...named.values()]
  return { body, extra: { ...(mentions.length > 0 && { mentions }), ...(everybody && { mentionsAll: true }) } }
}

const addressesOf = ({ lid, phone }: Pick<Member, 'lid' | 'phone'>): Address[] => [
  ...(lid === null ? [] : [{ kind: 'lid', value: lid } as const]),
  ...(phone === null ? [] : [{ kind: 'phone', value: phone } as const]),
]

/**
 * A forwarded text shows mentioned people by the names they chose themselves, because our own names for them are
 * internal. People without such a name keep their digits.
 */
export function withChosenNames(db: Db, contactId: number, mentions: readonly Mention[] = []): Mention[] {
  return mentions.flatMap((mention) => {
    const members = eitherAddress(mention.token).flatMap((address) => membersAt(db, contactId, [address]))
    const name = members.find((member) => member.name !== null)?.name
    return name ? { ...mention, name } : []
  })
}

/** The digits after an @ may be a phone number or a LID. */
const eitherAddress = (value: string): readonly Address[] => [
  { kind: 'lid', value },
  { kind: 'phone', value },
]

/** In the channel's form, limited to people whom the text still mentions. */
export function outgoingMentions(
  db: Db,
  contactId: number,
  { body, extra }: { readonly body: string; readonly extra: MessageExtra | null },
): Pick<Outgoing, 'mentions' | 'mentionsAll'> {
  const written = tokensIn(body)
  const mentions = (extra?.mentions ?? []).flatMap(({ token }) => {
    const address = eitherAddress(token).find((one) => membersAt(db, contactId, [one]).length > 0)
    return (written.has(token) && address) || []
  })
  return { ...(mentions.length > 0 && { mentions }), ...(extra?.mentionsAll && { mentionsAll: true }) }
}
