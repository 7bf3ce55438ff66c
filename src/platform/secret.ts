/**
 * The installation's secret, created at first start and readable by its owner only. It signs access tokens, and other
 * keys are derived from it (encryption.ts).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const secretPath = (dataDir: string) => join(dataDir, 'secret.key')

/** Returns 32 bytes. Throws if the file is weak or readable by others. */
export function loadSecret(dataDir: string): Buffer {
  const path = secretPath(dataDir)
  if (!existsSync(path)) createSecret(dataDir, path)
  return readSecret(path)
}

/** Null if there is none; unlike `loadSecret`, never creates one. */
export const findSecret = (dataDir: string): Buffer | null =>
  existsSync(secretPath(dataDir)) ? readSecret(secretPath(dataDir)) : null

function readSecret(path: string): Buffer {
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path} can be read by other users of this machine; close it to them: chmod 600 ${path}`)
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (secret.length !== 32) throw new Error(`${path} must hold 64 hexadecimal digits; restore it from a backup`)
  if (new Set(secret).size < LEAST_VARIETY) throw new Error(`${path} was not made at random; restore it from a backup`)
  return secret
}
/** Minimum of distinct bytes among the 32; random secrets have about 30. */
const LEAST_VARIETY = 16

/** Written and synced before it is renamed into place, so that an interrupted first start leaves no partial key. */
function createSecret(dataDir: string, path: string) {
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, randomBytes(32).toString('hex'))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Stored instead of the token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')
/** Compares in constant time. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(tokenHash(one)), Buffer.from(tokenHash(other)))
