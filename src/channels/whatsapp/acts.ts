/** From WhatsApp's shape of what is done to a message (edited, deleted, reacted to) to ours. Pure. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Act } from '../channel'
import { textOf, unwrap } from './content'
import { chatOf, memberOf, type Surroundings } from './parse'

/** `proto.Message.ProtocolMessage.Type`, which is only there once Baileys is loaded. */
const REVOKE = 0
const EDIT = 14
/** The stanza's `edit` attribute when an admin of a group deletes what somebody else wrote. */
const BY_ADMIN = '8'

/** Null: nothing of the kind. `edit` is the stanza's attribute of that name. */
export function actOf(message: WAMessage, around: Surroundings & { readonly edit: string | undefined }): Act | null {
  const { key } = message
  const chat = chatOf(message, around)
  const deed = message.message ? deedOf(message.message, around.edit) : null
  if (!key.id || chat.length === 0 || !deed) return null
  const { at, ...done } = deed
  const isGroup = chat[0]?.kind === 'group'
  return {
    externalId: key.id,
    fromMe: Boolean(key.fromMe),
    chat,
    isGroup,
    author: isGroup ? memberOf(message, around) : null,
    at: at || Number(message.messageTimestamp ?? 0) * 1000,
    ...done,
  }
}

type Deed = { readonly target: string; readonly at: number } & (
  | { readonly do: 'edit'; readonly body: string }
  | { readonly do: 'revoke'; readonly byAdmin: boolean }
  | { readonly do: 'react'; readonly emoji: string | null }
)

function deedOf(message: proto.IMessage, edit: string | undefined): Deed | null {
  const outer = unwrap(message)
  const { reactionMessage, protocolMessage } = outer.editedMessage?.message ?? outer
  if (reactionMessage?.key?.id) {
    const { key, text, senderTimestampMs } = reactionMessage
    return { target: key.id ?? '', at: Number(senderTimestampMs ?? 0), do: 'react', emoji: text || null }
  }
  const target = protocolMessage?.key?.id
  if (!target) return null
  if (protocolMessage.type === REVOKE) return { target, at: 0, do: 'revoke', byAdmin: edit === BY_ADMIN }
  if (protocolMessage.type !== EDIT || !protocolMessage.editedMessage) return null
  const body = textOf(protocolMessage.editedMessage)
  return { target, at: Number(protocolMessage.timestampMs ?? 0), do: 'edit', body }
}
