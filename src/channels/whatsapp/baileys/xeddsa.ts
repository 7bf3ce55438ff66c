/**
 * Verifies Signal's signatures with the runtime's own Ed25519. libsignal's JavaScript takes three milliseconds of the
 * event loop, twice for each connection that opens.
 */
import { createPublicKey, verify } from 'node:crypto'

const P = 2n ** 255n - 19n
/** The DER prefix of an Ed25519 public key. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_TYPE = 5

/** `publicKey`: Signal's 33 bytes, type byte first. Never throws. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 33 || publicKey[0] !== KEY_TYPE || signature.length !== 64) return false
  // The sign of the Edwards point is in the signature's otherwise unused bit.
  const last = signature[63] ?? 0
  const point = edwardsOf(publicKey.subarray(1))
  point[31] = (point[31] ?? 0) | (last & 0x80)
  const plain = Buffer.from(signature)
  plain[63] = last & 0x7f
  const key = createPublicKey({ key: Buffer.concat([ED25519_HEAD, point]), format: 'der', type: 'spki' })
  return verify(null, message, key, plain)
}

/** Converts the Montgomery curve's u to the Edwards curve's y = (u - 1) / (u + 1). */
function edwardsOf(montgomery: Uint8Array): Buffer {
  const u = fromLittleEndian(montgomery) & (2n ** 255n - 1n)
  const y = ((u - 1n + P) * inverse((u + 1n) % P)) % P
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
}

function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

/**
 * Euclid's algorithm: variable time is fine, because nothing here is secret. The inverse of zero is zero, as in
 * libsignal.
 */
function inverse(value: bigint): bigint {
  let [a, b, x, y] = [value, P, 1n, 0n]
  while (a > 1n) {
    const times = b / a
    ;[a, b, x, y] = [b - times * a, a, y - times * x, x]
  }
  return a === 0n ? 0n : ((x % P) + P) % P
}
