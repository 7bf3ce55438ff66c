/**
 * What a browser does with a push message: decrypts it (RFC 8291, aes128gcm of RFC 8188) with keys of its own. Written from
 * the RFCs, apart from the library that encrypts.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const CURVE = 'prime256v1'
const HEADER = 16 + 4 + 1
const TAG = 16

/** The keys of a subscription: the browser keeps the private one. */
export function createBrowserKeys() {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    /** As `PushSubscription.toJSON().keys` has them. */
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Throws if it was not encrypted for this browser. */
    decrypt: (body: Uint8Array): string => decrypt(Buffer.from(body), { pair, auth }),
  }
}

type Own = { readonly pair: ReturnType<typeof createECDH>; readonly auth: Buffer }

function decrypt(body: Buffer, { pair, auth }: Own): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(HEADER, HEADER + keyLength)
  const record = body.subarray(HEADER + keyLength)
  if (keyLength !== 65 || record.length > recordSize || record.length <= TAG)
    throw new Error('not one record of RFC 8291')
  const shared = pair.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()])
  const end = padded.lastIndexOf(2) // of the last record, before its padding
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('a wrong end of the record')
  return padded.subarray(0, end).toString('utf8')
}
