/**
 * Many sessions share one event loop. Storing and continuing the work of a session are scheduled as tasks, and each
 * turn of the loop runs one task. Other work runs in between, so that twenty busy sessions block it no longer than one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Scheduler = ReturnType<typeof createScheduler>

/** How long Baileys may continue after a task. */
const GOING_ON_MS = 4
/** How long frames may be read before yielding to other work. */
const READING_MS = 10

/**
 * Baileys detects a key transaction by the async context. A task scheduled inside one would join it after its commit,
 * and its key changes would never be written.
 */
const outsideAnyTransaction = AsyncLocalStorage.snapshot()

type Task = { readonly run: () => void }

export function createScheduler() {
  const waiting = new Set<Task>()
  let isPlanned = false
  let lastTask = performance.now()
  /** Start of this event loop turn's reading. */
  let readingSince: number | null = null

  function plan(): void {
    if (isPlanned || waiting.size === 0) return
    isPlanned = true
    setImmediate(next)
  }

  /** Only one per turn: its promise continuations must run before the next task. */
  function next(): void {
    isPlanned = false
    const [task] = waiting
    if (!task) return
    waiting.delete(task)
    try {
      outsideAnyTransaction(task.run)
    } finally {
      lastTask = performance.now()
      plan()
    }
  }

  /** Tasks run in the order in which they were scheduled. Returns a function that cancels the task. */
  function schedule(run: () => void): () => void {
    const task = { run }
    waiting.add(task)
    plan()
    return () => void waiting.delete(task)
  }

  /** Schedules a task after a delay. */
  function scheduleAfter(ms: number, run: () => void): () => void {
    if (ms <= 1) return schedule(run)
    const timer = setTimeout(() => {
      cancel = schedule(run)
    }, ms)
    let cancel = () => clearTimeout(timer)
    return () => cancel()
  }

  /**
   * False once frames have been read for too long in one turn of the event loop. The first call in a turn starts the
   * clock.
   */
  function mayKeepReading(): boolean {
    if (readingSince === null) {
      readingSince = performance.now()
      setImmediate(() => {
        readingSince = null
      })
    }
    return performance.now() - readingSince < READING_MS
  }

  return {
    schedule,
    scheduleAfter,
    /** Resolves in a separate task. */
    yield: (): Promise<void> => new Promise((goOn) => schedule(goOn)),
    mayKeepReading,
    mayContinue: (): boolean => performance.now() - lastTask < GOING_ON_MS,
  }
}
