/** A file of its own, because the menu needs it on every page. */
import type { DefinedPermission } from '../../../users/permissions'

/** Grants the tokens of the external API, and sending from its page. */
export const manageApi: DefinedPermission = { key: 'messages-api-page:change', profiles: ['admin'] }
