/**
 * kill -9 at random moments while campaigns, confirmations and schedules are sent: nobody gets none or two messages,
 * opt-outs are respected, and counters match the phones' books. Three kills in each round, five hundred in the long lane.
 */
import { expect } from 'bun:test'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { campaignAndAudit } from './support/campaigning'
import { repeatableRandom } from './support/random'

const ROUNDS = inSuite(1, 42)

for (let round = 1; round <= ROUNDS; round++)
  test(`kill -9 while campaigns are sent: each person gets each message once (${round})`, async () => {
    expect(await campaignAndAudit(repeatableRandom(`campaigns ${round}`))).toEqual([])
  }, 240_000)
