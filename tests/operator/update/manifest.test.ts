/** What counts as a release, field by field, and whose. */
import { describe, expect, test } from 'bun:test'
import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  fileFor,
  fingerprintOf,
  type ManifestFault,
  ReleaseRefused,
  readReleaseKey,
  relationTo,
  verifyRelease,
} from '../../../src/operator/update/manifest'
import { keys, makeKeys, makeRelease } from './releases'

const file = { platform: 'linux-x64', name: 'balcao-1.1.0-linux-x64', size: 10, sha256: 'a'.repeat(64) }
const good = {
  format: 1,
  version: '1.1.0',
  at: '2026-02-20T09:00:00.000Z',
  changes: { en: ['One.'], 'pt-BR': ['Um.'] },
  files: [file],
}
const signed = (content: unknown, key = keys.privateKey) => {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return { bytes, signature: sign(null, bytes, key).toString('base64') }
}
const refusal = (bytes: Uint8Array, signature: string, key = keys.publicKey): [ManifestFault, string | null] | null => {
  try {
    verifyRelease(bytes, signature, key)
    return null
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error
    return [error.fault, error.detail]
  }
}

describe('a release', () => {
  test('is taken as it was signed, with fields that a later version adds', () => {
    const { bytes, signature } = signed({ ...good, later: { more: true } })
    expect(verifyRelease(bytes, `${signature}\n`, keys.publicKey)).toEqual(good as never)
  })

  test('made by the build is taken', async () => {
    const { folder, release } = await makeRelease('1.1.0')
    const [bytes, signature] = ['release.json', 'release.json.sig'].map((name) => readFileSync(join(folder, name)))
    expect(verifyRelease(bytes ?? Buffer.alloc(0), String(signature), keys.publicKey)).toEqual(release as never)
  })

  const wrong: readonly [string, string, object][] = [
    ['version', 'a path', { version: '../../etc' }],
    ['version', 'two numbers', { version: '1.1' }],
    ['version', 'a number too large to compare', { version: '1.1.100000' }],
    ['version', 'a zero before', { version: '1.01.0' }],
    ['version', 'nothing', { version: undefined }],
    ['version', 'a long one', { version: `1.1.0-${'a'.repeat(40)}` }],
    ['at', 'no instant', { at: 'yesterday' }],
    ['changes', 'nothing', { changes: undefined }],
    ['changes.en', 'no English', { changes: { 'pt-BR': ['Um.'] } }],
    ['changes.en', 'too many lines', { changes: { en: Array(501).fill('x') } }],
    ['changes.en.0', 'a line too long', { changes: { en: ['x'.repeat(2001)] } }],
    ['changes.en.0', 'no text', { changes: { en: [1] } }],
    ['page', 'a script', { page: 'javascript:alert(1)' }],
    ['files', 'none', { files: [] }],
    ['files', 'too many', { files: Array(21).fill(file) }],
    ['files', 'a platform twice', { files: [file, file] }],
    ['files.0.platform', 'a path', { files: [{ ...file, platform: '../x' }] }],
    ['files.0.name', 'a path', { files: [{ ...file, name: 'a/b' }] }],
    ['files.0.name', 'another path', { files: [{ ...file, name: '..' }] }],
    ['files.0.name', 'an address', { files: [{ ...file, name: 'https://example.com/x' }] }],
    ['files.0.name', 'a query', { files: [{ ...file, name: 'x?y' }] }],
    ['files.0.size', 'zero', { files: [{ ...file, size: 0 }] }],
    ['files.0.size', 'more than a program has', { files: [{ ...file, size: 2 ** 31 }] }],
    ['files.0.size', 'a fraction', { files: [{ ...file, size: 1.5 }] }],
    ['files.0.size', 'a text', { files: [{ ...file, size: '10' }] }],
    ['files.0.sha256', 'short', { files: [{ ...file, sha256: 'a'.repeat(63) }] }],
    ['files.0.sha256', 'no digits', { files: [{ ...file, sha256: 'g'.repeat(64) }] }],
    ['databases.tenant', 'negative', { databases: { control: 1, tenant: -1, session: 1 } }],
    ['built.commit', 'no commit', { built: { commit: 'main', bun: '1.4' } }],
  ]
  test.each(wrong)('is refused, though signed, for %s: %s', (field, _, change) => {
    const { bytes, signature } = signed({ ...good, ...change })
    expect(refusal(bytes, signature)).toEqual(['fields', field])
  })

  test('of a later format is refused as such', () => {
    const { bytes, signature } = signed({ ...good, format: 2, version: { odd: true } })
    expect(refusal(bytes, signature)).toEqual(['format', '2'])
  })

  test.each<[string, string | Buffer]>([
    ['an array', '[]'],
    ['a page', '<!doctype html><p>{}</p>'],
    ['nothing', ''],
    ['broken JSON', '{"format": 1'],
    ['an object without a format', '{}'],
    ['more values than a release has', `{"format":1,"x":[${'1,'.repeat(5000)}1]}`],
  ])('is not %s', (_, content) => {
    const { bytes, signature } = signed(String(content))
    expect(refusal(bytes, signature)).toEqual(['notRelease', null])
  })

  test('is no text in another encoding', () => {
    const bytes = Buffer.concat([Buffer.from('{"format":1,"version":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect(refusal(bytes, sign(null, bytes, keys.privateKey).toString('base64'))).toEqual(['notRelease', null])
  })

  test('is no file longer than any release, whoever signed it', () => {
    const { bytes, signature } = signed(`${JSON.stringify(good)}${' '.repeat(600_000)}`)
    expect(refusal(bytes, signature)).toEqual(['notRelease', null])
  })
})

describe('a signature', () => {
  const { bytes, signature } = signed(good)

  test('by another key counts nothing', () => {
    expect(refusal(bytes, signature, makeKeys().publicKey)).toEqual(['signature', null])
  })

  test('holds for these very bytes', () => {
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(refusal(changed, signature)).not.toBeNull()
    }
    expect(refusal(Buffer.concat([bytes, Buffer.from(' ')]), signature)).toEqual(['signature', null])
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['too short', Buffer.alloc(63).toString('base64')],
    ['too long', Buffer.alloc(65).toString('base64')],
    ['hexadecimal', Buffer.alloc(64).toString('hex')],
    ['two of them', `${signature}\n${signature}`],
  ])('is not %s', (_, words) => expect(refusal(bytes, words)).toEqual(['noSignature', null]))

  test('of zeros counts nothing', () => {
    expect(refusal(bytes, Buffer.alloc(64).toString('base64'))).toEqual(['signature', null])
  })
})

test('a key is a public Ed25519 key in PEM, and has a fingerprint that OpenSSL shows too', () => {
  expect(readReleaseKey('')).toBeUndefined()
  expect(readReleaseKey('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toBeUndefined()
  const secret = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(readReleaseKey(secret)).toBeUndefined()
  const key = readReleaseKey(keys.pem)
  const der = Buffer.from(keys.pem.split('\n').slice(1, 2).join(''), 'base64')
  expect(key && fingerprintOf(key)).toBe(new Bun.CryptoHasher('sha256').update(der).digest('hex'))
})

test.each<[string, string, ReturnType<typeof relationTo>]>([
  ['1.0.0', '1.0.1', 'newer'],
  ['1.9.0', '1.10.0', 'newer'],
  ['1.0.0', '2.0.0', 'newer'],
  ['1.1.0-rc.1', '1.1.0', 'newer'],
  ['1.1.0-rc.9', '1.1.0-rc.10', 'newer'],
  ['1.1.0', '1.1.0', 'same'],
  ['1.1.0', '1.1.0-rc.1', 'older'],
  ['1.1.0', '1.0.99', 'older'],
])('to %s, %s is %s', (running, offered, relation) => {
  expect(relationTo(running, { ...good, version: offered } as never)).toBe(relation)
})

test('a machine takes its own program', () => {
  const arm = { ...file, platform: 'linux-arm64', name: 'arm' }
  expect(fileFor({ ...good, files: [file, arm] } as never, 'linux-arm64')?.name).toBe('arm')
  expect(fileFor(good as never, 'darwin-arm64')).toBeUndefined()
})
