/** What `serve` does about updates before it opens anything. */
import { DataFolderInUse, lockDataFolder } from '../../platform/lock'
import type { NewProgram } from '../../platform/module'
import { isRunning, processName } from '../handover'
import { Refusal } from '../refusal'
import { changeAttempt, failAttempt } from './attempts'
import { finishUpdate, removeLeftCopies } from './finish'
import { findProgram, handOver, TRIAL } from './hand-over'
import { type Attempt, findUnfinished, readUpdateState } from './programs'
import { type SwapHost, swapTo } from './swap'
import { findOwnTrial, Trial, type TrialDeps } from './trial'

export { swapTo }

export type StartOptions = Omit<SwapHost, 'stop'> & {
  readonly releaseKey: string
  /** This program's command line. */
  readonly program: readonly string[]
}

/**
 * Finishes what an earlier update left, and begins one that waits for a start of the server. Returns the trial in which this
 * process is, with its databases checked. Does not return if another program has to serve.
 */
export async function startUpdated({ program, releaseKey, ...host }: StartOptions): Promise<Trial | undefined> {
  const { dataDir, clock, args, env } = host
  const own = findOwnTrial(dataDir, env[TRIAL])
  if (own) return beginTrial(own, { dataDir, program, clock })
  if (await finishUpdate(dataDir, clock)) await handOver(args, env, releaseKey)
  removeLeftCopies(dataDir)
  if (findUnfinished(readUpdateState(dataDir))?.phase === 'ready') await tryWaiting(host)
  return undefined
}

/** A full disk ends the trial, and does not wait for space. */
function beginTrial(attempt: Attempt, deps: TrialDeps): Trial {
  try {
    return new Trial(attempt, deps)
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

async function tryWaiting(host: Omit<SwapHost, 'stop'>): Promise<void> {
  const { dataDir, clock } = host
  const next = claimWaiting(dataDir)
  try {
    await swapTo(next, { ...host, stop: null })
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    console.error(`The update to ${next.version} is not tried: ${cause}`)
    failAttempt(dataDir, cause, clock())
  }
}

/** Two servers may be started at once. */
function claimWaiting(dataDir: string): NewProgram {
  const lock = lockDataFolder(dataDir)
  try {
    const state = readUpdateState(dataDir)
    const waiting = findUnfinished(state)
    if (waiting?.phase !== 'ready' || (waiting.process !== null && isRunning(waiting.process)))
      throw new DataFolderInUse(dataDir)
    changeAttempt(dataDir, () => ({ process: processName(process.pid) }))
    const program = findProgram(state, waiting)
    return { version: waiting.version, sha256: program?.sha256 ?? '', size: program?.size ?? 0 }
  } finally {
    lock.release()
  }
}
