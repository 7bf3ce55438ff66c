/** What all modules contribute to standby, restore, changes of a plan, and moves from other products. Also used by CLI commands, which have no server. */
import { modules } from './modules'
import { movers } from './moving-in/mover'
import type { Waiting } from './operator/contract'
import type { Cx } from './platform/cx'
import { fillingsOf, membersIn } from './platform/module'
import { type CarryOver, carryOvers, planFollowers, waitingCounts } from './tenancy/lifecycle'

const counts = membersIn(modules, waitingCounts)

/** Counts the sends that start once the company is activated. */
export const waitingIn = (cx: Pick<Cx, 'db' | 'tenant'>): Waiting =>
  Object.assign({}, ...counts.map((count) => count(cx)))

/** What follows a change of a company's plan, in its transaction. */
export const followPlan = membersIn(modules, planFollowers)

/** SQL by which a restored company takes data from the database it replaces. */
export const carriedOver: readonly CarryOver[] = membersIn(modules, carryOvers)

/** What each module takes over from another product. */
export const allMovers = membersIn(modules, movers)

/** All members of extension points, for a company that no server has open. */
export const allFillings = fillingsOf(modules)
