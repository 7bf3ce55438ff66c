/**
 * Nothing leaves that shows a commit which a fleet's log has not acknowledged. Without a fleet a commit is durable when it
 * returns, and the gate is always open.
 */
export type Gate = {
  /**
   * Undefined if everything this company has committed so far is acknowledged. Otherwise a promise, resolved when it is,
   * and rejected with `NotAcknowledged` if it never will be: then what waits must be dropped without a word. `company` is
   * a company's uuid, or `CONTROL` for control.db.
   */
  wait(company: string): Promise<void> | undefined
  /** The same for everything that this process has committed. */
  waitForAll(): Promise<void> | undefined
}

/** The name of control.db among the companies. */
export const CONTROL = 'control'

/** What waits shows a commit that another node does not know and never will. */
export class NotAcknowledged extends Error {
  /** As errors of connections have one: nothing was sent. */
  readonly code = 'NOT_ACKNOWLEDGED'
}

export const openGate: Gate = { wait: () => undefined, waitForAll: () => undefined }

/** What an output waits for, counted from the call: undefined if it may leave now. Rejects with `NotAcknowledged`. */
export type Wait = () => Promise<void> | undefined

/** Always open, and known to be: what compares with it decides once, at the start. */
export const noWait: Wait = openGate.waitForAll

/** For what shows commits of a company, and besides the plans and settings that control.db holds for it. */
export const waitFor = (gate: Gate, company: string): Wait =>
  gate === openGate ? noWait : () => bothOf(gate.wait(company), company === CONTROL ? undefined : gate.wait(CONTROL))

/** For what shows anything that this process has committed. */
export const waitForAll = (gate: Gate): Wait => (gate === openGate ? noWait : () => gate.waitForAll())

function bothOf(one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<void> | undefined {
  return one && other ? Promise.all([one, other]).then(() => {}) : (one ?? other)
}

/** Runs steps in the order of the calls, each when what was committed before its call is acknowledged. */
export type Outlet = (step: () => void) => void

/** `lost` is called instead of the steps that wait when they never may run, or one of them fails; later ones may. */
export function createOutlet(wait: Wait, lost: () => void): Outlet {
  if (wait === noWait) return (step) => step()
  /** Steps that wait for the same acknowledgement. */
  let waiting: { readonly until: Promise<void>; readonly steps: (() => void)[] }[] = []

  async function release() {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await next.until
        for (const step of next.steps) step() // also those that are added meanwhile
      } catch {
        waiting = []
        return lost()
      }
      waiting.shift()
    }
  }

  return (step) => {
    const until = wait()
    const last = waiting.at(-1)
    if (!until && !last) step()
    else if (last && (!until || until === last.until)) last.steps.push(step)
    else if (until) {
      until.catch(() => {}) // while earlier ones are awaited
      waiting.push({ until, steps: [step] })
      if (!last) void release()
    }
  }
}
