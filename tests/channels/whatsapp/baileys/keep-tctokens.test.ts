/** Mended: a contact's trust token is asked for once, and kept. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { MARIA, until } from '../support'
import { clearAway, linkedTown } from '../town'

afterEach(clearAway)

test('four messages to one person ask for one token, and it is on disk', async () => {
  const { counter, simulator } = await linkedTown()
  let asked = 0
  simulator.intercept((_connection, { attrs, content }) => {
    const isToken = attrs.xmlns === 'privacy' && Array.isArray(content) && content[0]?.tag === 'tokens'
    if (isToken) asked += 1
    return undefined
  })
  for (let i = 0; i < 4; i++) {
    await counter.say(MARIA, `mensagem ${i}`)
    await Bun.sleep(30)
  }
  const rows = () =>
    counter.db
      .prepare<[], { id: string; value: string }>("SELECT id, value FROM session_rows WHERE type = 'tctoken'")
      .all()
  await until(() => rows().some(({ value }) => value.includes('senderTimestamp')))
  expect(asked).toBe(1)
})
