/** A contact's trust token is requested once and stored. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { MARIA, until } from '../support'
import { linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

test('four messages to a person request one token, and it is on disk', async () => {
  const { session, simulator } = await linkedTestbed()
  let asked = 0
  simulator.intercept((_connection, { attrs, content }) => {
    const isToken = attrs.xmlns === 'privacy' && Array.isArray(content) && content[0]?.tag === 'tokens'
    if (isToken) asked += 1
    return undefined
  })
  const isKept = () =>
    session.db
      .prepare<[], { value: string }>("SELECT value FROM session_rows WHERE type = 'tctoken'")
      .all()
      .some(({ value }) => value.includes('senderTimestamp'))
  await session.say(MARIA, 'mensagem 0')
  await until(isKept)
  for (let i = 1; i < 4; i++) await session.say(MARIA, `mensagem ${i}`)
  expect(asked).toBe(1)
})
