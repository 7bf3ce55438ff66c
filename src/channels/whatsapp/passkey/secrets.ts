/** Cryptography of linking with a passkey, as both sides compute it. Pure, except `newKeyPair`. */
import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto'

export type KeyPair = { readonly privateKey: Buffer; readonly publicKey: Buffer }
export const KEY_BYTES = 32

const HANDOFF = 'shortcake-passkey-handoff-v1'
const REQUEST = 'Pairing Information Encryption Key'

/** Proves that the answer comes from the client whose code was scanned. */
export const handoffKeyOf = (advSecret: Uint8Array): Buffer => derive(advSecret, '', HANDOFF)

export const proofOf = (handoffKey: Uint8Array, prologue: Uint8Array): Buffer =>
  createHmac('sha256', handoffKey).update(prologue).digest()

/** Binds us to a nonce that the phone learns only after it has sent its own. */
export const commitmentTo = (identity: Uint8Array, nonce: Uint8Array): Buffer => sha256(identity, nonce)

type Pairing = { readonly shared: Uint8Array; readonly deviceType: number; readonly ref: string }

/** Encrypts our request to the phone. */
export const requestKeyOf = ({ shared, deviceType, ref }: Pairing): Buffer =>
  derive(shared, `Companion Pairing ${deviceType} with ref ${ref}`, REQUEST)

type Comparison = { readonly nonce: Uint8Array; readonly theirNonce: Uint8Array; readonly theirKey: Uint8Array }

/** Verification code in the form XXXX-XXXX. The phone shows the same unless there is a man in the middle. */
export function codeOf({ nonce, theirNonce, theirKey }: Comparison): string {
  const ours = sha256(nonce, theirKey)
  const bytes = Array.from({ length: 5 }, (_, at) => (theirNonce[at] ?? 0) ^ (ours[at] ?? 0))
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTVWXYZ'

/** AES-256-GCM, with the tag after the ciphertext. */
export function encrypt(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** X25519; `privateKey` is 32 random bytes. */
export function keyPairOf(privateKey: Buffer): KeyPair {
  const { x } = createPublicKey(privateObject(privateKey)).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x ?? '', 'base64url') }
}

/** X25519. */
export const agree = ({ privateKey }: KeyPair, theirKey: Uint8Array): Buffer =>
  diffieHellman({
    privateKey: privateObject(privateKey),
    publicKey: createPublicKey({
      key: { kty: 'OKP', crv: 'X25519', x: Buffer.from(theirKey).toString('base64url') },
      format: 'jwk',
    }),
  })

const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const privateObject = (privateKey: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, privateKey]), format: 'der', type: 'pkcs8' })

const derive = (key: Uint8Array, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, KEY_BYTES))

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
