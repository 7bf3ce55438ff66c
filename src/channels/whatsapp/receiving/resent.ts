/** Some messages arrive without content. Baileys requests it from the phone, which answers with a message to itself. */
import type { WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'

/** The repeated message; null for other messages. Only the account's own devices may repeat messages of others. */
export function resentIn({ key, message }: WAMessage, { proto }: Baileys): WAMessage | null {
  const answer = key.fromMe ? message?.protocolMessage?.peerDataOperationRequestResponseMessage : null
  const [result] = answer?.peerDataOperationResult ?? []
  const bytes = result?.placeholderMessageResendResponse?.webMessageInfoBytes
  try {
    const resent = bytes?.length ? proto.WebMessageInfo.decode(bytes) : null
    return resent?.key ? { ...resent, key: resent.key } : null
  } catch {
    return null // invalid; requested again
  }
}
