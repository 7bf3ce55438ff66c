/** Companies whose folder a command has, to replace it: closed here, and owned by this node all the while. */
import { OrderRefused } from '../../fleet/placement/order-refused'
import type { LastRecord } from '../../fleet/restored'
import type { Away } from '../../platform/away'
import { SECOND } from '../../platform/time'
import type { AwayWork } from '../../platform/wire'
import { pause } from './pause'

export type LendingDeps = {
  /** Closes the company, waits for `work`, which gets the last record of its log, and opens what is in the folder then. */
  renew(company: string, work: (last: LastRecord) => Promise<void>): Promise<void>
  /** How long its requests wait; for tests. */
  readonly shortMs?: number
}

export type Lending = {
  /** Resolves when nothing of the company is open here. It comes back with `end`, or when `isHeld` does not hold any more. */
  lend(company: string, isHeld: () => boolean, kind: AwayWork): Promise<LastRecord>
  /** Resolves when the company answers again. Throws if another node has it meanwhile. */
  end(company: string): Promise<void>
  /** What a command does with the company, until that answers again. */
  workOn(company: string): Away | undefined
  /** The same, but undefined in the first moments, in which its requests wait as during a move. */
  longWorkOn(company: string): Away | undefined
  /** How much of the company is shipped again, from 0 to 1. */
  uploaded(company: string, share: number): void
}

/** How often it looks whether a command still runs. */
const LOOK_MS = 250

/** Pages say for two seconds that they save, as during a move. */
const SHORT_MS = 1.5 * SECOND

type Loan = {
  readonly kind: AwayWork
  readonly since: number
  readonly ended: AbortController
  readonly back: Promise<void>
  /** In percent. */
  done: number | null
}

export function createLending({ renew, shortMs = SHORT_MS }: LendingDeps): Lending {
  const loans = new Map<string, Loan>()
  return {
    async lend(company, isHeld, kind) {
      if (loans.has(company)) throw new OrderRefused('Another command is working on this company. Try again later.')
      const given = Promise.withResolvers<LastRecord>()
      const ended = new AbortController()
      const back = renew(company, async (last) => {
        given.resolve(last)
        while (!ended.signal.aborted && isHeld()) await pause(LOOK_MS, ended.signal)
      }).finally(() => loans.delete(company))
      back.catch(() => given.reject(new OrderRefused(`Company ${company} went to another node. Try again.`)))
      loans.set(company, { kind, since: performance.now(), ended, back, done: null })
      return given.promise
    },
    async end(company) {
      const loan = loans.get(company)
      if (!loan) throw new OrderRefused(`Company ${company} is not on this node any more, and stays what it was.`)
      loan.ended.abort()
      await loan.back.catch(() => {
        throw new OrderRefused(`Company ${company} went to another node meanwhile, and stays what it was.`)
      })
    },
    workOn(company) {
      const { kind: work, done } = loans.get(company) ?? {}
      return work && { work, done: done ?? null }
    },
    uploaded(company, share) {
      const loan = loans.get(company)
      if (loan) loan.done = Math.floor(100 * share)
    },
    longWorkOn(company) {
      const loan = loans.get(company)
      return loan && performance.now() - loan.since >= shortMs ? { work: loan.kind, done: loan.done } : undefined
    },
  }
}
