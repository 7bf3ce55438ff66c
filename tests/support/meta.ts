/** A stand-in of Meta that stops with the test. */
import type { MetaOptions } from '../../src/simulator/meta/contract'
import { type MetaStandIn, startMeta } from '../../src/simulator/meta/stand-in'
import { afterEachTest } from './after-each'
import { NOON } from './world'

const running: MetaStandIn[] = []

afterEachTest(async () => {
  for (const one of running.splice(0)) await one.stop()
})

/** Its clock stands at noon, as that of the tests, unless it is given one; prices are those since October 2026. */
export function meta(options: MetaOptions = {}): MetaStandIn {
  const standIn = startMeta({ now: () => NOON, retryAfterMs: [5, 10, 20], chargesAnswersSince: 0, ...options })
  running.push(standIn)
  return standIn
}
