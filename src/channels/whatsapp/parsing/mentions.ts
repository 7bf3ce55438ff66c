/** Converts mentions between WhatsApp's form and ours. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import type { Incoming, Outgoing } from '../../channel'
import { addressOf, jidOf, withOtherHalf } from '../address'
import type { Surroundings } from './parse'

/** Limit for mentions, each of which is looked up; groups have about a thousand members. */
const MOST_NAMED = 256
/** Bit of `nonJidMentions` for everybody in the group. */
const EVERYBODY = 1

export function mentionsIn(
  context: proto.IContextInfo | null,
  { otherHalf, me = [] }: Surroundings,
): NonNullable<Incoming['mentions']> {
  return [...new Set((context?.mentionedJid ?? []).slice(0, MOST_NAMED))].flatMap((jid) => {
    const address = addressOf(jid)
    if (!address || address.kind === 'group') return []
    const isUs = me.some(({ kind, value }) => kind === address.kind && value === address.value)
    return [{ token: address.value, addresses: withOtherHalf([address], otherHalf), isUs }]
  })
}

export const mentionsAll = (context: proto.IContextInfo | null): boolean =>
  Boolean((context?.nonJidMentions ?? 0) & EVERYBODY)

/** Option that Baileys accepts with any content. */
export const mentionedBy = ({ mentions = [], mentionsAll = false }: Pick<Outgoing, 'mentions' | 'mentionsAll'>) => ({
  ...(mentions.length > 0 && { mentions: mentions.map(jidOf) }),
  ...(mentionsAll && { mentionAll: true }),
})
