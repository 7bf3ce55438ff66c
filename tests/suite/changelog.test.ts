import { expect, test } from 'bun:test'
import { version } from '../../src/version'

test('the changelog starts with the current version', async () => {
  const text = await Bun.file(new URL('../../CHANGELOG.md', import.meta.url)).text()
  expect(text.match(/^## (\S+)/m)?.[1]).toBe(version)
})
