/**
 * A notification as a push service takes it: encrypted for one device (RFC 8291, as one record of RFC 8188), and signed by the
 * installation (VAPID, RFC 8292). The package `web-push` does the same, and would add half a megabyte to the executable; tests
 * compare the two.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { HOUR, SECOND } from '../../platform/time'
import type { DeviceKeys, KeyPair } from './keys'

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
/** The only record is the last one. */
const END = Buffer.from([2])

const expand = (secret: Buffer, salt: Uint8Array, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** `random`: given in tests only. */
export function encryptFor({ p256dh, auth }: DeviceKeys, text: string, random = newRandom()): Buffer {
  const { sender, salt } = random
  const receiver = Buffer.from(p256dh, 'base64url')
  const own = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own])
  const secret = expand(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const key = expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = expand(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_SIZE)
  head.writeUInt8(own.length, 4)
  const record = [cipher.update(text, 'utf8'), cipher.update(END), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, head, own, ...record])
}

type Random = { readonly sender: ReturnType<typeof createECDH>; readonly salt: Uint8Array }

function newRandom(): Random {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

/** Push services refuse more than a day. */
const LIFE = 12 * HOUR

/** The header Authorization. `subject`: whom the push service may ask, as an https or mailto address. */
export async function signFor({ publicKey, privateKey }: KeyPair, endpoint: string, subject: string, now: number) {
  const point = Buffer.from(publicKey, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor((now + LIFE) / SECOND))
    .setSubject(subject)
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
