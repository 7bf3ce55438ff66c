/**
 * The watcher of an update: a process of the former version beside the new one. It ends a new program that hangs, and becomes
 * the server of the former version when nobody else starts one. It leaves when the attempt is over.
 */
import { writeFileSync } from 'node:fs'
import { SECOND } from '../../platform/time'
import { processName } from '../handover'
import { isInOrder } from './answers'
import { changeAttempt } from './attempts'
import { trialLimit } from './copies'
import { startProgram, TRIAL } from './hand-over'
import { limits } from './limits'
import { type Attempt, findUnfinished, programPath, readUpdateState, watcherPath } from './programs'

export type WatchOptions = {
  readonly dataDir: string
  readonly attempt: string
  /** The process that becomes the new program. */
  readonly parent: number
  /** Start the new program as a child instead: this is the first process of a container. */
  readonly starts: boolean
  /** Of the command that serves. */
  readonly args: readonly string[]
  readonly clock: () => number
}

/** The process of the new program. */
type Target = {
  readonly pid: number
  isAlive(): boolean
  kill(signal: NodeJS.Signals): void
  /** How it ended. */
  code(): number
}

const LOOK_EVERY = 200
const ASK_TIMEOUT_MS = 5 * SECOND
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** Ends this process, or goes on as the server. */
export async function watchUpdate(options: WatchOptions, env: Environment): Promise<void> {
  const { dataDir } = options
  // A log that nobody reads any more must not end the watcher.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const target = options.starts ? startChild(options, env) : parentOf(options)
  reportReady(dataDir)
  const isOver = await follow(target, options)
  if (options.starts && isOver) process.exit(await endOf(target)) // stays the first process until the server ends
  if (isOver) process.exit(0)
  if (!options.starts && (await isTakenOver(options))) process.exit(0)
  if (isStopped(options)) process.exit(target.code())
  console.error('The update did not hold. The version before serves again.')
  await startProgram(process.execPath, options.args, env)
  process.exit(1)
}

/** Without it the former program does not hand over. */
function reportReady(dataDir: string): void {
  try {
    writeFileSync(watcherPath(dataDir), String(process.pid), { mode: 0o600 })
  } catch (error) {
    console.error(`The watcher cannot start: ${error}`)
    process.exit(1)
  }
}

/** The process that started this one, and goes on as the new program under the same id. */
function parentOf({ parent }: WatchOptions): Target {
  // A signal to the whole group or unit is meant for both. What it means for the update the new program notes.
  for (const signal of SIGNALS) process.on(signal, () => process.exit(0))
  return {
    pid: parent,
    isAlive: () => process.ppid === parent,
    kill: (signal) => void process.kill(parent, signal),
    code: () => 0,
  }
}

function startChild({ dataDir, attempt, args }: WatchOptions, env: Environment): Target {
  const { version } = findUnfinished(readUpdateState(dataDir)) ?? {}
  if (!version) throw new Error('no update runs')
  const child = Bun.spawn([programPath(dataDir, version), ...args], {
    stdio: ['inherit', 'inherit', 'inherit'],
    env: { ...env, BALCAO_PROGRAM: undefined, [TRIAL]: attempt },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  return {
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
    code: () => child.exitCode ?? 1,
  }
}

/** Returns true when the attempt is over, false when the new program has ended or was ended before. */
async function follow(target: Target, { dataDir, attempt, clock }: WatchOptions): Promise<boolean> {
  const begun = performance.now()
  let asked = begun
  let answered: number | undefined
  let asking = false
  const trial = trialLimit(dataDir) + limits.start
  for (;;) {
    const running = findOwn(dataDir, attempt)
    if (!running) return true
    if (!target.isAlive()) return false
    const now = performance.now()
    const fault = faultOf({
      sinceStart: now - begun,
      sinceAnswer: now - (answered ?? begun),
      hasAnswered: answered !== undefined,
      trial,
      isOpen: running.phase === 'opened',
    })
    if (fault) {
      note(dataDir, attempt, fault, clock())
      target.kill('SIGKILL')
      while (target.isAlive()) await Bun.sleep(LOOK_EVERY)
      return false
    }
    if (!asking && now - asked >= limits.look) {
      asking = true
      asked = now
      void isInOrder(dataDir, target.pid, ASK_TIMEOUT_MS).then((isFine) => {
        asking = false
        if (isFine) answered = performance.now()
      })
    }
    await Bun.sleep(LOOK_EVERY)
  }
}

type WatchTimes = {
  readonly sinceStart: number
  readonly sinceAnswer: number
  readonly hasAnswered: boolean
  readonly isOpen: boolean
  /** How long the databases may take. */
  readonly trial: number
}

export function faultOf({ sinceStart, sinceAnswer, hasAnswered, isOpen, trial }: WatchTimes): string | undefined {
  if (!hasAnswered && sinceStart > limits.start) return `The new program did not answer within ${words(limits.start)}.`
  if (hasAnswered && sinceAnswer > limits.silence)
    return `The new program gave no answer, or a bad one, for ${words(limits.silence)}.`
  // With open doors it becomes good by itself, unless it gives bad answers.
  return !isOpen && sinceStart > trial ? `The new program did not finish its trial within ${words(trial)}.` : undefined
}

const words = (ms: number) => `${Math.round(ms / SECOND)} seconds`

const findOwn = (dataDir: string, id: string): Attempt | undefined => {
  const running = findUnfinished(readUpdateState(dataDir))
  return running?.id === id ? running : undefined
}

/** The new program hangs, so nobody else writes. */
function note(dataDir: string, attempt: string, fault: string, now: number): void {
  try {
    if (!findOwn(dataDir, attempt)) return
    changeAttempt(dataDir, ({ steps }) => ({
      steps: [...steps.slice(0, -1), { step: steps.at(-1)?.step ?? 'start', state: 'failed', at: now, detail: fault }],
    }))
  } catch {
    // the cause is lost, the way back is not
  }
}

const isStopped = ({ dataDir, attempt }: WatchOptions) => findOwn(dataDir, attempt)?.isStopped === true

/** Gives a supervisor, such as systemd, time to start a server. That one finishes the attempt, or has begun to. */
async function isTakenOver(options: WatchOptions): Promise<boolean> {
  const { dataDir, attempt, parent } = options
  const until = performance.now() + limits.grace
  while (performance.now() < until) {
    const running = findOwn(dataDir, attempt)
    if (!running || running.isStopped) return true
    const by = Number(running.process?.split(' ')[0])
    if (by !== parent && running.process === processName(by)) return true
    await Bun.sleep(LOOK_EVERY)
  }
  return false
}

async function endOf(target: Target): Promise<number> {
  while (target.isAlive()) await Bun.sleep(LOOK_EVERY)
  return target.code()
}
