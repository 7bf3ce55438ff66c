/** The installation’s secret. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSecret, loadSecret, newToken, tokenHash } from '../../src/platform/secret'

const folder = () => mkdtempSync('/dev/shm/balcao-part-')

describe('the installation’s secret', () => {
  test('is created once, readable by its owner only, and refused if weak', () => {
    const home = folder()
    const secret = loadSecret(home)
    expect(secret).toHaveLength(32)
    expect(loadSecret(home)).toEqual(secret)
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600)
    for (const weak of ['', 'abc', 'x'.repeat(64), 'ab'.repeat(31)]) {
      writeFileSync(join(home, 'secret.key'), weak)
      expect(() => loadSecret(home)).toThrow('64 hexadecimal digits')
    }
    writeFileSync(join(home, 'secret.key'), '00112233'.repeat(8))
    expect(() => loadSecret(home)).toThrow('not made at random')
    expect(loadSecret(folder())).not.toEqual(secret)
    rmSync(home, { recursive: true })
  })

  test('is refused while others can read it', () => {
    const home = folder()
    const secret = loadSecret(home)
    for (const mode of [0o640, 0o604]) {
      chmodSync(join(home, 'secret.key'), mode)
      expect(() => loadSecret(home)).toThrow(`chmod 600 ${join(home, 'secret.key')}`)
    }
    chmodSync(join(home, 'secret.key'), 0o400)
    expect(loadSecret(home)).toEqual(secret)
    rmSync(home, { recursive: true })
  })

  test('can be looked up without creating it', () => {
    const home = folder()
    expect(findSecret(home)).toBeNull()
    expect(loadSecret(home)).toEqual(findSecret(home) ?? Buffer.of())
    rmSync(home, { recursive: true })
  })

  test('is created again after an interrupted start', () => {
    const home = folder()
    symlinkSync('/dev/full', join(home, 'secret.key.new'))
    expect(() => loadSecret(home)).toThrow('ENOSPC')
    rmSync(join(home, 'secret.key.new'))
    expect(loadSecret(home)).toHaveLength(32)
    rmSync(home, { recursive: true })
  })

  test('tokens are long, unique, and stored as hashes', () => {
    expect(newToken()).not.toBe(newToken())
    expect(newToken().length).toBeGreaterThanOrEqual(43)
    expect(tokenHash('a')).toMatch(/^[0-9a-f]{64}$/)
  })
})
