/** What `serve` does about updates before it opens anything. */
import { failAttempt } from './attempts'
import { finishUpdate } from './finish'
import { findProgram, handOver, TRIAL } from './hand-over'
import { findUnfinished, readUpdateState } from './programs'
import { type SwapHost, swapTo } from './swap'
import { findOwnTrial, Trial } from './trial'

export { swapTo }

export type StartOptions = Omit<SwapHost, 'stop'> & {
  /** This program's command line. */
  readonly program: readonly string[]
}

/**
 * Finishes what an earlier update left, and begins one that waits for a start of the server. Returns the trial in which this
 * process is, with its databases checked. Does not return if another program has to serve.
 */
export async function startUpdated({ program, ...host }: StartOptions): Promise<Trial | undefined> {
  const { dataDir, clock, args, env } = host
  const own = findOwnTrial(dataDir, env[TRIAL])
  if (own) return new Trial(own, { dataDir, program, clock })
  if (await finishUpdate(dataDir, clock)) await handOver(args, env)
  const state = readUpdateState(dataDir)
  const waiting = findUnfinished(state)
  const next = waiting?.phase === 'ready' ? findProgram(state, waiting) : undefined
  if (next) await tryWaiting(next, host)
  return undefined
}

async function tryWaiting(next: { version: string; sha256: string; size: number }, host: Omit<SwapHost, 'stop'>) {
  try {
    await swapTo({ version: next.version, sha256: next.sha256, size: next.size }, { ...host, stop: null })
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    console.error(`The update to ${next.version} is not tried: ${cause}`)
    failAttempt(host.dataDir, cause, host.clock())
  }
}
