/** Who hears of questions, their categories and answers: whoever may read them. */

import type { Actor } from '../../actor'
import { canSee, type Seen } from '../../tickets/visibility'
import { can } from '../../users/permissions'
import { manageRatings } from './rights/contract'

export const mayManage = (listener: Actor): boolean => can(listener, manageRatings)

/** Who hears of the question and answer of this ticket. */
export const mayReadAnswers =
  (ticket: Seen) =>
  (listener: Actor): boolean =>
    mayManage(listener) && canSee(listener, ticket)
