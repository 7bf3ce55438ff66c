/** What `bun run release` writes, and what it refuses. */
import { describe, expect, test } from 'bun:test'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseKeyPath } from '../../src/build/program'
import { isPair, makeReleaseKey, ReleaseError, readChanges, readPrivateKey } from '../../src/build/release-files'
import { readReleaseKey } from '../../src/operator/update/manifest'
import { keys, makeKeys, makeRelease } from '../operator/update/releases'
import { shelf } from '../support/shelf'

const folders = () => {
  const home = mkdtempSync(join(shelf(), 'keys-'))
  const project = join(home, 'project')
  mkdirSync(project)
  return { home, project, secret: join(home, 'key.pem'), open: join(project, 'release-key.pem') }
}

describe('a key', () => {
  test('is a pair: the private one for its owner alone, the public one in the project', () => {
    const { project, secret, open } = folders()
    makeReleaseKey(secret, open, project)
    expect(statSync(secret).mode & 0o777).toBe(0o600)
    const key = readReleaseKey(readFileSync(open, 'utf8'))
    expect(key && isPair(readPrivateKey(secret), key)).toBe(true)
    expect(isPair(readPrivateKey(secret), keys.publicKey)).toBe(false)
    expect(readFileSync(open, 'utf8')).not.toContain('PRIVATE')
  })

  test('never lies in the project, whatever the way there', () => {
    const { project, open } = folders()
    for (const path of [join(project, 'key.pem'), join(project, '..', 'project', 'key.pem')])
      expect(() => makeReleaseKey(path, open, project)).toThrow(ReleaseError)
    expect(readdirSync(project)).toEqual([])
  })

  test('never replaces another one, and leaves no half of a pair', () => {
    const { home, project, secret, open } = folders()
    makeReleaseKey(secret, open, project)
    const before = [secret, open].map((path) => readFileSync(path, 'utf8'))
    expect(() => makeReleaseKey(secret, open, project)).toThrow(ReleaseError)
    expect(() => makeReleaseKey(join(home, 'other.pem'), open, project)).toThrow(ReleaseError)
    expect(existsSync(join(home, 'other.pem'))).toBe(false)
    expect([secret, open].map((path) => readFileSync(path, 'utf8'))).toEqual(before)
  })

  test('of another kind signs no release', () => {
    const { home } = folders()
    const path = join(home, 'rsa.pem')
    writeFileSync(path, 'no key')
    expect(() => readPrivateKey(path)).toThrow(ReleaseError)
    const { privateKey } = makeKeys()
    writeFileSync(path, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }))
    expect(() => readPrivateKey(path)).toThrow(ReleaseError)
  })
})

test('the project holds no private key, and its public one, if there is one, is one', () => {
  if (!existsSync(releaseKeyPath)) return
  const pem = readFileSync(releaseKeyPath, 'utf8')
  expect(readReleaseKey(pem)).toBeDefined()
  expect(() => createPrivateKey(pem)).toThrow()
})

test('the changes of a version are its lines of the changelog, without their marks', () => {
  const changelog = `# Changelog

Words.

## 1.1.0 (2026-12-01)

A sentence about it.

### Attending

- **Voice** notes are \`transcribed\`, see [how](docs/voice.md).
- The page *Instalação* updates
  over two lines.
* A star, 2 * 3 * 4.

## 1.1.0-rc.1

- Of the candidate.

## 1.0.0

- Of the first.
`
  expect(readChanges(changelog, '1.1.0')).toEqual([
    'Voice notes are transcribed, see how.',
    'The page Instalação updates over two lines.',
    'A star, 2 * 3 * 4.',
  ])
  expect(readChanges(changelog, '1.0.0')).toEqual(['Of the first.'])
  expect(readChanges(changelog, '1.2.0')).toEqual([])
})

test('the changelog of this project fits into a release', async () => {
  const { version } = await import('../../src/version')
  const lines = readChanges(await Bun.file(join(import.meta.dir, '..', '..', 'CHANGELOG.md')).text(), version)
  expect(lines.length).toBeGreaterThan(10)
  const { folder, release } = await makeRelease('9.9.9', { changes: { en: lines } })
  expect(release.changes.en).toEqual(lines)
  expect(statSync(join(folder, 'release.json')).size).toBeLessThan(256 * 1024)
})

test('a release of the same program is the same in every byte', async () => {
  const [one, other] = [await makeRelease('1.1.0'), await makeRelease('1.1.0')]
  for (const name of ['release.json', 'release.json.sig'])
    expect(readFileSync(join(one.folder, name))).toEqual(readFileSync(join(other.folder, name)))
})
