/** Asks for each company all the time, at any node that runs: when was nobody there who answers? */
import { randomFor } from '../../chaos/random'
import type { World } from './world'

const ASK_MS = 100

/** Seconds of the timeline. */
export type Outage = { readonly company: string; readonly from: number; readonly until: number }

export function startProber(world: World) {
  const outages: Outage[] = []
  let isOver = false
  const probing = world.companies.map(async ({ uuid, attendants: [ana] }, at) => {
    const random = randomFor(world.size.seed, `prober ${at}`)
    let answeredAt = world.timeline.now()
    while (!isOver) {
      const [origins, askedAt] = [world.origins(), world.timeline.now()]
      if (origins.length > 0 && (await ana.isAnswered(random.pick(origins)))) {
        const now = world.timeline.now()
        // The answer shows the company as it was when somebody owned it, which began before it was asked, or after.
        if (now - answeredAt > SHORTEST) outages.push({ company: uuid, from: answeredAt, until: now })
        answeredAt = now
      }
      await Bun.sleep(Math.max(0, ASK_MS - (world.timeline.now() - askedAt) * 1000))
    }
  })
  return {
    outages,
    async stop() {
      isOver = true
      await Promise.all(probing)
    },
  }
}

/** Seconds without an answer that are worth a line. */
const SHORTEST = 0.5
