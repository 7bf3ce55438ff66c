/** Apart from the rest of the contract: the menu knows it on every page. */
import type { DefinedPermission } from '../../users/permissions'

/** Campaigns, contact lists, their settings and the opt-outs. */
export const manageCampaigns: DefinedPermission = { key: 'campaigns-page:view', profiles: ['admin', 'supervisor'] }
