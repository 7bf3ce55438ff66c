/** Separate from the rest of the contract, because the menu loads it on every page. */
import type { DefinedPermission } from '../../../users/permissions'

/** Manage ratings and see their results. Choosing one at the end of a ticket needs no permission. */
export const manageRatings: DefinedPermission = { key: 'ratings-page:manage', profiles: ['admin', 'supervisor'] }
