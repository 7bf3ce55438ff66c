/**
 * kill -9 at random moments while messages arrive, are sent and are changed: nothing lost, nothing duplicated. Five
 * kills in the short lane, ten in the long one; `bun run chaos --kills 500` repeats it in rounds.
 */
import { expect } from 'bun:test'
import { isLong } from '../support/long'
import { test } from '../support/trace'
import { killAndAudit } from './support/killing'
import { repeatableRandom } from './support/random'

test('kill -9 at random moments: every message in and out exactly once, in order, without a falling delivery status', async () => {
  const { figures, findings, stanzas, journal, twice } = await killAndAudit(repeatableRandom('kill -9'))
  console.log(figures)
  expect(findings, stanzas).toEqual([])
  // Otherwise no kill came between receiving and storing, or between sending and recording; five may miss one of the two.
  expect(isLong ? Math.min(journal, twice) : journal + twice).toBeGreaterThan(0)
}, 180_000)
