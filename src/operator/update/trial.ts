/**
 * The new program's own part of its trial. Its doors stay shut until the databases are migrated and checked; then it has to stay
 * in order for a while. A watcher of the former version asks it all the time.
 */
import { readFileSync, rmSync } from 'node:fs'
import { reap } from '../../platform/replace-process'
import { SECOND } from '../../platform/time'
import { version as ownVersion } from '../../version'
import { processName } from '../handover'
import { Refusal } from '../refusal'
import { type Answers, openAnswers } from './answers'
import { changeAttempt, noteStep } from './attempts'
import { trialLimit } from './copies'
import { succeed } from './finish'
import { limits } from './limits'
import { type Attempt, type AttemptStep, findUnfinished, readUpdateState, watcherPath } from './programs'

export type TrialDeps = {
  readonly dataDir: string
  /** This program's command line. */
  readonly program: readonly string[]
  readonly clock: () => number
}

/** Between two notes of progress, each of which waits for the disk. */
const NOTE_EVERY = SECOND
const LONGEST_CAUSE = 1000

type Health = () => Promise<boolean>

/** The attempt in which this process tries its program; undefined in every other process. */
export function findOwnTrial(dataDir: string, id: string | undefined): Attempt | undefined {
  const running = id === undefined ? undefined : findUnfinished(readUpdateState(dataDir))
  return running?.id === id && running?.version === ownVersion && running.phase === 'trial' ? running : undefined
}

export class Trial {
  readonly #deps: TrialDeps
  readonly #attempt: Attempt
  readonly #answers: Answers
  #health: Health = async () => true // while the doors are shut: the event loop turns
  #isOpen = false

  constructor(attempt: Attempt, deps: TrialDeps) {
    this.#deps = deps
    this.#attempt = attempt
    this.#answers = openAnswers(deps.dataDir, () => this.#health())
    changeAttempt(deps.dataDir, () => ({ process: processName(process.pid) }))
    this.#note('start', 'done')
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stopped())
  }

  /** Migrates and checks every database. */
  async tryDatabases(): Promise<void> {
    const { dataDir, program } = this.#deps
    const step = this.#attempt.changesData ? 'migrate' : 'check'
    this.#note(step, 'running')
    const args = ['try-update', '--data', dataDir, '--attempt', this.#attempt.id, '--parent', String(process.pid)]
    const child = Bun.spawn([...program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: trialLimit(dataDir),
      killSignal: 'SIGKILL',
    })
    const err = new Response(child.stderr).text()
    let [last, noted] = ['', 0]
    for await (const line of linesOf(child.stdout)) {
      last = line
      if (performance.now() - noted < NOTE_EVERY) continue
      noted = performance.now()
      this.#note(step, 'running', line)
    }
    if ((await child.exited) !== 0)
      throw new Refusal(
        (await err).trim().slice(-LONGEST_CAUSE) || `the trial of the databases ended with ${child.signalCode}`,
      )
    this.#note(step, 'done', last)
  }

  /** The app is complete, and nothing listens yet. */
  async open(health: Health): Promise<void> {
    const { dataDir } = this.#deps
    this.#note('open', 'running')
    if (!(await health())) throw new Refusal('the new program does not report that it is in order')
    if (findUnfinished(readUpdateState(dataDir))?.id !== this.#attempt.id)
      throw new Refusal('the update has been given up meanwhile')
    changeAttempt(dataDir, () => ({ phase: 'opened' }))
    this.#health = health
    this.#isOpen = true
  }

  /** The doors are open. It is good after so long without a fault. */
  stayInOrder(): void {
    this.#note('open', 'done')
    this.#note('steady', 'running')
    let since = performance.now()
    const timer = setInterval(() => {
      void this.#health()
        .catch(() => false)
        .then((isFine) => {
          if (!isFine) since = performance.now()
          if (performance.now() - since < limits.steady) return
          this.#succeed()
          clearInterval(timer)
        })
        .catch(() => {}) // the disk is full: again at the next look
    }, limits.look)
    timer.unref()
  }

  /** Notes why, and ends this process once the reason is printed, whatever is still open. */
  fail(cause: string): void {
    this.#answers.stop()
    setTimeout(() => process.exit(1), SECOND)
    try {
      const step = findUnfinished(readUpdateState(this.#deps.dataDir))?.steps.at(-1)?.step ?? 'start'
      this.#note(step, 'failed', cause)
    } catch {
      // whoever finishes the attempt says that it ended
    }
  }

  #note(step: AttemptStep['step'], state: AttemptStep['state'], detail: string | null = null) {
    noteStep(this.#deps.dataDir, { step, state, detail }, this.#deps.clock())
  }

  #succeed() {
    const { dataDir, clock } = this.#deps
    if (!this.#isRunning()) return
    this.#note('steady', 'done')
    succeed(dataDir, clock())
    this.#answers.stop()
    const watcher = findWatcher(dataDir)
    if (watcher) setTimeout(() => reap(watcher), 2 * SECOND).unref()
  }

  #stopped() {
    if (this.#isRunning()) changeAttempt(this.#deps.dataDir, () => ({ isStopped: true }))
    if (!this.#isOpen) process.exit(0) // what it has done so far is put back
  }

  #isRunning = () => findUnfinished(readUpdateState(this.#deps.dataDir))?.id === this.#attempt.id
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** The watcher leaves by itself. It was started by the former program of this process, which must collect it. */
function findWatcher(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(watcherPath(dataDir), 'utf8'))
  } catch {
    return undefined // as first process of a container
  } finally {
    rmSync(watcherPath(dataDir), { force: true })
  }
}
