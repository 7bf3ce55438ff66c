/** What all modules say of an installation or company at rest, also for who has no server: the operator's commands. */
import { modules } from './modules'
import type { Waiting } from './operator/contract'
import type { Cx } from './platform/cx'
import { membersIn } from './platform/module'
import { type CarryOver, carryOvers, waitingCounts } from './tenancy/lifecycle'

const counts = membersIn(modules, waitingCounts)

/** How much of a company leaves once it is activated. */
export const waitingIn = (cx: Pick<Cx, 'db' | 'tenant'>): Waiting =>
  Object.assign({}, ...counts.map((count) => count(cx)))

/** What a restored company takes from the database that it replaces. */
export const carriedOver: readonly CarryOver[] = membersIn(modules, carryOvers)
