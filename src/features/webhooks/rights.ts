import type { Audience } from '../../platform/events'
import { can } from '../../users/permissions'
import { manageWebhooks } from './contract'

/** Who is sent the events of webhooks. */
export const mayHear: Audience = (listener) => can(listener, manageWebhooks)
