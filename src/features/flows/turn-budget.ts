/** What one message of a contact may make a flow compute and say, over all steps and calls of the turn. Pure. */
import { type Budget, createBudget } from '../../platform/budget'
import { MOST_IN_A_ROW } from '../integrations/contract'

/**
 * Steps of comparing and matching: about 5 ns each, and 30 ns before the engine has compiled the loop, so 2 to 12 ms in
 * all. An ordinary pattern takes some thousand steps.
 */
export const MOST_MATCHING = 400_000
/** Variables that are filled in, at about 0.7 µs each, and characters that are written. */
const MOST_FILLED = 4000
const MOST_WRITTEN = 500_000

export type TurnBudget = { readonly matching: Budget; readonly filling: Budget; readonly messages: Budget }

export const createTurnBudget = (): TurnBudget => ({
  matching: createBudget({ steps: MOST_MATCHING }),
  filling: createBudget({ steps: MOST_FILLED, bytes: MOST_WRITTEN }),
  messages: createBudget({ steps: MOST_IN_A_ROW }),
})
