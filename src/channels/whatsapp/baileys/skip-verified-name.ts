/**
 * Works around Baileys: before decrypting a message it reads the certificate of the sender's verified name, and refuses
 * the whole message when that fails. We do not show that name, so the certificate is removed.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'

export function skipVerifiedName(message: BinaryNode): void {
  if (Array.isArray(message.content)) message.content = message.content.filter(({ tag }) => tag !== 'verified_name')
}
