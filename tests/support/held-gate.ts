/**
 * A gate that acknowledges what the test says, as late as it says. It learns of commits where the real one does: from the
 * index of each database's log (`-shm`), whose change counter rises with every commit, whoever makes it.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL, type Gate, NotAcknowledged } from '../../src/platform/gate'

type Waiter = ReturnType<typeof Promise.withResolvers<void>> & { readonly at: string }
type Company = { acknowledged: string; isLost: boolean; waiters: Waiter[] }

/** Open until `hold` is called. */
export function createHeldGate(dataDir: string) {
  const companies = new Map<string, Company>()
  let isHolding = false
  let asked = 0
  let arrived = Promise.withResolvers<void>()

  const filesOf = (company: string): string[] =>
    company === CONTROL
      ? [join(dataDir, 'control.db')]
      : ['tenant.db', 'session.db'].map((name) => join(dataDir, 'tenants', company, name))
  const positionOf = (company: string): string => filesOf(company).map(changesIn).join(' ')
  const listAll = (): string[] => [CONTROL, ...readdirSync(join(dataDir, 'tenants'))]

  /** What was committed before `hold` counts as acknowledged; a company that came later has nothing acknowledged. */
  function stateOf(company: string): Company {
    const state = companies.get(company) ?? { acknowledged: '', isLost: false, waiters: [] }
    companies.set(company, state)
    return state
  }

  function wait(company: string): Promise<void> | undefined {
    if (!isHolding) return undefined
    const state = stateOf(company)
    const at = positionOf(company)
    if (at === state.acknowledged || at === ' ') return undefined
    asked++
    if (state.isLost) return lostPromise()
    const last = state.waiters.at(-1)
    const waiter = last?.at === at ? last : { ...Promise.withResolvers<void>(), at }
    if (waiter !== last) state.waiters.push(waiter)
    waiter.promise.catch(() => {})
    arrived.resolve()
    return waiter.promise
  }

  const gate: Gate = {
    wait,
    waitForAll() {
      const waits = listAll().flatMap((company) => wait(company) ?? [])
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
    },
  }

  function acknowledge(...of: readonly string[]) {
    for (const company of of.length > 0 ? of : listAll()) {
      const state = stateOf(company)
      state.acknowledged = positionOf(company)
      for (const { resolve } of state.waiters.splice(0)) resolve()
    }
    arrived = Promise.withResolvers()
    if ([...companies.values()].some(({ waiters }) => waiters.length > 0)) arrived.resolve()
  }

  return {
    gate,
    listAll,
    positionOf,
    /** From now on commits wait for `acknowledge`. */
    hold() {
      isHolding = true
      for (const company of listAll()) stateOf(company).acknowledged = positionOf(company)
    },
    /** Acknowledges all that this company, or each one in this order, has committed. */
    acknowledge,
    /** Acknowledges what this company had committed at a position. */
    acknowledgeUpTo(company: string, at: string) {
      stateOf(company).acknowledged = at
    },
    /** Acknowledges whatever waits, or what these companies wait for, until the promise settles. */
    async follow<T>(promise: Promise<T>, ...of: readonly string[]): Promise<T> {
      let isOver = false
      const over = promise.finally(() => {
        isOver = true
      })
      over.catch(() => {})
      while (!isOver) {
        await Promise.race([over, arrived.promise]).catch(() => {})
        if (!isOver) acknowledge(...of)
        await new Promise(setImmediate) // others may wait all the time
      }
      return over
    },
    /** What this company has committed and will commit is never acknowledged. */
    lose(company: string) {
      const state = stateOf(company)
      state.isLost = true
      for (const { reject } of state.waiters.splice(0)) reject(new NotAcknowledged())
    },
    /** Acknowledges everything, from now on at once. */
    open() {
      isHolding = false
      for (const { waiters } of companies.values()) for (const { resolve } of waiters.splice(0)) resolve()
    },
    /** Resolves when something waits. */
    waiting: (): Promise<void> => arrived.promise,
    /** Companies for which something waits. */
    listWaiting: (): string[] =>
      [...companies].flatMap(([company, { waiters }]) => (waiters.length > 0 ? company : [])),
    isPending: (company: string): boolean => positionOf(company) !== stateOf(company).acknowledged,
    /** How often something had to wait. */
    countWaits: (): number => asked,
  }
}

export type HeldGate = ReturnType<typeof createHeldGate>

/** `world(heldGate.options)` and then `heldGate.get()`. */
export function holdGate() {
  let held: HeldGate | undefined
  return {
    gate(dataDir: string): Gate {
      held = createHeldGate(dataDir)
      return held.gate
    },
    get held(): HeldGate {
      if (!held) throw new Error('no world has taken this gate')
      return held
    },
  }
}

function lostPromise(): Promise<void> {
  const lost = Promise.reject(new NotAcknowledged())
  lost.catch(() => {})
  return lost
}

/** The change counter and the last frame in the log's index; empty if the database is closed. */
function changesIn(path: string): string {
  let file: number
  try {
    file = openSync(`${path}-shm`, 'r')
  } catch {
    return ''
  }
  try {
    const head = Buffer.alloc(20)
    readSync(file, head, 0, head.length, 0)
    return `${head.readUInt32LE(8)}/${head.readUInt32LE(16)}`
  } finally {
    closeSync(file)
  }
}
