/** Asking for the newest release, over a web that is unkind. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LookFailed, type LookFault, lookForRelease } from '../../../src/operator/update/look'
import { RELEASE_FILE, ReleaseRefused, SIGNATURE_FILE } from '../../../src/operator/update/manifest'
import { type ReleaseServer, releaseServer, type Unkindness } from './release-server'
import { keys, makeKeys, makeRelease } from './releases'

const ask = ({ address }: Pick<ReleaseServer, 'address'>, within = 5000, left = new AbortController().signal) =>
  lookForRelease({ address, key: keys.publicKey, userAgent: 'Balcao/1.0.0', signal: left, within })

async function refusal(server: Pick<ReleaseServer, 'address'>, within?: number): Promise<[LookFault, string | null]> {
  const error: unknown = await ask(server, within).then(
    () => new Error('a release was found'),
    (error: unknown) => error,
  )
  if (error instanceof LookFailed || error instanceof ReleaseRefused) return [error.fault, error.detail]
  throw error
}

test('finds a release as it lies in a folder, with the address written with or without a slash', async () => {
  const { folder, release } = await makeRelease('1.1.0')
  const server = await releaseServer(folder)
  const found = await ask(server)
  expect(found.release).toEqual(release as never)
  expect(Buffer.from(found.bytes)).toEqual(readFileSync(join(folder, RELEASE_FILE)))
  await ask({ address: `${server.address}/` })
  expect(server.asked.slice(2)).toEqual(['/balcao/latest/release.json', '/balcao/latest/release.json.sig'])
})

test('keeps the query of an address that carries a right', async () => {
  const server = await releaseServer((await makeRelease('1.1.0')).folder)
  await ask({ address: `${server.address}?sv=1&sig=abc%3D` })
  expect(server.asked[0]).toBe('/balcao/latest/release.json?sv=1&sig=abc%3D')
})

describe('finds it though the server', () => {
  test.each<[string, Unkindness]>([
    ['leads to a storage elsewhere', { is: 'redirect', steps: 1 }],
    ['leads there over several steps', { is: 'redirect', steps: 5 }],
    ['compresses it unasked', { is: 'gzip' }],
    ['sends it in small pieces', { is: 'drip', bytes: 100, every: 1 }],
  ])('%s', async (_, how) => {
    const { folder, release } = await makeRelease('1.1.0')
    const server = await releaseServer(folder)
    server.unkind.set('release.json', how)
    expect((await ask(server)).release).toEqual(release as never)
  })
})

describe('says what it met', () => {
  const both: readonly [string, Unkindness, LookFault, string | null][] = [
    ['an empty address', { is: 'status', status: 404 }, 'notFound', null],
    ['an address that is gone', { is: 'status', status: 410 }, 'notFound', null],
    ['a server out of order', { is: 'status', status: 503 }, 'status', '503'],
    ['a server that wants a login', { is: 'status', status: 401 }, 'status', '401'],
    ['redirects without end', { is: 'redirect', steps: 9 }, 'redirects', null],
    ['a page of a website', { is: 'page', status: 200 }, 'notRelease', null],
    ['a page that says it is missing', { is: 'page', status: 404 }, 'notFound', null],
    ['a connection that breaks', { is: 'cut' }, 'unreachable', 'ECONNRESET'],
    ['other bytes', { is: 'others' }, 'notRelease', null],
    ['an answer without end', { is: 'endless' }, 'notRelease', null],
  ]
  test.each(both)('%s', async (_, how, fault, detail) => {
    const server = await releaseServer((await makeRelease('1.1.0')).folder)
    server.unkind.set('release.json', how)
    expect(await refusal(server)).toEqual([fault, detail])
  })

  const ofSignature: readonly [string, Unkindness, LookFault][] = [
    ['no signature', { is: 'status', status: 404 }, 'noSignature'],
    ['a page in its place', { is: 'page', status: 200 }, 'noSignature'],
    ['a server that breaks off', { is: 'status', status: 500 }, 'status'],
  ]
  test.each(ofSignature)('%s', async (_, how, fault) => {
    const server = await releaseServer((await makeRelease('1.1.0')).folder)
    server.unkind.set(SIGNATURE_FILE, how)
    expect((await refusal(server))[0]).toBe(fault)
  })

  test.each<[string, Unkindness]>([
    ['a server that falls silent', { is: 'silence' }],
    ['a server that drips', { is: 'drip', bytes: 1, every: 5 }],
  ])('%s', async (_, how) => {
    const server = await releaseServer((await makeRelease('1.1.0')).folder)
    server.unkind.set(RELEASE_FILE, how)
    expect(await refusal(server, 300)).toEqual(['timeout', null])
  })

  test('the signature of somebody else', async () => {
    const { folder } = await makeRelease('1.1.0', { key: makeKeys().privateKey })
    expect(await refusal(await releaseServer(folder))).toEqual(['signature', null])
  })

  test('the signature of another release', async () => {
    const [old, newer] = [await makeRelease('1.0.5'), await makeRelease('1.1.0')]
    const server = await releaseServer(newer.folder)
    server.put(SIGNATURE_FILE, readFileSync(join(old.folder, SIGNATURE_FILE)))
    expect(await refusal(server)).toEqual(['signature', null])
  })

  test.each<[string, string, string]>([
    ['a name without an address', 'http://releases.invalid/', 'ENOTFOUND'],
    ['a port where nobody listens', 'http://127.0.0.1:9/', 'ECONNREFUSED'],
  ])('%s', async (_, address, code) => {
    expect(await refusal({ address })).toEqual(['unreachable', code])
  })
})

test('ends at once when the server closes', async () => {
  const server = await releaseServer((await makeRelease('1.1.0')).folder)
  server.unkind.set(RELEASE_FILE, { is: 'silence' })
  const closing = new AbortController()
  const asked = ask(server, 60_000, closing.signal)
  closing.abort(new Error('closing'))
  await expect(asked).rejects.toThrow('closing')
})
