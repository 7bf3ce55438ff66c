/**
 * kill -9 at random moments while campaigns, confirmations and schedules leave: nobody without a message, nobody with two, nobody
 * written to who wanted no more, and counters as the phones' books say. Three kills in the short lane; five hundred in the long one.
 */
import { expect } from 'bun:test'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { campaignAndAudit } from './support/campaigning'
import { repeatableRandom } from './support/random'

const ROUNDS = inSuite(1, 42)

for (let round = 1; round <= ROUNDS; round++)
  test(`kill -9 while campaigns leave: each person gets each message once (${round})`, async () => {
    expect(await campaignAndAudit(repeatableRandom(`campaigns ${round}`))).toEqual([])
  }, 240_000)
