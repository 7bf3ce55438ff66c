/** The installation's key pair, by which push services know it (VAPID), and the keys of devices. */
import { createECDH, createPublicKey } from 'node:crypto'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { Services } from '../../platform/module'
import { getRow } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { storeKeys } from './control-writes'

export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

const CURVE = 'prime256v1'
const NAME = 'push keys'

type KeyDeps = Pick<Services, 'controlWrites'> & { readonly control: ControlDb; readonly encryption: Encryption }

/**
 * The stored pair, or a new one. With another secret than that of the stored pair, its private key cannot be read: then
 * browsers subscribe anew when they next open the screens.
 */
export async function openKeys({ control, controlWrites, encryption }: KeyDeps): Promise<KeyPair> {
  const stored = getRow<KeyPair>(
    control,
    'SELECT public_key AS publicKey, private_key AS privateKey FROM push_keys WHERE id = 1',
  )
  const known = stored && decryptPair(encryption, stored)
  if (known) return known
  const { publicKey, privateKey } = createPair()
  const kept = await controlWrites.run(storeKeys, {
    publicKey,
    privateKey: encryption.encrypt(privateKey, NAME),
    insteadOf: stored?.publicKey ?? null,
  })
  const pair = decryptPair(encryption, kept)
  if (!pair) throw new Error('another process stores push keys under another secret')
  return pair
}

function decryptPair(encryption: Encryption, { publicKey, privateKey }: KeyPair): KeyPair | undefined {
  try {
    return { publicKey, privateKey: encryption.decrypt(privateKey, NAME) }
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

function createPair(): KeyPair {
  const pair = createECDH(CURVE)
  const publicKey = pair.generateKeys('base64url')
  const scalar = pair.getPrivateKey() // without its leading zeros
  return {
    publicKey,
    privateKey: Buffer.concat([new Uint8Array(32 - scalar.length), scalar]).toString('base64url'),
  }
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
