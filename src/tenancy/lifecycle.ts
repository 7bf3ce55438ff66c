/** Extension points for sample companies, restored companies and activation. */
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import type { Services } from '../platform/module'
import type { WritableControl } from '../platform/sqlite'
import type { PlannedCounts } from './contract'

/** Adds rows to the sample company when its story has been played. `folder`: the company's, for files; `control`: for what the operator writes. */
export type AddSample = (cx: Cx, folder: string, control: WritableControl) => void | Promise<void>
export const samples = defineExtensionPoint<AddSample>('company.samples')

/** Counts sends that start when a standby installation or company is activated, by a name of the contract. */
export type CountWaiting = (cx: Pick<Cx, 'db' | 'tenant'>) => Readonly<Record<string, number>>
export const waitingCounts = defineExtensionPoint<CountWaiting>('company.waitingCounts')

export function countPlanned(counts: readonly CountWaiting[], cx: Pick<Cx, 'db' | 'tenant'>): PlannedCounts {
  const { campaigns = 0, schedules = 0 }: Readonly<Partial<PlannedCounts>> = Object.assign(
    {},
    ...counts.map((count) => count(cx)),
  )
  return { campaigns, schedules }
}

/** SQL that a restored company runs: `main` is the restored database, `aside` the one that it replaces. */
export type CarryOver = { readonly module: string; readonly statements: readonly string[] }
export const carryOvers = defineExtensionPoint<CarryOver>('company.carryOvers')

/**
 * The operator gave a company another plan: follows in the same transaction, and returns what follows after the commit.
 * The command line has no server and drops the latter; jobs do it later.
 */
export type FollowPlan = (
  control: WritableControl,
  now: number,
  companyId: number,
) => ((services: Services) => void) | undefined
export const planFollowers = defineExtensionPoint<FollowPlan>('company.planFollowers')
