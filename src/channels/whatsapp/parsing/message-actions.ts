/** Converts WhatsApp's edits, deletions and reactions to our message actions. Pure. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { type Address, overlap } from '../../../contacts/address'
import type { Incoming, MessageAction } from '../../channel'
import { addressesOf, jidOf, withOtherHalf } from '../address'
import { contentOf } from './content'
import { mentionsIn } from './mentions'
import { envelopeOf, LONGEST_ID, memberOf, type Surroundings } from './parse'
import { envelopeIn, seal } from './sealed'
import { unwrap } from './unwrap'

/** Values of `proto.Message.ProtocolMessage.Type`, which exists only once Baileys is loaded. */
const REVOKE = 0
const EXPIRE = 3
const EDIT = 14
/** The stanza's `edit` attribute when a group admin deletes another member's message. */
const BY_ADMIN = '8'

/** Null when it is not an action. `edit` is the stanza's attribute of that name. */
export function actionOf(
  message: WAMessage,
  around: Surroundings & { readonly edit: string | undefined },
): MessageAction | null {
  const envelope = envelopeOf(message, around)
  if (!envelope || !message.message) return null
  const content = actionContentOf(message.message, around) ?? sealedActionContent(message, envelope.chat, around)
  if (!content || content.target.length > LONGEST_ID) return null
  const { at, key, ...done } = content
  const whose = key && whoseIs(key, envelope, around)
  return { ...envelope, at: at || Number(message.messageTimestamp ?? 0) * 1000, ...done, ...(whose && { whose }) }
}

/** The target's key is relative to the actor, whose own messages are `fromMe`. */
function whoseIs(
  { fromMe, participant }: proto.IMessageKey,
  action: NonNullable<ReturnType<typeof envelopeOf>>,
  { me = [], otherHalf }: Surroundings,
): NonNullable<MessageAction['whose']> {
  if (fromMe) return { fromMe: action.fromMe, author: action.author?.addresses ?? [] }
  const author = withOtherHalf(addressesOf(participant), otherHalf)
  return { fromMe: action.isGroup ? overlap(author, me) : !action.fromMe, author }
}

type ActionContent = { readonly target: string; readonly at: number; readonly key?: proto.IMessageKey } & (
  | ({ readonly do: 'edit' } & Pick<Incoming, 'body' | 'mentions'>)
  | { readonly do: 'revoke'; readonly byAdmin: boolean }
  | { readonly do: 'react'; readonly emoji: string | null }
  | { readonly do: 'sealed'; readonly sealed: string }
  | { readonly do: 'expire'; readonly seconds: number }
)

function actionContentOf(
  message: proto.IMessage,
  around: Surroundings & { readonly edit: string | undefined },
): ActionContent | null {
  const { inner: outer } = unwrap(message)
  const { reactionMessage, protocolMessage } = outer.editedMessage?.message ?? outer
  if (reactionMessage?.key?.id) {
    const { key, text, senderTimestampMs } = reactionMessage
    return { target: key.id ?? '', key, at: Number(senderTimestampMs ?? 0), do: 'react', emoji: text || null }
  }
  if (protocolMessage?.type === EXPIRE)
    return { target: '', at: 0, do: 'expire', seconds: protocolMessage.ephemeralExpiration ?? 0 }
  const { key } = protocolMessage ?? {}
  const target = key?.id
  if (!protocolMessage || !target) return null
  if (protocolMessage.type === REVOKE) return { target, key, at: 0, do: 'revoke', byAdmin: around.edit === BY_ADMIN }
  if (protocolMessage.type !== EDIT || !protocolMessage.editedMessage) return null
  const said = contentOf({ key: {}, message: protocolMessage.editedMessage })
  const mentions = mentionsIn(said?.context ?? null, around)
  const edited = { body: said?.body ?? '', ...(mentions.length > 0 && { mentions }) }
  return { target, at: Number(protocolMessage.timestampMs ?? 0), do: 'edit', ...edited }
}

function sealedActionContent(message: WAMessage, chat: readonly Address[], around: Surroundings): ActionContent | null {
  const found = message.message ? envelopeIn(unwrap(message.message).inner) : null
  if (!found) return null
  const { fromMe } = message.key
  const ours = around.me ?? []
  const theirs = chat[0]?.kind === 'group' ? memberOf(message, around).addresses : chat
  const actors = fromMe ? ours : theirs
  const authors = found.targetKey.fromMe ? actors : authorsOf(found.targetKey, fromMe ? chat : ours, around)
  const sealed = seal(found, { authors: authors.map(jidOf), actors: actors.map(jidOf) })
  return { target: found.target, key: found.targetKey, at: found.at, do: 'sealed', sealed }
}

/** In a group the key has the target's author; in a one-to-one chat the author is the other person. */
function authorsOf(
  { participant }: proto.IMessageKey,
  other: readonly Address[],
  { otherHalf }: Surroundings,
): readonly Address[] {
  return participant ? withOtherHalf(addressesOf(participant), otherHalf) : other
}
