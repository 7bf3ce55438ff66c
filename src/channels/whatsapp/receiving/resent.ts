/** Some messages come without their content: Baileys asks the phone for it, and the phone's answer is a message to itself. */
import type { WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'

/**
 * The repeated message, or null if it is not such an answer. Only the account's own devices may repeat messages of
 * others.
 */
export function resentIn({ key, message }: WAMessage, { proto }: Baileys): WAMessage | null {
  const answer = key.fromMe ? message?.protocolMessage?.peerDataOperationRequestResponseMessage : null
  const [result] = answer?.peerDataOperationResult ?? []
  const bytes = result?.placeholderMessageResendResponse?.webMessageInfoBytes
  try {
    const resent = bytes?.length ? proto.WebMessageInfo.decode(bytes) : null
    return resent?.key ? { ...resent, key: resent.key } : null
  } catch {
    return null // no message, and asked for again
  }
}
