/**
 * Many sessions share one event loop: what a session has to store or to continue is scheduled as a task, and each turn of
 * the loop runs one task. Everything else runs in between, so that twenty busy sessions block nobody longer than one does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Scheduler = ReturnType<typeof createScheduler>

/** How long Baileys may continue by itself after a task. */
const GOING_ON_MS = 4
/** How long what the network brought may be read before everything else runs. */
const READING_MS = 10

/**
 * Baileys knows by the async context whether it is inside a transaction of its keys. A task planned from inside one would
 * join it after it has been committed, and what it decrypts or encrypts would never be written.
 */
const outsideAnyTransaction = AsyncLocalStorage.snapshot()

type Task = { readonly run: () => void }

export function createScheduler() {
  const waiting = new Set<Task>()
  let isPlanned = false
  let lastTask = performance.now()
  /** Since the loop last looked at the network. */
  let readingSince: number | null = null

  function plan(): void {
    if (isPlanned || waiting.size === 0) return
    isPlanned = true
    setImmediate(next)
  }

  /** Only one at a time: promise continuations caused by it must run before the next one. */
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

  /** The same after a delay. */
  function scheduleAfter(ms: number, run: () => void): () => void {
    if (ms <= 1) return schedule(run)
    const timer = setTimeout(() => {
      cancel = schedule(run)
    }, ms)
    let cancel = () => clearTimeout(timer)
    return () => cancel()
  }

  /** False once frames have been read for too long in one turn of the event loop. The first call in a turn starts the time. */
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
    /** Resolves in a task of its own. */
    yield: (): Promise<void> => new Promise((goOn) => schedule(goOn)),
    mayKeepReading,
    mayContinue: (): boolean => performance.now() - lastTask < GOING_ON_MS,
  }
}
