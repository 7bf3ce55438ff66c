/**
 * Works around Baileys: before it decrypts a message it reads the certificate of the sender's verified name, and refuses the
 * whole message where it cannot. Nobody here shows that name, so Baileys is not shown the certificate.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'

export function skipVerifiedName(message: BinaryNode): void {
  if (Array.isArray(message.content)) message.content = message.content.filter(({ tag }) => tag !== 'verified_name')
}
