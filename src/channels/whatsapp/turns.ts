/**
 * Many sessions, one loop: whoever has something to store or to go on with takes a turn. One turn, then everybody else in
 * the house gets theirs, so that twenty busy sessions hold nobody longer than one.
 */
export type Turns = ReturnType<typeof makeTurns>

/** So long may Baileys go on by itself after a turn. */
const GOING_ON_MS = 2

type Turn = { readonly task: () => void }

export function makeTurns() {
  const waiting = new Set<Turn>()
  let isPlanned = false
  let lastTurn = performance.now()

  function plan(): void {
    if (isPlanned || waiting.size === 0) return
    isPlanned = true
    setImmediate(next)
  }

  /** Only one: what a promise goes on with because of it must be done before the next one looks. */
  function next(): void {
    isPlanned = false
    const [turn] = waiting
    if (!turn) return
    waiting.delete(turn)
    try {
      turn.task()
    } finally {
      lastTurn = performance.now()
      plan()
    }
  }

  /** In the order in which they were taken. Gives back how to let it go again. */
  function take(task: () => void): () => void {
    const turn = { task }
    waiting.add(turn)
    plan()
    return () => void waiting.delete(turn)
  }

  /** The same, when so many milliseconds have passed. */
  function takeAfter(ms: number, task: () => void): () => void {
    if (ms <= 1) return take(task)
    const timer = setTimeout(() => {
      letGo = take(task)
    }, ms)
    let letGo = () => clearTimeout(timer)
    return () => letGo()
  }

  return {
    take,
    takeAfter,
    /** For who can wait: goes on in a turn of its own. */
    comes: (): Promise<void> => new Promise((goOn) => take(goOn)),
    mayGoOn: (): boolean => performance.now() - lastTurn < GOING_ON_MS,
  }
}
