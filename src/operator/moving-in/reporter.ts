/** Reports how far an import is: to whoever watches it here, and in a file to other processes. */
import type { MovingRefusal } from '../../moving-in/contract'
import { Refusal } from '../refusal'
import { keepState } from './folder'
import type { MovingState } from './state'
import type { Progress } from './steps'

/** Milliseconds between two writes of the file. */
const EVERY = 500

export type Reporter = ReturnType<typeof openReporter>

type Options = {
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  now(): number
  shown(state: MovingState): void
}

export function openReporter(dataDir: string, { isDryRun, signal, now, shown }: Options) {
  let state: MovingState = {
    state: 'running',
    isDryRun,
    pid: process.pid,
    step: 'dump',
    done: 0,
    total: null,
    company: null,
    rows: {},
    startedAt: now(),
    endedAt: null,
    problem: null,
    refusal: null,
  }
  let keptAt = Number.NEGATIVE_INFINITY
  let totalOf: (step: string) => number | null = () => null

  function change(more: Partial<MovingState>, isUrgent: boolean) {
    state = { ...state, ...more }
    shown(state)
    if (!isUrgent && performance.now() - keptAt < EVERY) return
    keptAt = performance.now()
    keepState(dataDir, state)
  }
  const at = (step: string, done: number, total: number | null) => change({ step, done, total }, step !== state.step)
  change({}, true)

  const steps: Progress = {
    at(step, done) {
      if (state.company) state.rows[step] = done
      at(step, done, totalOf(step))
    },
    check() {
      if (signal.aborted) throw new Refusal('The import was stopped. The same command goes on from here.')
    },
  }
  return {
    get state() {
      return state
    },
    at,
    steps,
    company(company: MovingState['company'], totals: (step: string) => number | null) {
      totalOf = totals
      change({ company, step: company ? 'company' : 'end', done: 0, total: null, rows: {} }, true)
    },
    end: (word: 'done' | 'failed' | 'stopped', problem: string | null, refusal: MovingRefusal | null = null) =>
      change({ state: word, endedAt: now(), problem, refusal }, true),
  }
}
