/** Encrypted texts can be decrypted only with the same secret, purpose and name. */
import { expect, test } from 'bun:test'
import { createEncryption, DecryptionFailed, ENCRYPTED, isEncrypted } from '../../src/platform/encryption'

const SECRET = Buffer.alloc(32, 'a secret')
const TEXT = '{"noiseKey":"só meu"}'
const NAME = 'loja/1/creds'
const encryption = createEncryption(SECRET, 'sessions')
const encrypted = encryption.encrypt(TEXT, NAME)

test('a text can be decrypted, also by another process with the same secret, and ciphertexts never repeat', () => {
  expect(createEncryption(SECRET, 'sessions').decrypt(encrypted, NAME)).toBe(TEXT)
  expect([isEncrypted(encrypted), isEncrypted(TEXT)]).toEqual([true, false])
  expect(Buffer.from(encrypted.slice(ENCRYPTED.length), 'base64').toString('latin1')).not.toContain('noise')
  expect(encryption.encrypt(TEXT, NAME)).not.toBe(encrypted)
})

const bytes = Buffer.from(encrypted.slice(ENCRYPTED.length), 'base64')
const again = (changed: Buffer) => ENCRYPTED + changed.toString('base64')
const flipped = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))
const other = (secret: Buffer, purpose: string) => createEncryption(secret, purpose).decrypt

test.each([
  ['another name', encryption.decrypt, encrypted, 'loja/2/creds'],
  ['another secret', other(Buffer.alloc(32, 'another'), 'sessions'), encrypted, NAME],
  ['another purpose', other(SECRET, 'mail'), encrypted, NAME],
  ['a changed nonce', encryption.decrypt, again(flipped(0)), NAME],
  ['a changed text', encryption.decrypt, again(flipped(20)), NAME],
  ['a changed tag', encryption.decrypt, again(flipped(bytes.length - 1)), NAME],
  ['a missing end', encryption.decrypt, again(bytes.subarray(0, -1)), NAME],
  ['nothing but the mark', encryption.decrypt, ENCRYPTED, NAME],
])('%s decrypts nothing', (_case, decrypt, text, name) => {
  expect(() => decrypt(text, name)).toThrow(DecryptionFailed)
})
