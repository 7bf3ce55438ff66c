/**
 * The installation's own secret: made at first start, readable by its owner alone. It signs the access tokens, and keys for
 * other purposes are derived from it (encryption.ts).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const secretPath = (dataDir: string) => join(dataDir, 'secret.key')

/** 32 bytes. A file that is weak, or that others can read, refuses the start. */
export function loadSecret(dataDir: string): Buffer {
  const path = secretPath(dataDir)
  if (!existsSync(path)) createSecret(dataDir, path)
  return readSecret(path)
}

/** Null while there is none. Makes none, unlike `loadSecret`. */
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
/** Different bytes among the 32; random ones have about 30. */
const LEAST_VARIETY = 16

/** Renamed into place when it is complete and on the disk: a first start that is cut short must not leave half a key. */
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

/** Stored in place of a token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')
/** How long it takes tells nothing of where they differ. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(tokenHash(one)), Buffer.from(tokenHash(other)))
