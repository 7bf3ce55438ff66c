/** Apart from the rest of the contract: the menu knows it on every page. */
import type { DefinedPermission } from '../../../users/permissions'

/** A key of ours: the ratings and their results. Everybody may choose one at the end of a ticket. */
export const manageRatings: DefinedPermission = { key: 'ratings-page:manage', profiles: ['admin', 'supervisor'] }
