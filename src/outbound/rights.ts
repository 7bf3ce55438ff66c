import type { Actor } from '../actor'
import { isUsableBy } from '../channels/connections/queries'
import { can } from '../users/permissions'
import { manageCampaigns } from './contract'

/** Users who may receive campaign settings, send limits and opt-outs. */
export const mayManage = (listener: Parameters<typeof can>[0]): boolean => can(listener, manageCampaigns)

/** The same for what concerns a connection: only users who may use it. */
export const mayManageOver =
  (connectionId: number | null) =>
  (listener: Parameters<typeof can>[0] & Pick<Actor, 'connectionIds'>): boolean =>
    mayManage(listener) && isUsableBy(listener, connectionId)
