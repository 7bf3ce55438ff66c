/** Encrypts texts at rest: AES-256-GCM with a key per purpose, derived from the installation's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Prefix of every encrypted text; names the method. */
export const ENCRYPTED = 'gcm1.'
const METHOD = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The text was changed, or encrypted with another secret or name. */
export class DecryptionFailed extends Error {
  constructor() {
    super('cannot be decrypted with the present secret.key')
    this.name = 'DecryptionFailed'
  }
}

export type Encryption = ReturnType<typeof createEncryption>

/** Nonces are random, so use it for what is written rarely: at most some billions of texts per purpose. */
export function createEncryption(secret: Uint8Array, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `balcao ${purpose}`, 32))
  return {
    /** `name` identifies the text and its owner; it is authenticated, so decryption needs the same name. */
    encrypt(text: string, name: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(METHOD, key, nonce).setAAD(Buffer.from(name))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ENCRYPTED + bytes.toString('base64')
    },

    /** Throws `DecryptionFailed`. */
    decrypt(encrypted: string, name: string): string {
      const bytes = Buffer.from(encrypted.slice(ENCRYPTED.length), 'base64')
      try {
        const decipher = createDecipheriv(METHOD, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
        return text + decipher.final('utf8')
      } catch {
        throw new DecryptionFailed()
      }
    },
  }
}

export const isEncrypted = (text: string): boolean => text.startsWith(ENCRYPTED)
