/** Values and folders that tests create once and copy. */
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFolder, keepFolder } from '../support/kept-folder'
import { keptOnce } from '../support/kept-once'

test('a value is created once, and again only after a failure', async () => {
  let made = 0
  const kept = keptOnce(async () => {
    made += 1
    if (made === 1) throw new Error('not this time')
    return made
  })
  await expect(kept()).rejects.toThrow('not this time')
  expect(await Promise.all([kept(), kept()])).toEqual([2, 2])
})

test('a folder is copied with its content and permissions', () => {
  const root = mkdtempSync(join(tmpdir(), 'kept-'))
  try {
    const [from, to] = [join(root, 'from'), join(root, 'to')]
    mkdirSync(join(from, 'a', 'b'), { recursive: true, mode: 0o700 })
    writeFileSync(join(from, 'a', 'b', 'secret'), 'x', { mode: 0o600 })
    mkdirSync(to)
    copyFolder(keepFolder(from), to)
    expect(readFileSync(join(to, 'a', 'b', 'secret'), 'utf8')).toBe('x')
    const modes = ['a', 'a/b', 'a/b/secret'].map((path) => statSync(join(to, path)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o600])
  } finally {
    rmSync(root, { recursive: true })
  }
})
