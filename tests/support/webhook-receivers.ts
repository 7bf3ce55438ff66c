/** Receivers of webhooks that stop with the test. */
import { afterEachTest } from './after-each'
import { type Receiver, startReceiver } from './webhook-receiver'

const open: Receiver[] = []
afterEachTest(async () => {
  for (const one of open.splice(0)) await one.stop()
})

export function receiver(now: () => number): Receiver {
  const made = startReceiver(now)
  open.push(made)
  return made
}
