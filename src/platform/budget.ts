/**
 * Bounds work whose amount a stranger chooses: a streamed answer, a regular expression, a large JSON text. One object
 * per unit of work, such as a turn of a bot or a stream; what it counts is the caller's to say.
 *
 *     const budget = createBudget({ steps: 200_000, bytes: 2_000_000 })
 *     for await (const part of parts) {
 *       budget.read(part.length)   // throws BudgetSpent
 *       budget.step()              // likewise
 *       await budget.rest()        // lets others in when it is time
 *     }
 *
 * `rest` gives all budgets of the process together 4 ms of each turn of the event loop: thirty streams that have data at
 * once take thirty turns, not one turn of 120 ms. Call it before a piece that cannot be divided, such as `JSON.parse`.
 * Without `rest`, a budget is free of clock and server and runs in the browser.
 */

export type BudgetLimits = {
  /** What a step is, the caller decides. */
  readonly steps?: number
  readonly bytes?: number
  /** Milliseconds from now on, with pauses. */
  readonly ms?: number
}
export type BudgetKind = keyof BudgetLimits

/** More work than its budget allows. The caller turns it into an error or an exit that people understand. */
export class BudgetSpent extends Error {
  readonly budget: Budget
  readonly of: BudgetKind
  constructor(budget: Budget, of: BudgetKind) {
    super(`a budget of ${of} is spent`)
    this.name = 'BudgetSpent'
    this.budget = budget
    this.of = of
  }
}

export type Budget = {
  /** Counts steps. Throws `BudgetSpent` beyond the limit of steps or milliseconds, and so do later calls. */
  step(count?: number): void
  /** Counts bytes, or characters. */
  read(bytes: number): void
  /** Undefined: go on at once. */
  rest(): Promise<void> | undefined
  readonly used: { readonly steps: number; readonly bytes: number }
}

export function createBudget({ steps = Infinity, bytes = Infinity, ms = Infinity }: BudgetLimits = {}): Budget {
  const used = { steps: 0, bytes: 0 }
  const until = ms === Infinity ? Infinity : performance.now() + ms
  const fail = (of: BudgetKind): never => {
    throw new BudgetSpent(budget, of)
  }
  const checkTime = () => {
    if (until !== Infinity && performance.now() > until) fail('ms')
  }
  const budget: Budget = {
    used,
    step(count = 1) {
      used.steps += count
      if (used.steps > steps) fail('steps')
      checkTime()
    },
    read(count) {
      used.bytes += count
      if (used.bytes > bytes) fail('bytes')
      checkTime()
    },
    rest() {
      checkTime()
      return takeShare(budget)
    },
  }
  return budget
}

/** Milliseconds of a turn of the event loop, which one budget has to itself: another may have a piece that takes longer. */
const SHARE = 4
type Waiting = { readonly who: object; readonly goOn: () => void }
let holder: { readonly who: object; readonly since: number } | undefined
const waiting: Waiting[] = []
let isPlanned = false

function takeShare(who: object): Promise<void> | undefined {
  plan()
  const now = performance.now()
  if (waiting.length === 0) {
    holder ??= { who, since: now }
    if (holder.who === who && now - holder.since < SHARE) return undefined
  }
  return new Promise((goOn) => void waiting.push({ who, goOn }))
}

function plan() {
  if (isPlanned) return
  isPlanned = true
  setImmediate(nextTurn)
}

function nextTurn() {
  isPlanned = false
  const next = waiting.shift()
  holder = next && { who: next.who, since: performance.now() }
  if (!next) return
  plan()
  next.goOn()
}
