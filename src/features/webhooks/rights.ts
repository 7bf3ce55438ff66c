import type { Audience } from '../../platform/events'
import { can } from '../../users/permissions'
import { manageWebhooks } from './contract'

/** Users who receive the events about webhooks. */
export const mayHear: Audience = (listener) => can(listener, manageWebhooks)
