/** An idle connection only pings. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../../support/trace'
import { COMPANY, until } from '../support'
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
