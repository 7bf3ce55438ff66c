/** The installation's own secret: made at first start, readable by its owner alone. Signs the access tokens. */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** 32 bytes. A file that is too short to be ours refuses the start rather than sign with a weak key. */
export function loadSecret(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) createSecret(dataDir, path)
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (secret.length !== 32) throw new Error(`${path} must hold 64 hexadecimal digits; restore it from a backup`)
  return secret
}

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
