/** Verified tokens are cached. */
import { expect, test } from 'bun:test'
import { createTokens } from '../../src/users/tokens'

test('a cached token evicts no other, however often it is used; a new one does', async () => {
  const tokens = createTokens(new Uint8Array(32), () => 1_000, 2)
  const issue = (userId: number) => tokens.issue({ sessionId: 'session', companyId: 1, userId })
  const [ana, beto, caio] = [await issue(1), await issue(2), await issue(3)]
  const [claims, others] = [await tokens.check(ana), await tokens.check(beto)]
  for (let n = 0; n < 3; n++) expect(await tokens.check(ana)).toBe(claims)
  expect(await tokens.check(beto)).toBe(others)
  await tokens.check(caio)
  expect(await tokens.check(beto)).toBe(others)
  expect(await tokens.check(ana)).not.toBe(claims)
})
