/** Creates the streams of a new fleet as soon as its servers answer. */
import { createFleet } from '../jetstream/open'
import { FleetRefused } from '../refused'
import { initFilesIn } from './bundle'
import { type FleetPlan, urlsOf } from './plan'

export type CreateOptions = {
  /** What `fleet init` wrote. */
  readonly folder: string
  readonly plan: FleetPlan
  readonly installation: string
  readonly now: () => number
  readonly signal: AbortSignal
  /** Called with the reasons when they change. */
  readonly waiting: (words: string) => void
  readonly pauseMs?: number
}

const PAUSE_MS = 2000
/** What passes once the machines are set up, together with what follows from it. Everything else is a fault of settings. */
const PASSES = [/does not answer/, /temporarily unavailable/, /replicas need as many/, /^Two NATS servers/]

/** Can be repeated. Throws `FleetRefused` for what waiting does not help, and the signal's reason when it is aborted. */
export async function createWhenServersAnswer(options: CreateOptions): Promise<void> {
  const { folder, plan, installation, now, signal, waiting, pauseMs = PAUSE_MS } = options
  const settings = { servers: urlsOf(plan).split(','), node: 'init', address: '', ...initFilesIn(folder) }
  let said = ''
  for (;;) {
    signal.throwIfAborted()
    try {
      return await createFleet(settings, { installation, replicas: plan.servers.length >= 3 ? 3 : 1 }, now)
    } catch (error) {
      if (!(error instanceof FleetRefused) || !error.reasons.some(passes)) throw error
      const words = error.reasons.map((reason) => `Waiting: ${reason}`).join('\n')
      if (words !== said) waiting(words)
      said = words
    }
    await paused(pauseMs, signal)
  }
}

const passes = (reason: string) => PASSES.some((pattern) => pattern.test(reason))

const paused = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
