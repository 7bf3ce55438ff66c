/** A file of its own, because the menu needs it on every page. */
import type { DefinedPermission } from '../../../users/permissions'

/** See integrations and their last calls. */
export const seeIntegrations: DefinedPermission = { key: 'integrations-page:view', profiles: ['admin', 'supervisor'] }
