/** A file of its own, because the menu needs it on every page. */
import type { DefinedPermission } from '../../users/permissions'

/** Grants campaigns, contact lists, their settings and the opt-outs. */
export const manageCampaigns: DefinedPermission = { key: 'campaigns-page:view', profiles: ['admin', 'supervisor'] }
