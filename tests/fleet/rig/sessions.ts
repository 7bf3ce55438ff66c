/** Watches the devices that connect to WhatsApp: a phone's session is opened at one node after it was closed at another. */
import type { SimulatorEvent } from '../../../src/simulator/contract'
import type { Testbed } from '../../survival/support/testbed'

const LOOK_MS = 200

export type Overlap = { readonly phone: string; readonly at: number }

export function watchSessions(testbed: Testbed) {
  const connected = new Map<string, number>()
  const overlaps: Overlap[] = []
  let connects = 0
  let newest: SimulatorEvent | undefined
  let isOver = false
  const isSame = (a: SimulatorEvent, b: SimulatorEvent | undefined) =>
    a.at === b?.at && a.who === b.who && a.what === b.what

  async function look() {
    const { events } = await testbed.state()
    const known = newest ? events.findIndex((event) => isSame(event, newest)) : -1
    if (newest && known < 0) throw new Error('the simulator has forgotten events that were not looked at')
    const fresh = known < 0 ? events : events.slice(0, known)
    newest = events[0] ?? newest
    for (const { who, what, at } of fresh.toReversed()) {
      const open = connected.get(who) ?? 0
      if (what === 'device:connected') {
        connects++
        if (open > 0) overlaps.push({ phone: who, at: Date.parse(at) })
        connected.set(who, open + 1)
      } else if (what === 'device:disconnected') connected.set(who, Math.max(0, open - 1))
    }
  }

  const watching = (async () => {
    while (!isOver) {
      await look()
      await Bun.sleep(LOOK_MS)
    }
    await look()
  })()
  watching.catch(() => {}) // whoever stops it gets it
  return {
    /** Moments when a session was opened while another one of the phone was open; epoch milliseconds. */
    overlaps,
    connects: () => connects,
    /** Resolves when everything until now is known. */
    look,
    async stop() {
      isOver = true
      await watching
    },
  }
}
