/** The installation's own secret: made at first start, readable by its owner alone. Signs tokens; encrypts secrets at rest. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** 32 bytes. A file that is too short to be ours refuses the start rather than sign with a weak key. */
export function loadSecret(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, randomBytes(32).toString('hex'))
    fsyncSync(file)
    closeSync(file)
  }
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (secret.length !== 32) throw new Error(`${path} must hold 64 hexadecimal digits; restore it from a backup`)
  return secret
}

/** Stored in place of a token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')

export function sameText(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()]
  return timingSafeEqual(left, right)
}
