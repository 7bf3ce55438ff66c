/** Companies whose folder a command has, to replace it: closed here, and owned by this node all the while. */
import { OrderRefused } from '../../fleet/placement/order-refused'
import type { LastRecord } from '../../fleet/restored'
import { pause } from './pause'

export type LendingDeps = {
  /** Closes the company, waits for `work`, which gets the last record of its log, and opens what is in the folder then. */
  renew(company: string, work: (last: LastRecord) => Promise<void>): Promise<void>
}

export type Lending = {
  /** Resolves when nothing of the company is open here. It comes back with `end`, or when `isHeld` does not hold any more. */
  lend(company: string, isHeld: () => boolean): Promise<LastRecord>
  /** Resolves when the company answers again. Throws if another node has it meanwhile. */
  end(company: string): Promise<void>
}

/** How often it looks whether a command still runs. */
const LOOK_MS = 250

type Loan = { readonly ended: AbortController; readonly back: Promise<void> }

export function createLending({ renew }: LendingDeps): Lending {
  const loans = new Map<string, Loan>()
  return {
    async lend(company, isHeld) {
      if (loans.has(company)) throw new OrderRefused('Another command is working on this company. Try again later.')
      const given = Promise.withResolvers<LastRecord>()
      const ended = new AbortController()
      const back = renew(company, async (last) => {
        given.resolve(last)
        while (!ended.signal.aborted && isHeld()) await pause(LOOK_MS, ended.signal)
      }).finally(() => loans.delete(company))
      back.catch(() => given.reject(new OrderRefused(`Company ${company} went to another node. Try again.`)))
      loans.set(company, { ended, back })
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
  }
}
