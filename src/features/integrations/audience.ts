import type { Audience } from '../../platform/events'
import { can } from '../../users/permissions'
import { seeIntegrations } from './rights/contract'

/** Who is sent the events of integrations. */
export const mayHear: Audience = (listener) => can(listener, seeIntegrations)
