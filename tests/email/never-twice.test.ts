/** Whatever fails, no copy is delivered twice, and every copy that may have arrived is marked. */
import { expect, test } from 'bun:test'
import { HOUR } from '../../src/platform/time'
import { createRandom } from '../support/random'
import { emailWorld, runSender, send } from './support'

type Copy = { readonly address: string; readonly state: string }

test.each([1, 2, 3, 4, 5])('with faults of the server and of ours (seed %i)', async (seed) => {
  const { below, oneIn } = createRandom(seed)
  const { box, w, ana } = await emailWorld({
    taking: () => (oneIn(5) ? '451 4.3.0 Busy' : oneIn(9) ? '554 5.7.1 Spam' : undefined),
    losing: () => oneIn(6),
    refusal: (address) => (oneIn(8) ? `450 4.2.1 <${address}>: Busy` : undefined),
  })
  let there: Pick<typeof w, 'server' | 'cx' | 'rows' | 'clock' | 'reopen'> = w
  for (let mail = 0; mail < 6; mail++) {
    const email = Array.from({ length: 1 + below(8) }, (_, n) => `m${mail}.p${n}@casa.example`).join()
    await send(ana, { email })
  }
  for (let round = 0; round < 40; round++) {
    await runSender(there)
    there.clock.forward(HOUR)
    // Killed while sending: the copy may have arrived.
    if (oneIn(4)) {
      there.rows(
        "UPDATE email_recipients SET state = 'sending' WHERE id = (SELECT min(id) FROM email_recipients WHERE state = 'queued') RETURNING id",
      )
      there = await there.reopen()
    }
  }
  const copies = there.rows('SELECT address, state FROM email_recipients') as Copy[] // the columns are listed
  const arrived = Map.groupBy(box.mails(), ({ to }) => to[0])
  for (const { address, state } of copies) {
    const times = arrived.get(address)?.length ?? 0
    expect([address, state]).toEqual([address, expect.stringMatching(/^(sent|failed|unknown)$/)])
    if (state === 'sent') expect([address, times]).toEqual([address, 1])
    if (state === 'failed') expect([address, times]).toEqual([address, 0])
    expect(times).toBeLessThan(2)
  }
  expect(copies.filter(({ state }) => state === 'unknown').length).toBeGreaterThan(0)
  expect(there.rows('SELECT id FROM emails WHERE next_at IS NOT NULL')).toEqual([])
})
