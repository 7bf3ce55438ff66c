/** An idle connection only pings. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { COMPANY, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

test('an idle connection pings once per interval and stays open', async () => {
  const { simulator, session } = await linkedTestbed({ limits: { keepAlive: 200 } })
  const before = session.news.length
  const pings: number[] = []
  afterThisTest(
    simulator.intercept(({ account }, { attrs }) => {
      if (account?.phone === COMPANY && attrs.xmlns === 'w:p') pings.push(performance.now())
      return undefined
    }),
  )
  await until(() => pings.length === 5)
  const [first = 0, last = 0] = [pings[0], pings.at(-1)]
  expect(last - first).toBeWithin(4 * 200 - 60, 4 * 200 + 200)
  expect(session.news).toHaveLength(before)
})

test('a silent connection is closed although fifty queries wait for their answers', async () => {
  const { simulator, session } = await linkedTestbed({ limits: { keepAlive: 200, query: 60_000 } })
  await simulator.run({ do: 'setFault', name: 'silent', on: true })
  const started = performance.now()
  for (let n = 0; n < 50; n++) session.channel.lookUp(REF, [`5511900000${100 + n}`]).catch(() => {})
  await session.becomes('TIMEOUT', 5_000)
  // Three intervals without a frame: a minute with the usual interval of twenty seconds.
  expect(performance.now() - started).toBeLessThan(5_000)
})
