/** The installation's key pair, by which push services know it (VAPID), and the keys of devices. */
import { createECDH, createPublicKey } from 'node:crypto'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { execute, getRow } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'

export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

const CURVE = 'prime256v1'
const NAME = 'push keys'

/**
 * The stored pair, or a new one. With another secret than that of the stored pair, its private key cannot be read: then
 * browsers subscribe anew when they next open the screens.
 */
export function openKeys(control: WritableControl, encryption: Encryption, now: number): KeyPair {
  return readKeys(control, encryption) ?? createKeys(control, encryption, now)
}

function readKeys(control: ControlDb, encryption: Encryption): KeyPair | undefined {
  const row = getRow<KeyPair>(
    control,
    'SELECT public_key AS publicKey, private_key AS privateKey FROM push_keys WHERE id = 1',
  )
  if (!row) return undefined
  try {
    return { publicKey: row.publicKey, privateKey: encryption.decrypt(row.privateKey, NAME) }
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

function createKeys(control: WritableControl, encryption: Encryption, now: number): KeyPair {
  const pair = createECDH(CURVE)
  const publicKey = pair.generateKeys('base64url')
  const scalar = pair.getPrivateKey() // without its leading zeros
  const privateKey = Buffer.concat([new Uint8Array(32 - scalar.length), scalar]).toString('base64url')
  execute(
    control,
    `INSERT INTO push_keys (id, public_key, private_key, created_at) VALUES (1, ?, ?, ?)
     ON CONFLICT DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key, created_at = excluded.created_at`,
    [publicKey, encryption.encrypt(privateKey, NAME), now],
  )
  return { publicKey, privateKey }
}

/** Those of a subscription: its public key and its secret, in base64url. */
export type DeviceKeys = { readonly p256dh: string; readonly auth: string }

const nameOf = ({ tenant }: Pick<Cx, 'tenant'>) => `${tenant.uuid} push device`

export const encryptDeviceKeys = (cx: Pick<Cx, 'tenant'>, encryption: Encryption, { p256dh, auth }: DeviceKeys) =>
  encryption.encrypt(JSON.stringify({ p256dh, auth }), nameOf(cx))

/** Undefined if they were encrypted with another secret. */
export function decryptDeviceKeys(cx: Pick<Cx, 'tenant'>, encryption: Encryption, keys: string) {
  try {
    return JSON.parse(encryption.decrypt(keys, nameOf(cx))) as DeviceKeys // written by us
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

/** Whether it is a point of the curve. Nothing could be encrypted for any other. */
export function isPublicKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
