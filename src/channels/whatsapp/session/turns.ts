/**
 * Many sessions share one event loop: a session that has something to store or to continue takes a turn. Between two turns
 * everything else runs, so that twenty busy sessions block nobody longer than one does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Turns = ReturnType<typeof createTurns>

/** How long Baileys may continue by itself after a turn. */
const GOING_ON_MS = 4
/** How long what the network brought may be read before everything else has its turn. */
const READING_MS = 10

/**
 * Baileys knows by the async context whether it is inside a transaction of its keys. A task planned from inside one would
 * join it after it has been committed, and what it decrypts or encrypts would never be written.
 */
const outsideAnyTransaction = AsyncLocalStorage.snapshot()

type Turn = { readonly task: () => void }

export function createTurns() {
  const waiting = new Set<Turn>()
  let isPlanned = false
  let lastTurn = performance.now()
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
    const [turn] = waiting
    if (!turn) return
    waiting.delete(turn)
    try {
      outsideAnyTransaction(turn.task)
    } finally {
      lastTurn = performance.now()
      plan()
    }
  }

  /** Runs tasks in the order in which turns were taken. Returns a function that gives up the turn. */
  function take(task: () => void): () => void {
    const turn = { task }
    waiting.add(turn)
    plan()
    return () => void waiting.delete(turn)
  }

  /** The same after a delay. */
  function takeAfter(ms: number, task: () => void): () => void {
    if (ms <= 1) return take(task)
    const timer = setTimeout(() => {
      letGo = take(task)
    }, ms)
    let letGo = () => clearTimeout(timer)
    return () => letGo()
  }

  /** False once frames have been read for too long in one turn of the event loop. The first call in a turn starts the time. */
  function mayReadOn(): boolean {
    if (readingSince === null) {
      readingSince = performance.now()
      setImmediate(() => {
        readingSince = null
      })
    }
    return performance.now() - readingSince < READING_MS
  }

  return {
    take,
    takeAfter,
    /** Resolves in a turn of its own. */
    comes: (): Promise<void> => new Promise((goOn) => take(goOn)),
    mayReadOn,
    mayGoOn: (): boolean => performance.now() - lastTurn < GOING_ON_MS,
  }
}
