/** Who hears of questions, their categories and answers: whoever may read them. */
import { can } from '../../access/permissions'
import type { Actor } from '../../actor'
import { manageRatings } from './rights/contract'

export const mayManage = (listener: Actor): boolean => can(listener, manageRatings)
