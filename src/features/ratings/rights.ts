/** Audience of events about ratings, their categories and answers: everybody who may read them. */

import type { Actor } from '../../actor'
import { canSee, type TicketAccess } from '../../tickets/visibility'
import { can } from '../../users/permissions'
import { manageRatings } from './rights/contract'

export const mayManage = (listener: Actor): boolean => can(listener, manageRatings)

/** Audience of events about this ticket's question and answer. */
export const mayReadAnswers =
  (ticket: TicketAccess) =>
  (listener: Actor): boolean =>
    mayManage(listener) && canSee(listener, ticket)
