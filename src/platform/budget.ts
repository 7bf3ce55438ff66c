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
 * `rest` shares 4 ms of each turn of the event loop among all budgets of the process: thirty streams that have data at
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
  readonly of: BudgetKind
  constructor(of: BudgetKind) {
    super(`a budget of ${of} is spent`)
    this.name = 'BudgetSpent'
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
  const checkTime = () => {
    if (until !== Infinity && performance.now() > until) throw new BudgetSpent('ms')
  }
  return {
    used,
    step(count = 1) {
      used.steps += count
      if (used.steps > steps) throw new BudgetSpent('steps')
      checkTime()
    },
    read(count) {
      used.bytes += count
      if (used.bytes > bytes) throw new BudgetSpent('bytes')
      checkTime()
    },
    rest() {
      checkTime()
      return takeShare()
    },
  }
}

/** Milliseconds of each turn of the event loop for all budgets together. */
const SHARE = 4
/** When the first budget began in this turn of the loop; undefined: none has. */
let began: number | undefined
const waiting: (() => void)[] = []
let isPlanned = false

function takeShare(): Promise<void> | undefined {
  plan()
  const now = performance.now()
  began ??= now
  if (waiting.length === 0 && now - began < SHARE) return undefined
  return new Promise((goOn) => void waiting.push(goOn))
}

function plan() {
  if (isPlanned) return
  isPlanned = true
  setImmediate(nextTurn)
}

/** One waiting piece per turn: it may be one that cannot be divided. */
function nextTurn() {
  isPlanned = false
  const goOn = waiting.shift()
  began = goOn && performance.now()
  if (!goOn) return
  plan()
  goOn()
}
